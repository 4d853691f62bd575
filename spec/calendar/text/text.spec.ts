import { expect } from 'chai';
import * as fc from 'fast-check';
import { cutText, textOf } from '../../../lib/calendar/text/html-text';
import { plainText } from '../../../lib/calendar/text/plain-text';
import { excerptHtml, paragraphs, sanitizeHtml } from '../../../lib/calendar/text/sanitized-html';
import { runs } from '../../support/runs';

const PLAIN: readonly (readonly [typed: string, plain: string])[] = [
  [`<b>bold</b> & <script>alert(1)</script> "q" 's`, `bold & alert(1) "q" 's`],
  ['a < b > c & d', 'a < b > c & d'],
  ['I <3 you', 'I <3 you'],
  ['&lt;b&gt; &amp; &copy;', '&lt;b&gt; & ©'],
  ['&Eacute;glise, &pound;5, It&#146;s, &#x1F389;, R&amp;B &hearts; 1 &lt; 2', 'Église, £5, It’s, 🎉, R&B ♥ 1 < 2'],
  ['&amp;eacute; &amp;lt;b&amp;gt; &bogus; Rock&notes &#7;', '&amp;eacute; &amp;lt;b&amp;gt; &bogus; Rock&notes'],
  ['<&#98;&gt; &lt;&#47;b', '&lt;b&gt; &lt;/b'],
  ['<img src=x onerror=alert(1) x=', 'img src=x onerror=alert(1) x='],
  ['a<b c<!-- d</e <?f', 'a b c !-- d /e ?f'],
  ['<é<я<日<\u{1d4d0}', 'é я 日 \u{1d4d0}'],
  ['&lt;é&gt; &lt;я <&#98;> &lt;b>', '&lt;é&gt; &lt;я &lt;b> &lt;b>'],
  ['<<b>b>x', 'x'],
  ['One<br>Two<BR/>Three <br /> Four', 'One Two Three Four'],
  ['<p>One</p><p class="x">Two</p>\n<P>Three</P>', 'One Two Three'],
  ['<ul><li>One<li>Two</ul><h2>Three</h2>Four<hr>Five', 'One Two Three Four Five'],
  ['<td>One</td><td>Two</td>', 'One Two'],
  ['<a>x</a><p class="y">p</p><pre>q</pre>', 'xp q'],
  ['un<b>believ</b>able <i>a</i><a href="x">b</a><pr>c<hgroups>d', 'unbelievable abcd'],
  ['so\u00adft \u200b\u2060no \ufeffwid&ZeroWidthSpace;th \u3164\uffa0\u115f', 'soft no width'],
  ['a\u200db\u200cc й\u200dк', 'abc йк'],
  ['می\u200c\u200bخواهم 👩🏽\u200d💻🏳️\u200d🌈 ക്\u200d', 'می\u200cخواهم 👩🏽\u200d💻🏳️\u200d🌈 ക്\u200d'],
  ['🏴\u{e0067}\u{e0062}\u{e007f} a\u{e0062}', '🏴\u{e0067}\u{e0062}\u{e007f} a'],
  ['\u202babc\u202c \u2066d\u2069 \u202ee\u2069 \u200ff', '\u202babc\u202c \u2066d\u2069 e \u200ff'],
  ['\u202a<b \u202c>a\u2800', 'a'],
  ['⠁⠀⠃', '⠁⠀⠃'],
  ['<CODE/CRAFTS>', 'CODE/CRAFTS'],
  ['<devcon> <anti:conf>', 'devcon anti:conf'],
  ['<b><dev/con></b>', 'dev/con'],
  ['<devcon> 2030', '2030'],
  ['<b></b> <img src=x onerror=alert(1)><br/><p>&nbsp;</p>', ''],
  ['a\vb\fc\u0085d', 'a\nb\nc\nd'],
  ['back\\slash \\n', 'back\\slash \\n'],
  ['line1\r\nline2', 'line1\nline2'],
  ['   padded\u0000\u0007 ', 'padded'],
  ['<<b>i>x<</b>/i>', 'x'],
  ['<!-- wp:paragraph --><p>Block</p><!-- /wp:paragraph -->', 'Block'],
  ['\ud800', '\ufffd'],
];

const SANITISED: readonly (readonly [typed: string, safe: string])[] = [
  ['<script>alert(1)</script>', 'alert(1)'],
  ['<iframe src="https://x.org"></iframe><a href="javascript:alert(1)">x</a><p onclick="x()">p</p>', '<a>x</a><p>p</p>'],
  ['<a href="JaVa&#115;cript&colon;alert(1)">x</a>', '<a>x</a>'],
  ['<a href=" java\tscript&#58alert(1)">x</a>', '<a>x</a>'],
  [`<a href="${' '.repeat(600)}javascript:alert(1)">x</a>`, '<a>x</a>'],
  [`<a href="${'&#9;'.repeat(600)}javascript:alert(1)">x</a>`, '<a>x</a>'],
  ['<img src=data:text/html,x onerror=alert(1)>', '<img />'],
  ['<a href="https://e.org/?a=1&b=2" target=_blank>x</a>', '<a href="https://e.org/?a=1&amp;b=2" target="_blank">x</a>'],
  ['<svg><style><img src=x onerror=alert(1)></style></svg>', '&lt;img src=x onerror=alert(1)&gt;'],
  ['<p style="text-align:center">x</p><p style="background:url(x)">y</p>', '<p style="text-align:center">x</p><p>y</p>'],
  [
    '<p style="color:red;-webkit-foo:1;position:fixed;margin:0 auto;background-color:url(x)">x</p>',
    '<p style="color:red;margin:0 auto">x</p>',
  ],
  ['<p style="color:red;}{">x</p><p style="/*">y</p>', '<p style="color:red">x</p><p>y</p>'],
  ['<b><i>x</b>y</i>', '<b><i>x</i></b>y'],
  ['<ul><li>a<li>b</ul>', '<ul><li>a</li><li>b</li></ul>'],
  ['<a title="a>b<">x</a>', '<a title="a&gt;b&lt;">x</a>'],
  ['a < b > c & d &amp; &copy; &Eacute; &amp;eacute;', 'a &lt; b &gt; c &amp; d &amp; © É &amp;eacute;'],
  ['it&#8217;s &#8220;2&#215;3&#8221; &#8230; &rsquo; &#38;#8217;', 'it&#8217;s &#8220;2&#215;3&#8221; &#8230; ’ &amp;#8217;'],
  ['<a href="&#1;106&#1;avascript:alert(1)">&#1;60&#1;b</a>', '<a href="106avascript:alert(1)">60b</a>'],
  ['<!-- wp:heading {"level":3} -->x<!-- <b -->', 'x'],
  ['<p>5 <b and more</p> text <i', '<p>5 &lt;b and more</p> text &lt;i'],
  ['<b', '&lt;b'],
  ['<!--', '&lt;!--'],
];

const SHOWN: readonly (readonly [typed: string, description: string, excerpt?: string])[] = [
  [`<b>bold</b> & <script>alert(1)</script> "q" 's`, '<p><b>bold</b> &amp; alert(1) &#8220;q&#8221; &#8216;s</p>'],
  ['ünï 😀 日本', '<p>ünï 😀 日本</p>'],
  ['line1\r\nline2\r\n\r\npara', '<p>line1<br />\nline2</p>\n<p>para</p>'],
  ['&amp; &lt;b&gt; &copy;', '<p>&amp; &lt;b&gt; ©</p>'],
  [`"double" -- dash ... ellipsis's`, '<p>&#8220;double&#8221; &#8212; dash &#8230; ellipsis&#8217;s</p>'],
  ['<code>"a" -- b</code> "c"', '<p><code>"a" -- b</code> &#8220;c&#8221;</p>'],
  ['https://example.com/page', '<p>https://example.com/page</p>'],
  ['<p>already</p>', '<p>already</p>'],
  ['a <pre>x\n\n"y"</pre> b', '<p>a </p>\n<pre>x\n\n"y"</pre>\n<p> b</p>'],
  ['<!-- wp:paragraph --><p>Block</p><!-- /wp:paragraph -->', '<p>Block</p>'],
  ['[gallery] [embed]x[/embed]', '<p> <a href="http://x">x</a></p>', '<p>[gallery] [embed]x[/embed]</p>'],
  [
    '[embed]https://e.org/v?a=8&amp;b=2[/embed]',
    '<p><a href="https://e.org/v?a=8&amp;b=2">https://e.org/v?a=8&amp;b=2</a></p>',
    '<p>[embed]https://e.org/v?a=8&amp;b=2[/embed]</p>',
  ],
  [
    '[[gallery]] [[gallery ids="1"]] [gallery]]',
    '<p>[gallery] [gallery ids=&#8221;1&#8221;] ]</p>',
    '<p>[[gallery]] [[gallery ids=&#8221;1&#8221;]] [gallery]]</p>',
  ],
  ['[[embed]https://e.org/v[/embed]]', '<p>[embed]https://e.org/v[/embed]</p>', '<p>[[embed]https://e.org/v[/embed]]</p>'],
  // A shortcode inside a tag stays: its removal would break the tag.
  ['<a title="[embed]http://onmouseover=alert(1)//[/embed]">x</a>', '<p><a title="[embed]http://onmouseover=alert(1)//[/embed]">x</a></p>'],
  ['<a href="[gallery" title="]javascript:alert(1)">x</a>', '<p><a href="[gallery" title="]javascript:alert(1)">x</a></p>'],
  ['2x3, 1.5x2, 1,2x3, a2x3, 2x', '<p>2&#215;3, 1.5&#215;2, 1,2&#215;3, a2x3, 2x</p>'],
  ['', ''],
  [' \n ', ''],
];

const hostile = fc
  .array(
    // biome-ignore format: a list
    fc.constantFrom(
      '<', '>', '</', '"', "'", '=', ' ', '<a ', 'href=', 'javascript:', '&#106;', '&#1;', '&#8217;', '&colon;', '&lt;',
      '&gt;', '&Pi;', '>', 'é', '<b>', '</b>', '<p ', 'onclick=', '<!--', '-->', '<script>', '/', '<svg', '<img src=x ',
      'style=', '\n', '`', '&amp;', '\0', '<li>', '<td', '\u200d', '\u202a', '\u202c', '&#8236;', '\u00ad', 'م\u200c',
      '👩\u200d💻', '<br/>', '<br', '</p>', 'x', 'title="', '[gallery', '[embed]', '[/embed]', ']', 'http://', ' '.repeat(600),
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(''));
const anyText = fc.oneof(hostile, fc.string({ unit: 'binary' }));

const TAG = /<\/?([a-z][a-z0-9]*)((?: [^\s"'<>/=]+(?:="[^"<>]*")?)*)(?: \/)?>/g;
const UNSAFE_TAG = /^(?:script|style|iframe|object|embed|applet|form|input|button|textarea|select|svg|math|meta|link|base|title|xmp)$/;
const UNSAFE_ATTRIBUTE = /^(?:on.*|srcdoc|action|formaction|ping)$/;

/** Lists the HTML tags of a text. Throws if a `<` begins no regular tag. */
const findTags = (html: string): { name: string; attributes: [name: string, value: string][] }[] => {
  const found = [...html.matchAll(TAG)].map(([, name = '', attributes = '']) => ({
    name,
    attributes: [...attributes.matchAll(/ ([^\s=]+)(?:="([^"]*)")?/g)].map(([, key = '', value = '']): [string, string] => [key, value]),
  }));
  expect(html.replace(TAG, ''), html).to.not.include('<');
  return found;
};

describe('plainText', () => {
  for (const [typed, plain] of PLAIN)
    it(`makes ${JSON.stringify(typed)} ${JSON.stringify(plain)}`, () => expect(plainText(typed)).to.equal(plain));

  it('leaves no tag, does not grow and is idempotent, for any text', () => {
    fc.assert(
      fc.property(anyText, (typed) => {
        const plain = plainText(typed);
        expect(plain).to.not.match(/<[\p{L}/!?]/u);
        expect([...plain].length).to.be.at.most([...typed].length);
        expect(plainText(plain)).to.equal(plain);
      }),
      { numRuns: runs(1000) },
    );
  });
});

describe('textOf', () => {
  for (const [html, text] of [
    ['<p>Fish &amp; chips &#8211; l&rsquo;&eacute;t&#xE9; &lt;b&gt;</p>\n<p>&bogus;</p>', 'Fish & chips – l’été < b>\n\n&bogus;'],
    ['<p>&Eacute;glise &pound;5 It&#146;s &frac12; &#x1f389; &amp;eacute;</p>', 'Église £5 It’s ½ 🎉 &eacute;'],
    ['<table><tr><th>Piano</th><td>Violin</td></tr><tr><td>Flute</td></tr></table>', 'Piano Violin\nFlute'],
    ['<dl><dt>When</dt><dd>Now</dd></dl>', 'When\nNow'],
    ['a<blockquote>b</blockquote>c<pre>d\n  e</pre>f<hr />g', 'a\n\nb\n\nc\n\nd\n  e\n\nf\n\ng'],
    ['text<ul><li>one</li><li>two<ol><li>a</li></ol></li></ul>after', 'text\none\ntwo\na\nafter'],
    ['<h2>Head</h2>text<div>div</div><section>section</section>', 'Head\n\ntext\ndiv\nsection'],
    ['a<br />\nb<br>c', 'a\nb\nc'],
    ['one <b>wo</b>rd, <a href="https://x.example">link</a><img src="x" alt="y" />', 'one word, link'],
    ['&lt;i&gt; 1 &lt; 2 &lt;3 &lt;é', '< i> 1 < 2 <3 < é'],
  ] as const)
    it(`makes ${JSON.stringify(html)} ${JSON.stringify(text)}`, () => expect(textOf(html)).to.equal(text));
});

describe('cutText', () => {
  for (const [text, longest, cut] of [
    ['one two', 7, 'one two'],
    ['one two three', 8, 'one two…'],
    ['one two three', 10, 'one two…'],
    ['one, two', 6, 'one…'],
    ['x'.repeat(20), 10, `${'x'.repeat(9)}…`],
    [`日本 ${'東京'.repeat(40)}`, 60, `日本 ${'東京'.repeat(28)}…`],
    ['👋🏽👋🏽👋🏽', 10, '👋🏽👋🏽…'],
    ['e\u0301e\u0301e\u0301', 4, 'e\u0301…'],
  ] as const)
    it(`cuts ${JSON.stringify(text)} to ${longest}: ${JSON.stringify(cut)}`, () => expect(cutText(text, longest)).to.equal(cut));
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

  it('leaves only allowed elements, attributes and addresses, and every `<` begins a tag', () => {
    fc.assert(
      fc.property(anyText, (typed) => {
        for (const html of [sanitizeHtml(typed), paragraphs(typed), excerptHtml(typed)]) {
          for (const { name, attributes } of findTags(html)) {
            expect(name).to.not.match(UNSAFE_TAG);
            for (const [attribute, value] of attributes) {
              expect(attribute).to.not.match(UNSAFE_ATTRIBUTE);
              if (attribute === 'href' || attribute === 'src')
                expect(value.replace(/[\s\p{C}]|&(?:tab|newline);/giu, '')).to.not.match(/^[^/?#]*(?:script|data)(?::|&colon;|&#)/i);
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

  it('limit the output for hostile texts of maximum length', () => {
    for (const piece of [
      ...['<', '<b>', '<pre>x</pre>', '<!--', `<a '"`, '<svg', '&', '\n', '[embed]', '1.', `<p style="color:a${' '.repeat(1900)}!">`],
    ]) {
      const long = piece.repeat(Math.floor(1e5 / piece.length));
      expect(paragraphs(long).length, piece).to.be.below(long.length * 8 + 100);
      expect(excerptHtml(long).length, piece).to.be.below(long.length * 8 + 100);
      expect(plainText(long).length, piece).to.be.at.most(long.length);
    }
  });
});
