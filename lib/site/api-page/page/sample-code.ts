/** A request to write as sample code. With a `login`, the code reads the password from the user; `secret` is the hint for that. */
export interface SampledRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  readonly login: string;
  readonly secret: string;
}

/** The languages of sample code: name of the writing function, and display name. */
export const CODE_LANGUAGES = { curl: 'curl', javascript: 'JavaScript', python: 'Python' } as const;

export type CodeLanguage = keyof typeof CODE_LANGUAGES;

/** The JavaScript source of the functions that write a request as code. The page's script also runs it in the browser. */
export const SAMPLE_CODE = String.raw`
  const literal = (text) => JSON.stringify(text);
  const inShell = (text) => "'" + text.replaceAll("'", "'\\''") + "'";
  const indented = (text, blanks) => text.replaceAll('\n', '\n' + blanks);
  // A body that would change when parsed, e.g. a large number, remains a text.
  const valueOf = (body, indent) => {
    const digits = (text) => text.replace(/\D/g, '');
    try {
      const value = JSON.stringify(JSON.parse(body), null, indent);
      return digits(value) === digits(body) && !body.includes('__proto__') ? value : undefined;
    } catch {}
  };
  const PYTHON = { true: 'True', false: 'False', null: 'None' };
  const inPython = (json) => json?.replace(/("(?:[^"\\]|\\.)*")|\b(?:true|false|null)\b/g, (word, text) => text ?? PYTHON[word]);
  const codes = {
    curl: ({ url, method, headers, body, login }) => [
      'curl',
      ...(method === 'GET' ? [] : ['-X ' + method]),
      // curl reads the password from the user, so that the history of the shell does not contain the password.
      ...(login === '' ? [] : ['-u ' + inShell(login)]),
      ...Object.entries(headers).map(([name, one]) => '-H ' + inShell(name + ': ' + one)),
      ...(body === undefined ? [] : ['--data-raw ' + inShell(body)]),
      inShell(url),
    ].join(method === 'GET' && login === '' ? ' ' : ' \\\n  '),
    javascript: ({ url, method, headers, body, login, secret }) => {
      const value = valueOf(body, 2);
      const sent = value === undefined ? literal(body) : 'JSON.stringify(' + indented(value, '  ') + ')';
      return [
        ...(login === '' ? [] : ['// ' + secret]),
        'const answer = await fetch(' + literal(url) + ', {',
        '  method: ' + literal(method) + ',',
        '  headers: {',
        ...Object.entries(headers).map(([name, one]) => '    ' + literal(name) + ': ' + literal(one) + ','),
        ...(login === '' ? [] : ['    Authorization: "Basic " + Buffer.from(' + literal(login + ':') + ' + process.env.PASSWORD).toString("base64"),']),
        '  },',
        ...(body === undefined ? [] : ['  body: ' + sent + ',']),
        '});',
        'console.log(answer.status, await answer.text());',
      ].join('\n');
    },
    python: ({ url, method, headers, body, login, secret }) => {
      const value = inPython(valueOf(body, 4));
      const sent = value === undefined ? literal(body) : 'json.dumps(' + indented(value, '    ') + ')';
      return [
        ...(login === '' ? [] : ['# ' + secret, 'import base64']),
        ...(value === undefined ? [] : ['import json']),
        ...(login === '' ? [] : ['import os']),
        'import urllib.error',
        'import urllib.request',
        '',
        'request = urllib.request.Request(',
        '    ' + literal(url) + ',',
        '    method=' + literal(method) + ',',
        '    headers={',
        ...Object.entries(headers).map(([name, one]) => '        ' + literal(name) + ': ' + literal(one) + ','),
        ...(login === '' ? [] : ['        "Authorization": "Basic " + base64.b64encode((' + literal(login + ':') + ' + os.environ["PASSWORD"]).encode()).decode(),']),
        '    },',
        ...(body === undefined ? [] : ['    data=' + sent + '.encode(),']),
        ')',
        'try:',
        '    answer = urllib.request.urlopen(request)',
        'except urllib.error.HTTPError as refusal:',
        '    answer = refusal',
        'print(answer.status, answer.read().decode())',
      ].join('\n');
    },
  };
`;

const codes = new Function(`${SAMPLE_CODE} return codes;`)() as Readonly<Record<CodeLanguage, (request: SampledRequest) => string>>;

export const writtenCode = (name: CodeLanguage, request: SampledRequest): string => codes[name](request);
