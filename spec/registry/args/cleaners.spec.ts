import { expect } from 'chai';
import { cleanText, cleanUrl } from '../../../lib/registry/args/formats';

const urls: readonly [string, string][] = [
  ['example.org/a b', 'http://example.org/a%20b'],
  ['  https://example.org', 'https://example.org'],
  ['mailto:ann@example.org', 'mailto:ann@example.org'],
  ['JavaScript:alert(1)', ''],
  ['java\nscript:alert(1)', ''],
  ['javascript&#58;alert(1)', 'http://javascript&#58;alert(1)'],
  ['javascript&#58;alert(1):', ''],
  ['http://example.org/%0%0da', 'http://example.org/'],
  ['/a:b', '/a:b'],
  ['#top', '#top'],
  ['index.php?a=1', 'index.php?a=1'],
  ['http://[::1]/a[1]', 'http://[::1]/a%5B1%5D'],
  ['<>"', ''],
  ['HTTPS://example.org', 'https://example.org'],
  ['#javascript&#58;alert(1)', ''],
  ['example.org?a=&#x3a', ''],
  ['feed:http://example.org', 'feed:http://example.org'],
  ['feed:javascript:alert(1)', ''],
  ['feed:', ''],
  ['a/?b:c', 'a/?b:c'],
];

const texts: readonly [string, string][] = [
  [' a\n\tb  c ', 'a b c'],
  ['<b>bold</b> move', 'bold move'],
  ['a<script>alert(1)</script>b', 'ab'],
  ['a <style>x{}</style><p>b', 'a b'],
  ['1 < 2', '1 &lt; 2'],
  ['100%25 sure', '100 sure'],
  ['%2%255', ''],
  ['plain & simple', 'plain & simple'],
  ['<a title="1 > 0">more</a>', 'more'],
  ['a <a title="never closed>b', 'a'],
  ['a <!-- b > c -->d', 'a d'],
  ['a <?php echo "b>"; ?>c', 'a c'],
  ['<b>\u00a0wide\u3000</b>\0', '\u00a0wide\u3000'],
];

describe('sanitizers: addresses and texts of args', () => {
  for (const [from, to] of urls) {
    it(`makes the address ${JSON.stringify(from)} ${JSON.stringify(to)}`, () => {
      expect(cleanUrl(from)).to.equal(to);
    });
  }

  for (const [from, to] of texts) {
    it(`makes the text ${JSON.stringify(from)} ${JSON.stringify(to)}`, () => {
      expect(cleanText(from)).to.equal(to);
    });
  }

  it('takes linear time for hostile text', () => {
    expect(cleanText('<script>'.repeat(120_000))).to.equal('');
    expect(cleanText('<script'.repeat(120_000))).to.match(/^&lt;script/);
    expect(cleanText(`<a ${'""'.repeat(500_000)}>b`)).to.equal('b');
    expect(cleanText(`<a ${'x'.repeat(1_000_000)}>b`)).to.equal('b');
    expect(cleanText(`${'<!-- >'.repeat(170_000)}b`)).to.equal('');
    expect(cleanText(`<b>${' \0'.repeat(500_000)}b`)).to.equal('b');
    expect(cleanText(`${'%'.repeat(300_000)}${'20'.repeat(300_000)}`)).to.equal('');
  });

  it('keeps the lines of a text that may have several', () => {
    expect(cleanText(' a \n b ', { lines: true })).to.equal('a \n b');
  });
});
