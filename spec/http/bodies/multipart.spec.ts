import { expect } from 'chai';
import { multipartPairs } from '../../../lib/http/bodies/form';

const TYPE = 'multipart/form-data; boundary=B';
const read = (body: string) => multipartPairs(Buffer.from(body, 'latin1'), TYPE, 1000);
const part = (head: string, value: string) => `--B\r\n${head}\r\n\r\n${value}\r\n`;
const title = part('Content-Disposition: form-data; name="title"', 'Multi');
const octets = 'Content-Type: application/octet-stream';

describe('multipartPairs', () => {
  const scenarios: readonly (readonly [title: string, body: string, pairs: unknown])[] = [
    ['gives the fields', `${title}--B--\r\n`, [['title', 'Multi']]],
    [
      'names the files, without their content',
      `${part('Content-Disposition: form-data; name="f"; filename="x.txt"', 'abc')}${title}--B--`,
      [
        ['f', undefined],
        ['title', 'Multi'],
      ],
    ],
    ['names a file that is empty', `${part('Content-Disposition: form-data; name="f"; filename="x.txt"', '')}--B--`, [['f', undefined]]],
    [
      'takes a field with an empty file name for text, unless its type is octets',
      `${part('Content-Disposition: form-data; name="f"; filename=""', '')}${title}--B--`,
      [
        ['f', ''],
        ['title', 'Multi'],
      ],
    ],
    [
      'has no file where none was chosen, as browsers send that',
      `${part(`Content-Disposition: form-data; name="f"; filename=""\r\n${octets}`, '')}${title}--B--`,
      [['title', 'Multi']],
    ],
    ['takes octets for a file', `${part(`Content-Disposition: form-data; name="f"\r\n${octets}`, 'x')}--B--`, [['f', undefined]]],
    [
      'may have other headers and a preamble',
      `hello\r\n${part('Content-Type: text/plain\r\nContent-Disposition: form-data; name=t', 'x')}--B--`,
      [['t', 'x']],
    ],
    ['keeps line ends within values', `${part('Content-Disposition: form-data; name="t"', 'a\r\n\r\nb')}--B--`, [['t', 'a\r\n\r\nb']]],
    ['reads UTF-8', `${part('Content-Disposition: form-data; name="\xc3\xa9"', '\xc3\xa9\xff')}--B--`, [['é', 'é?']]],
    [
      'reads a part in the charset that it names',
      `${part('Content-Disposition: form-data; name="t"\r\nContent-Type: text/plain; charset=ISO-8859-1', '\xe9')}--B--`,
      [['t', 'é']],
    ],
    ['skips parts without a name', `${part('X-Other: form-data', 'x')}--B--`, []],
    [
      'keeps values as long as they are',
      `${part('Content-Disposition: form-data; name="t"', 'x'.repeat(2_000_000))}--B--`,
      [['t', 'x'.repeat(2_000_000)]],
    ],
  ];
  for (const [name, body, pairs] of scenarios) {
    it(name, async () => {
      expect(await read(body)).to.deep.equal(pairs);
    });
  }

  for (const [name, body] of [
    ['ends too early', title.repeat(2).slice(0, -3)],
    ['is none', 'x'],
    ['has a malformed header', `${part('Content Disposition; name=t', 'x')}--B--`],
    ['ends within a file', part('Content-Disposition: form-data; name="f"; filename="x.txt"', 'abc')],
  ] as const) {
    it(`rejects a form that ${name}`, async () => {
      const thrown = await read(body).catch((error: unknown) => error);
      expect(thrown).to.be.an('error');
    });
  }

  it('rejects a form whose type names no boundary', async () => {
    const thrown = await multipartPairs(Buffer.from(title), 'multipart/form-data', 1000).catch((error: unknown) => error);
    expect(thrown).to.be.an('error');
  });

  it('stops at one part more than a form may have', async () => {
    expect(await multipartPairs(Buffer.from(`${title.repeat(50)}--B--`), TYPE, 2)).to.have.length(41);
  });
});
