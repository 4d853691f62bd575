import { expect } from 'chai';
import { addressLines, countryCode } from '../../lib/calendar/postal-address';

const place = { street: '1 Road', city: 'Town', region: 'ST', code: '12345' };

describe('addressLines and countryCode', () => {
  for (const [country, lines] of [
    ['United States', ['1 Road', 'Town, ST 12345']],
    ['États-Unis', ['1 Road', 'Town, ST 12345']],
    ['Canada', ['1 Road', 'Town ST 12345']],
    ['France', ['1 Road', '12345 Town', 'ST']],
    ['United Kingdom', ['1 Road', 'Town', '12345', 'ST']],
    ['Germany', ['1 Road', '12345 Town', 'ST']],
    ['Australia', ['1 Road', 'Town ST 12345']],
    ['Mexico', ['1 Road', '12345 Town, ST']],
    ['Atlantis', ['1 Road', '12345 Town', 'ST']],
  ] as const) {
    it(`orders the lines as in ${country}`, () => {
      expect(addressLines({ ...place, country })).to.deep.equal([...lines, country]);
    });
  }

  it('keeps city and postal code', () => {
    for (const country of ['Japan', 'China', 'Ireland', 'Singapore', 'Hong Kong SAR China', 'Monaco', 'Panama', 'Jamaica']) {
      const text = addressLines({ ...place, country }).join('\n');
      for (const part of ['1 Road', 'Town', '12345', 'ST', country]) expect(text, country).to.include(part);
    }
  });

  it('keeps a part that another part contains', () => {
    const tokyo = { street: '千代田1-1', city: '東京', region: '東京都', code: '', country: 'Japan' };
    expect(addressLines(tokyo)).to.deep.equal(['千代田1-1', '東京', '東京都', 'Japan']);
    expect(addressLines({ ...tokyo, street: 'Shibuya 2-1', city: 'Shibuya', region: '' })).to.deep.equal([
      'Shibuya 2-1',
      'Shibuya',
      'Japan',
    ]);
  });

  it('skips empty parts', () => {
    const nothing = { street: '', city: '', region: '', code: '', country: '' };
    expect(addressLines(nothing)).to.deep.equal([]);
    expect(addressLines({ ...nothing, city: 'Lyon' })).to.deep.equal(['Lyon']);
    expect(addressLines({ ...nothing, city: 'Lyon', country: 'France' })).to.deep.equal(['Lyon', 'France']);
    expect(addressLines({ ...nothing, city: 'Boston', country: 'USA' })).to.deep.equal(['Boston', 'USA']);
    expect(addressLines({ ...nothing, region: 'Ontario', country: 'CA' })).to.deep.equal(['Ontario', 'CA']);
  });

  it('countryCode knows countries by names in all languages, codes and common names', () => {
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
