import { expect } from 'chai';
import * as fc from 'fast-check';
import { cutText, textOf } from '../../lib/calendar/text/html-text';
import { paragraphs } from '../../lib/calendar/text/sanitized-html';
import { shownSummary } from '../../lib/site/values/shown-record';
import { runs } from '../support/runs';

describe('The summary of a record (meta description)', () => {
  const ofWhole = (html: string, longest: number): string => cutText(textOf(html).replace(/\s+/g, ' '), longest + 1);

  it('is the beginning of the text, of any length and content', () => {
    const pieces = [
      ...['word ', 'Fish &amp; chips ', '&lt;', '<b>bold</b> ', '<a href="https://example.org/a-long-address">', '</a>', '🎉', '日本'],
      ...['\n\n', '<br>'],
    ];
    const typed = fc
      .array(fc.tuple(fc.constantFrom(...pieces, 'a < b ', '<!-- said -->'), fc.integer({ min: 1, max: 400 })), { maxLength: 12 })
      .map((parts) => parts.map(([piece, times]) => piece.repeat(times)).join(''));
    fc.assert(
      fc.property(typed, fc.constantFrom(20, 200, 500), (text, longest) => {
        const description = paragraphs(text);
        expect(shownSummary({ description }, longest)).to.equal(ofWhole(description, longest));
      }),
      { numRuns: runs(300) },
    );
  });
});
