import { expect } from 'chai';
import { jsonLdScript, markupOf } from '../../lib/html/html';
import { descriptionHtml } from '../../lib/site/parts/blocks';
import { misnested } from '../html/page';

describe('descriptionHtml', () => {
  const scenarios: readonly (readonly [title: string, description: string, passage: string])[] = [
    [
      'keeps its words and links',
      '<p>A <a href="https://x.example/?a=1&amp;b=2">b</a></p>',
      '<p>A <a href="https://x.example/?a=1&amp;b=2">b</a></p>',
    ],
    ['has no headline of its own', '<h1 id="a">A</h1><h2>B</h2><h1>C</h1>', '<h2 id="a">A</h2><h3>B</h3><h2>C</h2>'],
    ['skips no level', '<h3>A</h3><h6>B</h6><h4>C</h4><h2>D</h2><h4>E</h4>', '<h2>A</h2><h3>B</h3><h3>C</h3><h2>D</h2><h3>E</h3>'],
    ['has headings in headings too', '<h1>A<h4>B<h2>C</h2></h4></h1>', '<h2>A<h3>B<h3>C</h3></h3></h2>'],
    [
      'ends with the sixth level',
      '<h1>A</h1><h2>B</h2><h3>C</h3><h4>D</h4><h5>E</h5><h6>F</h6>',
      '<h2>A</h2><h3>B</h3><h4>C</h4><h5>D</h5><h6>E</h6><h6>F</h6>',
    ],
    ['has no landmarks', '<main><nav role="main">x</nav></main><header>y</header>', '<div><div>x</div></div><div>y</div>'],
    ['has no styles', '<p style="color:red" class="x">style="y"</p>', '<p class="x">style="y"</p>'],
    ['keeps what only reads like a style', '<p title="my style of > it">x</p>', '<p title="my style of &gt; it">x</p>'],
    [
      'starts nothing by itself',
      '<video autoplay controls src="https://x.example/v"></video>',
      '<video controls src="https://x.example/v"></video>',
    ],
    ['loads images as they are seen', '<img src="https://x.example/i">', '<img loading="lazy" alt="" src="https://x.example/i" />'],
    ['keeps what images say', '<img alt="A" loading="eager" src="i">', '<img alt="A" loading="eager" src="i" />'],
    ['runs nothing', '<script>alert(1)</script><a href="javascript:alert(1)" onclick="x()">a</a>', 'alert(1)<a>a</a>'],
    ['closes what it opens, and nothing else', '</div></main><div><p>x', '<div><p>x</p></div>'],
  ];
  for (const [title, description, expected] of scenarios) {
    it(title, () => {
      const markup = markupOf(descriptionHtml(description));
      expect(markup).to.equal(expected);
      expect(misnested(markup)).to.deep.equal([]);
    });
  }
});

describe('jsonLdScript', () => {
  it('keeps the data and escapes what would end the script', () => {
    const description = { name: '</script><!--<script>&\u2028\u2029"\\', nested: [{ url: 'https://x.example/?a=1&b=2' }] };
    const [, text = ''] = /^<script type="application\/ld\+json">(.*)<\/script>\n$/s.exec(markupOf(jsonLdScript(description))) ?? [];
    expect(text).to.not.match(/[<>&\u2028\u2029]/);
    expect(JSON.parse(text)).to.deep.equal(description);
  });
});
