import { expect } from 'chai';
import * as fc from 'fast-check';
import sanitizeWithLibrary from 'sanitize-html';
import { isAllowedAttribute, isAllowedTag } from '../../lib/calendar/allowed-html';
import { textOf } from '../../lib/calendar/entities';
import { excerptHtml, paragraphs, plainText, sanitizeHtml } from '../../lib/calendar/text';
import { runs } from '../support/runs';

const PLAIN: readonly (readonly [typed: string, plain: string])[] = [
  [`<b>bold</b> & <script>alert(1)</script> "q" 's`, `bold & alert(1) "q" 's`],
  ['a < b > c & d', 'a < b > c & d'],
  ['I <3 you', 'I <3 you'],
  ['&lt;b&gt; &amp; &copy;', '&lt;b&gt; &amp; &copy;'],
  ['back\\slash \\n', 'back\\slash \\n'],
  ['line1\r\nline2', 'line1\nline2'],
  ['   padded\u0000\u0007 ', 'padded'],
  ['<<b>i>x<</b>/i>', 'x'],
  ['<!-- wp:paragraph --><p>Block</p><!-- /wp:paragraph -->', 'Block'],
  ['\ud800', '\ufffd'],
];

const SANITISED: readonly (readonly [typed: string, safe: string])[] = [
  ['<script>alert(1)</script>', 'alert(1)'],
  ['<iframe src="https://x.org"></iframe><a href="javascript:alert(1)">x</a><p onclick="x()">p</p>', '<a href="alert(1)">x</a><p>p</p>'],
  ['<a href="JaVa&#115;cript&colon;alert(1)">x</a>', '<a href="alert(1)">x</a>'],
  ['<a href=" java\tscript&#58alert(1)">x</a>', '<a href="alert(1)">x</a>'],
  [`<a href="${' '.repeat(600)}javascript:alert(1)">x</a>`, '<a href="alert(1)">x</a>'],
  [`<a href="${'&#9;'.repeat(600)}javascript:alert(1)">x</a>`, '<a href="alert(1)">x</a>'],
  ['<img src=data:text/html,x onerror=alert(1)>', '<img src="text/html,x" />'],
  ['<a href="https://e.org/?a=1&b=2" target=_blank>x</a>', '<a href="https://e.org/?a=1&amp;b=2" target="_blank">x</a>'],
  ['<svg><style><img src=x onerror=alert(1)></style></svg>', '<img src="x" />'],
  ['<p style="text-align:center">x</p><p style="background:url(x)">y</p>', '<p style="text-align:center">x</p><p>y</p>'],
  ['<b><i>x</b>y</i>', '<b><i>x</i></b>y'],
  ['<ul><li>a<li>b</ul>', '<ul><li>a</li><li>b</li></ul>'],
  ['<a title="a>b<">x</a>', '<a title="a&gt;b&lt;">x</a>'],
  ['a < b > c & d &amp; &copy;', 'a &lt; b &gt; c &amp; d &amp; &copy;'],
  ['<!-- wp:heading {"level":3} -->x<!-- <b -->', '<!-- wp:heading {"level":3} -->x'],
  ['<b', '&lt;b'],
  ['<!--', '&lt;!--'],
];

const SHOWN: readonly (readonly [typed: string, description: string, excerpt?: string])[] = [
  [`<b>bold</b> & <script>alert(1)</script> "q" 's`, '<p><b>bold</b> &amp; alert(1) &#8220;q&#8221; &#8216;s</p>'],
  ['ünï 😀 日本', '<p>ünï 😀 日本</p>'],
  ['line1\r\nline2\r\n\r\npara', '<p>line1<br />\nline2</p>\n<p>para</p>'],
  ['&amp; &lt;b&gt; &copy;', '<p>&amp; &lt;b&gt; &copy;</p>'],
  [`"double" -- dash ... ellipsis's`, '<p>&#8220;double&#8221; &#8212; dash &#8230; ellipsis&#8217;s</p>'],
  ['<code>"a" -- b</code> "c"', '<p><code>"a" -- b</code> &#8220;c&#8221;</p>'],
  ['https://example.com/page', '<p>https://example.com/page</p>'],
  ['<p>already</p>', '<p>already</p>'],
  ['a <pre>x\n\n"y"</pre> b', '<p>a </p>\n<pre>x\n\n"y"</pre>\n<p> b</p>'],
  [
    '<!-- wp:paragraph --><p>Block</p><!-- /wp:paragraph -->',
    '<p>Block</p>',
    '<p><!-- wp:paragraph --></p>\n<p>Block</p>\n<p><!-- /wp:paragraph --></p>',
  ],
  ['[gallery] [embed]x[/embed]', '<p> <a href="http://x">x</a></p>', '<p>[gallery] [embed]x[/embed]</p>'],
  [
    '[embed]https://e.org/v?a=8&amp;b=2[/embed]',
    '<p><a href="https://e.org/v?a=8&amp;b=2">https://e.org/v?a=8&amp;b=2</a></p>',
    '<p>[embed]https://e.org/v?a=8&amp;b=2[/embed]</p>',
  ],
  // What looks like a shortcode inside of a tag is none: taking it out would tear the tag apart.
  ['<a title="[embed]http://onmouseover=alert(1)//[/embed]">x</a>', '<p><a title="[embed]http://onmouseover=alert(1)//[/embed]">x</a></p>'],
  ['<a href="[gallery" title="]javascript:alert(1)">x</a>', '<p><a href="[gallery" title="]javascript:alert(1)">x</a></p>'],
  ['2x3, 1.5x2, 1,2x3, a2x3, 2x', '<p>2&#215;3, 1.5&#215;2, 1,2&#215;3, a2x3, 2x</p>'],
  ['', ''],
  [' \n ', ''],
];

const hostile = fc
  .array(
    fc.constantFrom(
      '<',
      '>',
      '</',
      '"',
      "'",
      '=',
      ' ',
      '<a ',
      'href=',
      'javascript:',
      '&#106;',
      '&colon;',
      '<b>',
      '</b>',
      '<p ',
      'onclick=',
      '<!--',
      '-->',
      '<script>',
      '/',
      '<svg',
      '<img src=x ',
      'style=',
      '\n',
      '`',
      '&amp;',
      '\0',
      '<li>',
      '<td',
      '<br/>',
      'x',
      'title="',
      '[gallery',
      '[embed]',
      '[/embed]',
      ']',
      'http://',
      ' '.repeat(600),
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(''));
const anyText = fc.oneof(hostile, fc.string({ unit: 'binary' }));

/** What an independent parser finds in HTML. */
const findTags = (html: string): { name: string; attributes: Record<string, string> }[] => {
  const found: { name: string; attributes: Record<string, string> }[] = [];
  sanitizeWithLibrary(html, {
    allowedTags: false,
    allowedAttributes: false,
    allowVulnerableTags: true,
    onOpenTag: (name, attributes) => void found.push({ name, attributes }),
  });
  return found;
};

describe('plainText', () => {
  for (const [typed, plain] of PLAIN)
    it(`makes ${JSON.stringify(typed)} ${JSON.stringify(plain)}`, () => expect(plainText(typed)).to.equal(plain));

  it('leaves no tag and is idempotent, for any text', () => {
    fc.assert(
      fc.property(anyText, (typed) => {
        const plain = plainText(typed);
        expect(plain).to.not.match(/<[a-z/!?][^<>]*>/i);
        expect(plainText(plain)).to.equal(plain);
      }),
      { numRuns: runs(1000) },
    );
  });

  it('decodes entities', () => {
    expect(textOf('<p>Fish &amp; chips &#8211; l&rsquo;&eacute;t&#xE9; &lt;b&gt;</p>\n<p>&bogus;</p>')).to.equal(
      'Fish & chips – l’été <b>\n\n&bogus;',
    );
  });
});

describe('sanitizeHtml', () => {
  for (const [typed, safe] of SANITISED)
    it(`makes ${JSON.stringify(typed)} ${JSON.stringify(safe)}`, () => expect(sanitizeHtml(typed)).to.equal(safe));

  it('is idempotent', () => {
    fc.assert(
      fc.property(anyText, (typed) => {
        const safe = sanitizeHtml(typed);
        expect(sanitizeHtml(safe)).to.equal(safe);
      }),
      { numRuns: runs(2000) },
    );
  });

  it('leaves only allowed elements, attributes and addresses (sanitize-html agrees)', () => {
    fc.assert(
      fc.property(anyText, (typed) => {
        for (const html of [sanitizeHtml(typed), paragraphs(typed), excerptHtml(typed)]) {
          for (const { name, attributes } of findTags(html)) {
            expect(isAllowedTag(name), name).to.equal(true);
            for (const [attribute, value] of Object.entries(attributes)) {
              expect(isAllowedAttribute(name, attribute), attribute).to.equal(true);
              expect(value.replace(/[\s\p{C}]/gu, '')).to.not.match(
                attribute === 'href' || attribute === 'src' ? /^[^/?#]*(?:script|data):/i : /^\0$/,
              );
            }
          }
        }
      }),
      { numRuns: runs(2000) },
    );
  });
});

describe('paragraphs and excerptHtml', () => {
  for (const [typed, description, excerpt = description] of SHOWN) {
    it(`show ${JSON.stringify(typed)} as ${JSON.stringify(description)}`, () => {
      expect(paragraphs(typed)).to.equal(description);
      expect(excerptHtml(typed)).to.equal(excerpt);
    });
  }

  it('take linear time for long hostile texts', () => {
    for (const piece of [
      '<',
      '<b>',
      '<pre>x</pre>',
      '<!--',
      `<a '"`,
      '<svg',
      '&',
      '\n',
      '[embed]',
      '1.',
      `<p style="color:a${' '.repeat(1900)}!">`,
    ]) {
      const long = piece.repeat(Math.floor(300_000 / piece.length));
      expect(paragraphs(long).length, piece).to.be.below(long.length * 8 + 100);
      expect(excerptHtml(long).length, piece).to.be.below(long.length * 8 + 100);
      expect(plainText(long).length, piece).to.be.at.most(long.length);
    }
  });
});
