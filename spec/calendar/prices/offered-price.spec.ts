import { expect } from 'chai';
import { offeredPrice, pricesIn } from '../../../lib/calendar/prices/cost';

const SITE = { currencySymbol: '$', currencyCode: 'USD' };

/** Stored cost texts, with the lowest and highest price and the currency; undefined if they name no price. */
const OFFERED: readonly (readonly [readonly string[], readonly [low: string, high: string, currency: string] | undefined])[] = [
  [[], undefined],
  [['10'], ['10', '10', 'USD']],
  [['0'], ['0', '0', 'USD']],
  [['Free'], ['0', '0', 'USD']],
  [['Gratuit'], ['0', '0', 'USD']],
  [['FREE!'], ['0', '0', 'USD']],
  [['Free admission'], ['0', '0', 'USD']],
  [['Entrée libre.'], ['0', '0', 'USD']],
  [['€1.000'], undefined],
  [['1.000,50 €'], ['1000.50', '1000.50', 'EUR']],
  [['0,00'], ['0', '0', 'USD']],
  [['Free – $10'], ['0', '10', 'USD']],
  [
    ['10', 'Free'],
    ['0', '10', 'USD'],
  ],
  [
    ['10', 'Donations welcome'],
    ['10', '10', 'USD'],
  ],
  [['5 – 20 €'], ['5', '20', 'EUR']],
  [
    ['15 €', '8 €'],
    ['8', '15', 'EUR'],
  ],
  [['CHF 10.-'], ['10', '10', 'CHF']],
  [['CHF 10.– – 25.–'], ['10', '25', 'CHF']],
  [['£12.50'], ['12.50', '12.50', 'GBP']],
  [['A$ 10'], ['10', '10', 'AUD']],
  [['C$10'], ['10', '10', 'CAD']],
  [['$10 CAD'], ['10', '10', 'CAD']],
  [['20 zł'], ['20', '20', 'PLN']],
  [['SEK 100'], ['100', '100', 'SEK']],
  [['₹1,00,000'], ['100000', '100000', 'INR']],
  [['¥1000'], ['1000', '1000', 'JPY']],
  // The service offers no price that it cannot read.
  [['kr 100'], undefined],
  [['Entrée libre de 10h à 18h'], undefined],
  [['Doors 7 pm'], undefined],
  [['From 10'], undefined],
  [['10 or 20 each'], undefined],
  [['10 €', '$10'], undefined],
  [['10 € USD'], undefined],
];

describe('offeredPrice', () => {
  for (const [stored, found] of OFFERED)
    it(`reads ${JSON.stringify(stored)} as ${JSON.stringify(found ?? 'nothing')}`, () => {
      const price = offeredPrice(stored, SITE);
      expect(price && [price.low, price.high, price.currency]).to.deep.equal(found);
    });

  it('takes the symbol of the site for the currency of the site', () => {
    const site = { currencySymbol: '$', currencyCode: 'CAD' };
    expect(offeredPrice(['$5'], site)?.currency).to.equal('CAD');
    expect(offeredPrice(['Free'], site)?.currency).to.equal('CAD');
  });
});

describe('pricesIn', () => {
  for (const [stored, prices] of [
    [
      ['5 – 20 €', '$20', 'kr 100'],
      [5, 20, 100],
    ],
    [['Entrée libre', 'Free', '0'], [0]],
    [['10h-18h', 'From 10', '€1.000', 'Entrée libre de 10h à 18h'], []],
    [
      ['CHF 10.-', '1.000,50 €'],
      [10, 1000.5],
    ],
    [[], []],
  ] as const)
    it(`reads ${JSON.stringify(stored)} as ${JSON.stringify(prices)}`, () => expect(pricesIn(stored)).to.deep.equal(prices));
});
