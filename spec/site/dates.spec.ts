import { expect } from 'chai';
import { markupOf } from '../../lib/html/html';
import { type InLocale, localesOf, localZoneName } from '../../lib/html/locales';
import { dayText, dayTile, monthText, monthTitle, type Times, timeText, weekdayNames, whenText } from '../../lib/site/values/dates';

const locales = localesOf([]);
const en: InLocale = { language: 'en', locale: locales.en };
const fr: InLocale = { language: 'fr', locale: locales.fr };

const wordsOf = (times: Times, written: InLocale) => markupOf(whenText(times, written)).replace(/<[^>]*>/g, '');
const at = (start: string, end: string, utcStart = start, utcEnd = end, allDay = false): Times => ({
  start,
  end,
  utcStart,
  utcEnd,
  allDay,
});

describe('dates on pages', () => {
  const scenarios: readonly (readonly [title: string, times: Times, en: string, fr: string])[] = [
    [
      'name one day and two times',
      at('2026-12-05 19:30:00', '2026-12-05 22:00:00'),
      'Saturday 5\u00a0December 2026, 19:30 – 22:00',
      'Samedi 5\u00a0décembre 2026, de\u00a019\u00a0h\u00a030 à\u00a022\u00a0h',
    ],
    [
      'name one moment once',
      at('2026-05-01 09:05:00', '2026-05-01 09:05:00'),
      'Friday 1\u00a0May 2026, 09:05',
      'Vendredi 1er\u00a0mai 2026 à\u00a09\u00a0h\u00a005',
    ],
    [
      'name two days with their times',
      at('2026-12-31 22:00:00', '2027-01-01 02:00:00'),
      'Thursday 31\u00a0December 2026, 22:00 – Friday 1\u00a0January 2027, 02:00',
      'Du jeudi 31\u00a0décembre 2026 à\u00a022\u00a0h au vendredi 1er\u00a0janvier 2027 à\u00a02\u00a0h',
    ],
    [
      'name a whole day',
      at('2026-07-14 00:00:00', '2026-07-14 23:59:59', '2026-07-13 22:00:00', '2026-07-14 21:59:59', true),
      'Tuesday 14\u00a0July 2026, all day',
      'Mardi 14\u00a0juillet 2026, toute la journée',
    ],
    [
      'name the first and the last of whole days',
      at('2026-07-14 00:00:00', '2026-07-16 23:59:59', '2026-07-13 22:00:00', '2026-07-16 21:59:59', true),
      'Tuesday 14\u00a0July 2026 – Thursday 16\u00a0July 2026',
      'Du mardi 14\u00a0juillet 2026 au jeudi 16\u00a0juillet 2026',
    ],
    [
      'reach the first years and the last',
      at('0033-04-03 15:00:00', '9999-12-31 15:00:00'),
      'Sunday 3\u00a0April 33, 15:00 – Friday 31\u00a0December 9999, 15:00',
      'Du dimanche 3\u00a0avril 33 à\u00a015\u00a0h au vendredi 31\u00a0décembre 9999 à\u00a015\u00a0h',
    ],
  ];
  for (const [title, times, inEnglish, inFrench] of scenarios)
    it(title, () => expect([wordsOf(times, en), wordsOf(times, fr)]).to.deep.equal([inEnglish, inFrench]));

  it('datetime attributes have the UTC offset, or the date alone for whole days', () => {
    const momentsOf = (times: Times) => [...markupOf(whenText(times, en)).matchAll(/datetime="([^"]*)"/g)].map(([, moment]) => moment);
    const summer = at('2026-07-14 23:00:00', '2026-07-15 01:00:00', '2026-07-14 21:00:00', '2026-07-14 23:00:00');
    expect(momentsOf(summer)).to.deep.equal(['2026-07-14T23:00:00+02:00', '2026-07-15T01:00:00+02:00']);
    expect(momentsOf(at('2026-07-14 23:00:00', '2026-07-14 23:30:00'))).to.deep.equal([
      '2026-07-14',
      '2026-07-14T23:00:00Z',
      '2026-07-14T23:30:00Z',
    ]);
    expect(momentsOf({ ...summer, allDay: true })).to.deep.equal(['2026-07-14', '2026-07-15']);
  });

  it('dayText, timeText, monthText and monthTitle write the parts of a date', () => {
    expect(dayText('2026-03-01 10:00:00', fr)).to.equal('dimanche 1er\u00a0mars 2026');
    expect([timeText('2026-03-01 00:00:00', fr), timeText('2026-03-01 00:00:00', en)]).to.deep.equal(['0\u00a0h', '00:00']);
    expect([monthText('2026-08', fr), monthTitle('2026-08-15 10:00:00', fr), monthText('2026-08', en)]).to.deep.equal([
      'août 2026',
      'Août 2026',
      'August 2026',
    ]);
    expect(markupOf(dayTile('2026-03-01 10:00:00', fr))).to.match(/<b>1<\/b><span>mars<\/span>/);
  });

  it('locales decide the order of day and month, 12 hours and the first day of the week', () => {
    const canadian: InLocale = { language: 'en', locale: 'en-CA' };
    const quebecois: InLocale = { language: 'fr', locale: 'fr-CA' };
    const evening = at('2026-12-05 19:30:00', '2026-12-05 22:00:00');
    expect(wordsOf(evening, canadian)).to.equal('Saturday, December\u00a05, 2026, 7:30\u00a0p.m. – 10:00\u00a0p.m.');
    expect(wordsOf(evening, quebecois)).to.equal(wordsOf(evening, fr));
    expect(wordsOf(evening, { language: 'en', locale: 'en-AU' })).to.equal('Saturday 5\u00a0December 2026, 7:30\u00a0pm – 10:00\u00a0pm');
    const beginnings = [en, fr, canadian, quebecois].map((written) => weekdayNames(written).map(({ long }) => long.slice(0, 3))[0]);
    expect(beginnings).to.deep.equal(['Mon', 'lun', 'Sun', 'dim']);
  });

  it('zone names by locale, none where the locale has none', () => {
    const winter = new Date('2026-12-05T12:00:00Z');
    const named = (zone: string, at: Date = winter) =>
      ['en-CA', 'fr-CA', 'en-GB', 'fr-FR'].map((locale) => localZoneName(zone, at, { language: 'en', locale }));
    expect(named('America/Toronto')).to.deep.equal(['EST', 'HNE', undefined, undefined]);
    expect(named('America/Toronto', new Date('2026-07-05T12:00:00Z'))).to.deep.equal(['EDT', 'HAE', undefined, undefined]);
    expect(named('Europe/Paris')).to.deep.equal([undefined, undefined, 'CET', undefined]);
    expect(named('UTC')).to.deep.equal(['UTC', 'UTC', 'UTC', 'UTC']);
  });

  it('have the default locale of a language without a setting', () => {
    expect(localesOf(['fr-CA'])).to.deep.equal({ en: 'en-GB', fr: 'fr-CA' });
  });
});
