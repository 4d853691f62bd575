import { expect } from 'chai';
import { html, markupOf, trusted } from '../../lib/html/html';

describe('html templates', () => {
  const hostile = `<script>alert("1")</script> & 'a'`;
  const escaped = '&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;a&#39;';

  it('escapes values', () => {
    expect(markupOf(html`<p title="${hostile}">${hostile}</p>`)).to.equal(`<p title="${escaped}">${escaped}</p>`);
  });

  it('keeps nested templates, and escapes lists item by item', () => {
    expect(markupOf(html`<ul>${['<', html`<li>${1}</li>`, [undefined, '>']]}</ul>`)).to.equal('<ul>&lt;<li>1</li>&gt;</ul>');
  });

  it('keeps trusted markup, and throws for objects that only look like it', () => {
    expect(markupOf(html`${trusted('a > b')}`)).to.equal('a > b');
    expect(() => html`${JSON.parse('{"markup":"<b>"}')}`).to.throw();
  });
});
