import { shell } from '../house/papers/shell';

/** Runs a curl command with the password of its login and returns its output. */
export const runCurl = async (command: string, password: string): Promise<string> => {
  // The URL follows the login.
  const [answer = ''] = await shell([
    command.replace(/ -u '([^']*)'/, (_, login: string) => ` -u '${login}:${password}'`).replace(/^curl/, 'curl -s'),
  ]);
  return answer;
};
