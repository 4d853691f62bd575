import { expect } from 'chai';
import * as fc from 'fast-check';
import { slugify, slugOfAddress } from '../../../lib/calendar/text/slug';
import { runs } from '../../support/runs';

const SLUGS: readonly (readonly [text: string, slug: string])[] = [
  ['Concert', 'concert'],
  ['A b C!', 'a-b-c'],
  ['C/D e.f', 'c-d-e-f'],
  ['T https://example.com/page', 't-https-example-com-page'],
  ['T line1\nline2\n\npara', 't-line1-line2-para'],
  ['a\r\nb\vc\fd\u2028e', 'a-b-c-d-e'],
  ['&Eacute;glise &#146;t', 'eglise-t'],
  ['T &amp; &lt;b&gt; &copy;', 't-b'],
  ['T <b>bold</b> & <script>alert(1)</script> "q" \'s', 't-bold-alert1-q-s'],
  ['T [gallery] [embed]x[/embed]', 't-gallery-embedx-embed'],
  ['T back\\slash \\n', 't-backslash-n'],
  ['V show_map', 'v-show_map'],
  ['a — b', 'a-b'],
  ['a&nbsp;b&#8211;c &mdash; d&hellip;', 'a-b-c-d'],
  ['a…b “c” ×2', 'ab-c-x2'],
  ['a\u00a0b\u00adc\td', 'a-bc-d'],
  ['-_-', '_'],
  ['--a--', 'a'],
  ['Fête de l’été', 'fete-de-lete'],
  ['Fe\u0302te', 'fete'],
  ['Cœur Straße Łódź Đà Nẵng İstanbul', 'coeur-strase-lodz-da-nang-istanbul'],
  ['T ünï 😀 日本', 't-uni-😀-日本'],
  ['Ёлка Йод', 'ёлка-йод'],
  ['ΟΔΟΣ', 'οδος'],
  ['%e6%97%a5', '日'],
  ['50% off', '50-off'],
  ['ΟΔΟΣ.ΑΒ', 'οδος-αβ'],
  ['ŉ Ŀ £5 ¥6 €7', 'n-l-5-¥6-e7'],
  ['col·lecció → ½ x²', 'col·leccio-→-½-x²'],
  ['a\u2028b\u3000c\u202fd\u2011e', 'a-b-c-d-e'],
  ['\u0301', ''],
  ['..', ''],
  ['', ''],
];

describe('slugify and slugOfAddress', () => {
  for (const [text, slug] of SLUGS) it(`make ${JSON.stringify(text)} ${JSON.stringify(slug)}`, () => expect(slugify(text)).to.equal(slug));

  it('cut slugs to 200 characters, between grapheme clusters', () => {
    expect(slugify('x'.repeat(300))).to.equal('x'.repeat(200));
    expect(slugify('😀'.repeat(300))).to.equal('😀'.repeat(200));
    expect(slugify(`${'x'.repeat(199)} y`)).to.equal('x'.repeat(199));
    expect(slugify(`${'x'.repeat(199)}क\u093c\u093f`)).to.equal('x'.repeat(199));
    expect(slugify(`${'x'.repeat(199)}👋🏽`)).to.equal('x'.repeat(199));
    expect(slugify('\u0902'.repeat(300))).to.equal('\u0902'.repeat(200));
  });

  it('slugify is idempotent for any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' })), (text) => {
        const slug = slugify(text);
        expect(slugify(slug)).to.equal(slug);
        expect(slug).to.not.match(/[\s/<>&%"'?#\\A-Z]/);
      }),
      { numRuns: runs(2000) },
    );
  });

  it('composed and decomposed texts have the same slug', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' })), (text) => {
        const slug = slugify(text);
        expect(slugify(text.normalize('NFD'))).to.equal(slug);
        expect(slugOfAddress(slug)).to.equal(slug);
        expect(slugOfAddress(slug.normalize('NFD'))).to.equal(slug);
      }),
      { numRuns: runs(2000) },
    );
  });
});
