import { expect } from 'chai';
import { singular, singularsBegunBy } from '../../../lib/content/search/words';
import type { Language } from '../../../lib/language';

/** Singular forms with their plurals, and words without a plural. */
const FORMS: Readonly<Record<Language, readonly string[]>> = {
  en: [
    ...['child children', 'party parties', 'story stories', 'woman women', 'knife knives', 'mouse mice', 'box boxes', 'church churches'],
    ...['glass glasses', 'concert concerts', 'hero heroes', 'movie movies', 'cafe cafes', 'bus buses', 'quiz quizzes', 'cookie cookies'],
    ...['cache caches', 'lens lenses', 'axis axes', 'are', 'jazz', 'series', 'news'],
  ],
  fr: [
    ...['cheval chevaux', 'journal journaux', 'bateau bateaux', 'eau eaux', 'jeu jeux', 'feu feux', 'lieu lieux', 'bijou bijoux'],
    ...['clou clous', 'vitrail vitraux', 'travail travaux', 'bail baux', 'tuyau tuyaux', 'landau landaux', 'royal royaux', 'an ans'],
    ...['oeil yeux', 'monsieur messieurs', 'pneu pneus', 'carnaval carnavals', 'ecole ecoles', 'ami amis', 'bois', 'fils', 'pays'],
    ...['mois', 'bus', 'gaz', 'six', 'nez', 'prix', 'voix', 'express', 'festival'],
  ],
};

/** Different words that look like singular and plural. */
const APART: Readonly<Record<Language, readonly string[]>> = {
  en: ['new news', 'glas glass', 'candle handle'],
  fr: ['foi fois', 'cour cours', 'bois boi', 'pri prix', 'children child', 'parties party'],
};

/** Prefixes that users type, each with the singular that the search must find. */
const BEGINNINGS: Readonly<Record<Language, readonly string[]>> = {
  en: [
    ...['part party', 'partie party', 'parties party', 'chil child', 'children child', 'childr child', 'childre child', 'parti party'],
    ...['cooki cookie', 'cookies cookie', 'knive knife', 'concert concert', 'caf cafe', 'pa party'],
  ],
  fr: [
    ...['chev cheval', 'chevau cheval', 'chevaux cheval', 'journau journal', 'vitrau vitrail', 'batea bateau', 'bateaux bateau'],
    'ecoles ecole',
  ],
};

for (const language of ['en', 'fr'] as const)
  describe(`singular, in ${language}`, () => {
    for (const forms of FORMS[language])
      it(`is the same for ${forms}`, () => {
        const [first = '', ...others] = forms.split(' ');
        for (const other of others) expect(singular(other, language)).to.equal(singular(first, language));
        expect(singular(singular(first, language), language)).to.equal(singular(first, language));
      });

    for (const words of APART[language])
      it(`differs for ${words}`, () => {
        const [one = '', other = ''] = words.split(' ');
        expect(singular(one, language)).to.not.equal(singular(other, language));
      });

    for (const words of BEGINNINGS[language])
      it(`is found by prefixes: ${words}`, () => {
        const [typed = '', expected = ''] = words.split(' ');
        const form = singular(expected, language);
        expect(form.startsWith(typed) || singularsBegunBy(typed, language).includes(form)).to.equal(true);
      });

    it('is cached, and the same after eviction', () => {
      const words = Array.from({ length: 25_000 }, (_, number) => `w${number.toString(36)}ns`);
      const first = words.map((word) => singular(word, language));
      expect(first).to.deep.equal(words.map((word) => word.slice(0, -1)));
      expect(words.map((word) => singular(word, language))).to.deep.equal(first);
    });
  });
