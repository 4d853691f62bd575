import { expect } from 'chai';
import { html, markupOf, trusted } from '../../lib/pages/html';

describe('A template of HTML', () => {
  const hostile = `<script>alert("1")</script> & 'a'`;
  const escaped = '&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;a&#39;';

  it('escapes what is filled in', () => {
    expect(markupOf(html`<p title="${hostile}">${hostile}</p>`)).to.equal(`<p title="${escaped}">${escaped}</p>`);
  });

  it('keeps the markup of other templates, and escapes lists item by item', () => {
    expect(markupOf(html`<ul>${['<', html`<li>${1}</li>`, [undefined, '>']]}</ul>`)).to.equal('<ul>&lt;<li>1</li>&gt;</ul>');
  });

  it('keeps our own markup as it is, and nothing that only looks like it', () => {
    expect(markupOf(html`${trusted('a > b')}`)).to.equal('a > b');
    expect(() => html`${JSON.parse('{"markup":"<b>"}')}`).to.throw();
  });
});
