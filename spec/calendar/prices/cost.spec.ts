import { expect } from 'chai';
import * as fc from 'fast-check';
import { isCost, presentCost, readCost } from '../../../lib/calendar/prices/cost';
import { runs } from '../../support/runs';

const dollars = { currencySymbol: '$', currencyPosition: 'prefix' } as const;
const euros = { currencySymbol: '€', currencyPosition: 'postfix' } as const;

// A row has a symbol and its position only if the text names a currency.
const SHOWN: readonly (readonly [sent: unknown, cost: string, values: readonly string[], symbol?: string, position?: string])[] = [
  ['10', '$10', ['10']],
  [10, '$10', ['10']],
  [10.5, '$10.5', ['10.5']],
  [true, '$1', ['1']],
  [0, 'Free', ['0']],
  ['0', 'Free', ['0']],
  ['0.00', 'Free', ['0.00']],
  ['10.50', '$10.50', ['10.50']],
  ['10,50', '$10,50', ['10.50']],
  ['1,000', '$1,000', ['1000']],
  ['1,000-2,500 €', '1,000€ – 2,500€', ['1000', '2500'], '€', 'postfix'],
  ['0,00', 'Free', ['0.00']],
  ['1.000,50', '$1000.50', ['1000.50']],
  ['1.000.000', '$1000000', ['1000000']],
  ['1,000,000', '$1000000', ['1000000']],
  ['1,000.50', '$1000.50', ['1000.50']],
  ['1 000,50 €', '1000.50€', ['1000.50'], '€', 'postfix'],
  ['1000000000000', '$1000000000000', ['1000000000000']],
  ['10-20', '$10 – $20', ['10', '20']],
  ['20-10', '$10 – $20', ['10', '20']],
  ['9 to 10', '$9 – $10', ['9', '10']],
  ['10 to 20', '$10 – $20', ['10', '20']],
  ['10;20', '$10 – $20', ['10', '20']],
  [['10', '20'], '$10 – $20', ['10', '20']],
  [['0'], 'Free', ['0']],
  [['0', '10'], 'Free – $10', ['0', '10']],
  [['£5', '£10'], '£5 – £10', ['5', '10'], '£', 'prefix'],
  ['₹1,00,000', '₹100000', ['100000'], '₹', 'prefix'],
  ['12,34,567.50', '$1234567.50', ['1234567.50']],
  ['From 1,00,000 on', 'From 1,00,000 on', ['100000']],
  ['10,20,30', '$10 – $30', ['10', '20', '30']],
  ['10-10', '$10', ['10']],
  ['0-10', 'Free – $10', ['0', '10']],
  ['$5', '$5', ['5'], '$', 'prefix'],
  ['5$', '5$', ['5'], '$', 'postfix'],
  ['€10', '€10', ['10'], '€', 'prefix'],
  ['10 €', '10€', ['10'], '€', 'postfix'],
  ['R$ 10', 'R$10', ['10'], 'R$', 'prefix'],
  ['CHF 12', 'CHF12', ['12'], 'CHF', 'prefix'],
  ['kr 10', 'kr10', ['10'], 'kr', 'prefix'],
  ['¥1000', '¥1000', ['1000'], '¥', 'prefix'],
  ['£5-£10', '£5 – £10', ['5', '10'], '£', 'prefix'],
  ['€10 – €5', '€5 – €10', ['5', '10'], '€', 'prefix'],
  ['5€-10€', '5€ – 10€', ['5', '10'], '€', 'postfix'],
  ['£1,000.50-£2,000', '£1000.50 – £2,000', ['1000.50', '2000'], '£', 'prefix'],
  ['5 à 10 €', '5€ – 10€', ['5', '10'], '€', 'postfix'],
  ['<b>10</b>', '$10', ['10']],
  ['Free', 'Free', ['free']],
  ['FREE', 'FREE', ['free']],
  ['Donation', 'Donation', ['donation']],
  ['abc 10 def', 'abc 10 def', ['10']],
  ['Free-10', 'Free-10', ['10']],
  ['10 - Free', '10 - Free', ['10']],
  ['-5', '-5', ['5']],
  ['1e3', '1e3', ['1', '3']],
  ['1,000 or 10,50 each', '1,000 or 10,50 each', ['10.50', '1000']],
  ['Pay what you can', 'Pay what you can', ['pay-what-you-can']],
  ['By donation', 'By donation', ['by-donation']],
  ['Entrée libre', 'Entrée libre', ['entree-libre']],
  [['10', 'Free'], '10, Free', ['free', '10']],
  ['', '', []],
  [' ', '', ['']],
  [[' ', '10'], '$10', ['10']],
  [['', ''], '', []],
  [null, '', []],
  [false, '', []],
  [[], '', []],
];

describe('readCost and presentCost', () => {
  for (const [sent, cost, values, symbol = '', position = ''] of SHOWN) {
    it(`shows ${JSON.stringify(sent)} as ${JSON.stringify(cost)}, and again when that is written back`, () => {
      const shown = presentCost(readCost(sent), dollars, 'en');
      expect(shown.cost).to.equal(cost);
      expect(shown.cost_details).to.deep.equal({ currency_symbol: symbol, currency_code: '', currency_position: position, values });
      expect(presentCost(readCost(cost), dollars, 'en').cost).to.equal(cost);
    });
  }

  it('shows all of many texts, and values of the first hundred', () => {
    const texts = Array.from({ length: 101 }, (_, place) => `Gift ${String.fromCodePoint(0x4e00 + place)}`);
    const shown = presentCost(readCost(texts), dollars, 'en');
    expect(shown.cost).to.equal(texts.join(', '));
    expect(shown.cost_details.values).to.have.length(100).and.to.include('gift-一');
  });

  it('keeps both marks of a price that has two, without a position', () => {
    const { cost, cost_details } = presentCost(['$10 USD'], dollars, 'en');
    expect(cost).to.equal('$10 USD');
    expect(cost_details).to.include({ currency_symbol: '$ USD', currency_code: '', currency_position: '' });
  });

  it('writes the currency at the position of the site, and zero in its language', () => {
    expect(presentCost(['10-20'], euros, 'en').cost).to.equal('10€ – 20€');
    expect(presentCost(['0-10'], euros, 'fr').cost).to.equal('Gratuit – 10€');
  });

  it('refuses what is no cost', () => {
    for (const sent of [[[1]], { a: 1 }, {}, { a: { b: 1 } }, [{}], Number.NaN, Number.POSITIVE_INFINITY, Array(501).fill('5')])
      expect(isCost(sent)).to.equal(false);
    expect(isCost(Array(500).fill('5'))).to.equal(true);
  });

  it('shows its own output unchanged, for any text', () => {
    const price = fc.stringMatching(/^[$€]?\d{1,4}([.,]\d{1,3})?( ?(-|–|to|;|,) ?[$€]?\d{1,4}([.,]\d{2})?)?( ?(€|kr|CHF|Free|def))?$/);
    fc.assert(
      fc.property(fc.oneof(price, fc.string({ unit: 'binary' })), (sent) => {
        const { cost } = presentCost(readCost(sent), dollars, 'en');
        expect(presentCost(readCost(cost), dollars, 'en').cost).to.equal(cost);
      }),
      { numRuns: runs(500) },
    );
  });
});
