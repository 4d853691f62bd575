import { expect } from 'chai';
import { addressLines, countryCode } from '../../lib/calendar/postal-address';

const place = { street: '1 Road', city: 'Town', region: 'ST', code: '12345' };

describe('The lines of an address', () => {
  for (const [country, lines] of [
    ['United States', ['1 Road', 'Town, ST 12345']],
    ['États-Unis', ['1 Road', 'Town, ST 12345']],
    ['Canada', ['1 Road', 'Town ST 12345']],
    ['France', ['1 Road', '12345 Town']],
    ['United Kingdom', ['1 Road', 'Town', '12345']],
    ['Germany', ['1 Road', '12345 Town']],
    ['Australia', ['1 Road', 'Town ST 12345']],
    ['Mexico', ['1 Road', '12345 Town, ST']],
    ['Atlantis', ['1 Road', '12345 Town', 'ST']],
  ] as const) {
    it(`are in the order of ${country}`, () => {
      expect(addressLines({ ...place, country })).to.deep.equal([...lines, country]);
    });
  }

  it('leave out no city and no code', () => {
    for (const country of ['Japan', 'China', 'Ireland', 'Singapore', 'Hong Kong SAR China', 'Monaco', 'Panama', 'Jamaica']) {
      const text = addressLines({ ...place, country }).join('\n');
      for (const part of ['1 Road', 'Town', '12345', country]) expect(text, country).to.include(part);
    }
  });

  it('are those that there are', () => {
    const nothing = { street: '', city: '', region: '', code: '', country: '' };
    expect(addressLines(nothing)).to.deep.equal([]);
    expect(addressLines({ ...nothing, city: 'Lyon' })).to.deep.equal(['Lyon']);
    expect(addressLines({ ...nothing, city: 'Lyon', country: 'France' })).to.deep.equal(['Lyon', 'France']);
    expect(addressLines({ ...nothing, city: 'Boston', country: 'USA' })).to.deep.equal(['Boston', 'USA']);
    expect(addressLines({ ...nothing, region: 'Ontario', country: 'CA' })).to.deep.equal(['Ontario', 'CA']);
  });

  it('know countries by their names in all languages, their codes, and what people call them', () => {
    for (const [name, code] of [
      ['Germany', 'DE'],
      ['allemagne', 'DE'],
      [' ETATS-UNIS ', 'US'],
      ['us', 'US'],
      ['USA', 'US'],
      ['Royaume-Uni', 'GB'],
      ['UK', 'GB'],
      ['Côte d’Ivoire', 'CI'],
    ] as const)
      expect(countryCode(name), name).to.equal(code);
    for (const name of ['', 'Lyon', 'constructor', '__proto__']) expect(countryCode(name), name).to.equal(undefined);
  });
});
