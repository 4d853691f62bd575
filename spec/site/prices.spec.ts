import { expect } from 'chai';
import { type InLocale, localesOf } from '../../lib/html/locales';
import { priceText } from '../../routes/site/events/facts';

const locales = localesOf([]);
const english: InLocale = { language: 'en', locale: locales.en };
const french: InLocale = { language: 'fr', locale: locales.fr };
const euro = { currencySymbol: '€', currencyCode: 'EUR' };

describe('prices on pages', () => {
  for (const [stored, en, fr] of [
    [['15'], '€15', '15 €'],
    [['15.5'], '€15.50', '15,50 €'],
    [['15', '30'], '€15 – €30', '15–30 €'],
    [['15 - 30'], '€15 – €30', '15–30 €'],
    [['1500'], '€1,500', '1 500 €'],
    [['0'], 'Free', 'Gratuit'],
    [['free'], 'Free', 'Gratuit'],
    [['Gratuite'], 'Free', 'Gratuit'],
    [['0', '12'], 'Free – €12', 'Gratuit – 12 €'],
    [['$12'], 'US$12', '12 $US'],
    [['12 CHF'], 'CHF 12', '12 CHF'],
  ] as const) {
    it(`writes ${stored.join(' and ')} as each language does`, () => {
      const plain = (text: string | undefined) => text?.replace(/[\u00a0\u202f]/g, ' ');
      expect([plain(priceText(stored, euro, english)), plain(priceText(stored, euro, french))]).to.deep.equal([en, fr]);
    });
  }

  it('takes the currency of the site for a price with its symbol or none', () => {
    expect(priceText(['CA$12'], { currencySymbol: '$', currencyCode: 'USD' }, english)).to.equal('CA$12');
    expect(priceText(['$12'], { currencySymbol: '$', currencyCode: 'CAD' }, french)).to.equal('12\u00a0$');
    expect(priceText(['12'], { currencySymbol: '$', currencyCode: 'JPY' }, english)).to.equal('¥12');
  });

  it('leaves texts and mixed currencies unchanged', () => {
    for (const stored of [[], ['pay what you want'], ['adults 15, children 10'], ['€5', '$7'], ['5 kr']])
      expect(priceText(stored, euro, english), stored.join()).to.equal(undefined);
  });

  it('writes prices as the locale does', () => {
    const dollar = { currencySymbol: '$', currencyCode: 'CAD' };
    expect(priceText(['12.5'], dollar, { language: 'en', locale: 'en-CA' })).to.equal('$12.50');
    expect(priceText(['12.5'], dollar, { language: 'fr', locale: 'fr-CA' })).to.equal('12,50\u00a0$');
  });
});
