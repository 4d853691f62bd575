import { expect } from 'chai';
import { languageClauses } from '../../../lib/content/translations/languages';
import type { Language } from '../../../lib/language';
import { type Running, startService } from '../../support/service';

/** A language that the service does not support yet. */
const GERMAN = 'de' as Language;
const LANGUAGES: readonly Language[] = ['en', 'fr', GERMAN];
type State = 'seen' | 'hidden' | undefined;
const STATES: readonly State[] = ['seen', 'hidden', undefined];

interface Member {
  readonly _id: string;
  readonly language: Language;
  readonly translations: Readonly<Record<string, { readonly status: string }>>;
}

/** The translations of one record. Each stores the status of the others. */
const membersOf = (states: readonly State[]): Member[] => {
  const existing = LANGUAGES.flatMap((language, place) => {
    const status = states[place];
    return status === undefined ? [] : [{ language, status }];
  });
  return existing.map(({ language }) => ({
    _id: `${language} of ${states.join(' ')}`,
    language,
    translations: Object.fromEntries(existing.filter((other) => other.language !== language).map((other) => [other.language, other])),
  }));
};

describe('ml_fallback and ml_all with a third language', () => {
  let running: Running;
  const groups = STATES.flatMap((en) => STATES.flatMap((fr) => STATES.map((de) => membersOf([en, fr, de]))));
  const collection = () => running.service.services.connection.db().collection<Member>('groups');
  before(async () => {
    running = await startService();
    await collection().insertMany(groups.flat());
  });
  after(() => running.stop());

  const isSeen = (language: Language) => ({ [`translations.${language}.status`]: 'seen' });
  const found = async (conditions: readonly object[]): Promise<string[]> =>
    (
      await collection()
        .find({ $and: [...conditions] })
        .toArray()
    ).map(({ _id }) => _id);

  for (const own of LANGUAGES) {
    const order = [own, ...LANGUAGES.filter((other) => other !== own)];
    it(`lists the first readable translation in the order of the languages: ml_fallback from ${own}`, async () => {
      // Other conditions of the list remove hidden records.
      const expected = groups.flatMap((members) =>
        members.filter(({ language, translations }) =>
          order.slice(0, order.indexOf(language)).every((before) => translations[before]?.status !== 'seen'),
        ),
      );
      const { whole, parts } = languageClauses(order, { ml_fallback: true }, isSeen);
      expect(await found(whole)).to.have.members(expected.map(({ _id }) => _id));
      const apart = await Promise.all(parts.map(found));
      expect(apart.flat()).to.have.members(expected.map(({ _id }) => _id));
      for (const members of groups) {
        const shown = members.filter(
          ({ _id, language }) =>
            apart.flat().includes(_id) &&
            (members.find((one) => one.language !== language)?.translations[language]?.status ?? 'seen') === 'seen',
        );
        expect(shown.length, members.map(({ _id }) => _id).join()).to.be.at.most(1);
      }
    });
    it(`lists each record once: ml_all from ${own}`, async () => {
      const { whole, parts } = languageClauses(order, { ml_all: true }, isSeen);
      const all = groups.flat().map(({ _id }) => _id);
      expect(await found(whole)).to.have.members(all);
      expect((await Promise.all(parts.map(found))).flat()).to.have.members(all);
    });
  }
  it('queries one language without them', () =>
    expect(languageClauses(['fr'], {}, isSeen)).to.deep.equal({ whole: [{ language: 'fr' }], parts: [[{ language: 'fr' }]] }));
});
