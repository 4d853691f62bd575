import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type CodeLanguage, type SampledRequest, writtenCode } from '../../lib/site/api-page/page/sample-code';
import { shell } from '../house/papers/shell';

const run = promisify(execFile);

/** Runs sample code with a password in its environment and returns its output. Returns `undefined` if Python is missing. */
export const runCode = async (name: CodeLanguage, code: string, password: string): Promise<string | undefined> => {
  const env = { ...process.env, PASSWORD: password, PYTHONIOENCODING: 'utf-8' };
  if (name === 'javascript') return (await run(process.execPath, ['--input-type=module', '-e', code], { env })).stdout;
  if (name === 'python') {
    try {
      return (await run('python3', ['-c', code], { env })).stdout;
    } catch (error) {
      if ((error as { code?: unknown }).code === 'ENOENT') return undefined;
      throw error;
    }
  }
  // The URL follows the login.
  const [answer = ''] = await shell([
    code.replace(/ -u '([^']*)'/, (_, login: string) => ` -u '${login}:${password}'`).replace(/^curl/, 'curl -s'),
  ]);
  return answer;
};

export const runRequest = (name: CodeLanguage, request: SampledRequest, password: string): Promise<string | undefined> =>
  runCode(name, writtenCode(name, request), password);
