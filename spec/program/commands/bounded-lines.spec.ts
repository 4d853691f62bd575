import { expect } from 'chai';
import { type BoundedLine, boundedLines } from '../../../lib/program/seed/bounded-lines';

const MAX_BYTES = 12;

/** Reads the lines of bytes that arrive in chunks of one size. */
async function linesOf(bytes: Buffer, size: number): Promise<readonly BoundedLine[]> {
  const pieces = async function* () {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  };
  const lines: BoundedLine[] = [];
  for await (const line of boundedLines(pieces(), MAX_BYTES)) lines.push(line);
  return lines;
}

describe('boundedLines', () => {
  const files: readonly (readonly [string, Buffer, readonly (readonly [string, string?])[]])[] = [
    ['nothing', Buffer.from(''), []],
    ['a line without an end', Buffer.from('one'), [['one']]],
    ['empty lines', Buffer.from('\n\none\n'), [[''], [''], ['one']]],
    ['letters of several bytes', Buffer.from('é\n日本\n😀'), [['é'], ['日本'], ['😀']]],
    ['other ends of lines, which are left to who reads', Buffer.from('one\r\ntwo\u2028\n'), [['one\r'], ['two\u2028']]],
    ['a mark of the order of bytes', Buffer.from('\uFEFFone\ntwo'), [['one'], ['two']]],
    ['a line of just as many bytes as there may be', Buffer.from('123456789012\nx'), [['123456789012'], ['x']]],
    ['longer ones', Buffer.from('1234567890123\nx\n1234567890123'), [['123456789012', 'longer'], ['x'], ['123456789012', 'longer']]],
    ['what is no UTF-8', Buffer.from([0x61, 0xff, 0x0a, 0x62]), [['a\uFFFD', 'UTF-8'], ['b']]],
  ];
  for (const [what, bytes, expected] of files) {
    it(`answers lines with their numbers, for chunks of any size: ${what}`, async () => {
      for (let size = 1; size <= bytes.length + 1; size += 1) {
        const lines = await linesOf(bytes, size);
        expect(lines.map(({ number, text }) => [number, text])).to.deep.equal(expected.map(([text], index) => [index + 1, text]));
        for (const [index, { fault = '' }] of lines.entries()) {
          const [, why] = expected[index] ?? [];
          expect(fault).to.match(why === undefined ? /^$/ : new RegExp(`^It is .*${why}.*\\.$`));
        }
      }
    });
  }

  it('cuts a long line at the limit', async () => {
    const piece = Buffer.alloc(1_000_000, 'a');
    const pieces = async function* () {
      for (let count = 0; count < 300; count += 1) yield piece;
    };
    const before = process.memoryUsage().arrayBuffers;
    for await (const { text, fault } of boundedLines(pieces(), MAX_BYTES))
      expect([text.length, fault]).to.deep.equal([MAX_BYTES, `It is longer than ${MAX_BYTES} bytes.`]);
    expect(process.memoryUsage().arrayBuffers - before).to.be.below(50_000_000);
  });
});
