import { expect } from 'chai';
import { markupOf } from '../../../lib/html/html';
import { headlinesOf, markdown, markdownLine } from '../../../lib/site/api-page/page/markdown';

describe('markdown', () => {
  const scenarios: readonly (readonly [string, string, string])[] = [
    ['paragraphs', 'One\ntwo\n\nthree', '<p>One\ntwo</p>\n<p>three</p>\n'],
    ['headlines, with numbered addresses', '## A\n\n# B', '<h2 id="x-1">A</h2>\n<h2 id="x-2">B</h2>\n'],
    ['lists after a paragraph', 'Codes:\n- `a`: b\n* c', '<p>Codes:</p>\n<ul><li><code>a</code>: b</li><li>c</li></ul>\n'],
    ['numbered lists', '1. a\n2. b\n\nc', '<ol><li>a</li><li>b</li></ol>\n<p>c</p>\n'],
    ['blocks of code, in which nothing is read', '```json\n## {"a": `1`}\n```', '<pre><code>## {&quot;a&quot;: `1`}</code></pre>\n'],
    ['a block of code that never ends', '```\na', '<pre><code>a</code></pre>\n'],
    ['strong text', '**so** it is', '<p><strong>so</strong> it is</p>\n'],
    [
      'links',
      '[a <b>](https://example.org/?a=1&b="2") [c](/d) [e](#f)',
      '<p><a href="https://example.org/?a=1&amp;b=&quot;2&quot;">a &lt;b&gt;</a> <a href="/d">c</a> <a href="#f">e</a></p>\n',
    ],
    ['links to what is not safe as they are written', '[a](javascript:b) [c](//d)', '<p>[a](javascript:b) [c](//d)</p>\n'],
    ['markup as text', '<img src=x onerror=y>', '<p>&lt;img src=x onerror=y&gt;</p>\n'],
    ['signs that stand alone as they are', '`a ** b [c] (d)', '<p>`a ** b [c] (d)</p>\n'],
    ['nothing', '', ''],
  ];
  for (const [what, source, markup] of scenarios) {
    it(`renders ${what}`, () => {
      expect(markupOf(markdown(source, { prefix: 'x' }))).to.equal(markup);
    });
  }

  it('gives headings an id for the table of contents', () => {
    expect(headlinesOf('a\n## B\n- c\n### D `e`', 'x')).to.deep.equal([
      { id: 'x-1', text: 'B' },
      { id: 'x-2', text: 'D `e`' },
    ]);
  });

  it('markdownLine renders a line without a paragraph, and headings without addresses as paragraphs', () => {
    expect(markupOf(markdownLine('a `b`'))).to.equal('a <code>b</code>');
    expect(markupOf(markdown('## a'))).to.equal('<p>a</p>\n');
  });

  it('reads long hostile lines in linear time', () => {
    for (const sign of ['[', '`', '**', '[a](', '](']) {
      const text = `a ${sign.repeat(50_000)}`;
      expect(markupOf(markdown(text))).to.have.length.above(text.length);
    }
  });
});
