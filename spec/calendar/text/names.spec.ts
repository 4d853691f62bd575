import { expect } from 'chai';
import { namesake } from '../../../lib/calendar/text/names';

const named = (...names: readonly string[]) => names.map((name) => ({ name }));

describe('namesake', () => {
  for (const [name, names, found] of [
    ['Marche', ['Marché', 'Marche'], 'Marche'],
    ['Marché', ['Marche'], undefined],
    ['R&', ['R'], undefined],
    ['C++', ['C', 'C#'], undefined],
    ['jazz', ['Jazz', 'jazz', 'JAZZ'], 'jazz'],
    ['jAZZ', ['Jazz', 'JAZZ'], 'Jazz'],
    ['ÉTÉ', ['Ete', 'été'], 'été'],
    [' Jazz ', ['Jazz'], 'Jazz'],
    ['Marche\u0301', ['Marche', 'March\u00e9'], 'March\u00e9'],
    ['Œuvre', ['Oeuvre'], undefined],
    ['Strasse', ['Straße'], undefined],
    ['DIYARBAKIR', ['Dıyarbakır'], 'Dıyarbakır'],
    ['ΧΟΡΟΣ', ['χορός', 'χορος'], 'χορος'],
    ['STRAẞE', ['Straße'], 'Straße'],
    ['ja\u00adzz', ['Ja\u200bzz', 'jazz'], 'jazz'],
    ['\u200fJa\u2060zz\ufeff', ['jazz'], 'jazz'],
    ['می\u200cخ', ['میخ', 'می\u200cخ'], 'می\u200cخ'],
    ['می\u200cخ', ['میخ'], 'میخ'],
    ['🏴\u{e0067}\u{e0062}\u{e007f}', ['🏴\u{e0066}\u{e0072}\u{e007f}'], undefined],
    ['O’Neill', ["O'Neill"], undefined],
  ] as const)
    it(`of ${JSON.stringify(name)} among ${JSON.stringify(names)} is ${JSON.stringify(found)}`, () => {
      expect(namesake(name, named(...names))?.name).to.equal(found);
    });
});
