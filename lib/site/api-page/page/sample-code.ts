/** A request to write as a curl command. With a `login`, curl asks for the password. */
export interface SampledRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  readonly login: string;
}

/** The JavaScript source of `curlOf`, which writes a request as a curl command. The page's script also runs it in the browser. */
export const SAMPLE_CODE = String.raw`
  const inShell = (text) => "'" + text.replaceAll("'", "'\\''") + "'";
  const curlOf = ({ url, method, headers, body, login }) => [
    'curl',
    ...(method === 'GET' ? [] : ['-X ' + method]),
    // curl reads the password from the user, so that the history of the shell does not contain the password.
    ...(login === '' ? [] : ['-u ' + inShell(login)]),
    ...Object.entries(headers).map(([name, one]) => '-H ' + inShell(name + ': ' + one)),
    ...(body === undefined ? [] : ['--data-raw ' + inShell(body)]),
    inShell(url),
  ].join(method === 'GET' && login === '' ? ' ' : ' \\\n  ');
`;

export const curlOf = new Function(`${SAMPLE_CODE} return curlOf;`)() as (request: SampledRequest) => string;
