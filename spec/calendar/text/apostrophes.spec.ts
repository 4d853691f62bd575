import { expect } from 'chai';
import { fold } from '../../../lib/calendar/text/fold';
import { splitWords } from '../../../lib/content/search/words';

const APOSTROPHES = ["'", '’', '‘', 'ʼ', 'ʻ', '´', '`', '′', '＇', 'ʹ', '‛', '\u05f3', 'ʾ', 'ʿ'];

describe('fold: apostrophes', () => {
  for (const sign of APOSTROPHES)
    it(`reads ${sign} as an apostrophe, in words too`, () => {
      expect(fold(`l${sign}Été`)).to.equal("l'ete");
      expect(fold(`Hawai${sign}i`)).to.equal("hawai'i");
      expect(splitWords(`Hawai${sign}i, jusqu${sign}ici; O${sign}Brien`)).to.deep.equal(['hawaii', 'ici', 'obrien']);
    });
});
