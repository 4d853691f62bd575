import type { FixtureRecord, Fixtures, FixtureTerm } from '../../../fixtures/fixture';
import type { FixtureFault } from '../../../fixtures/fixture-fault';
import type { JudgedRecord } from '../../../fixtures/fixtures-file';
import type { FixturePost } from '../../../fixtures/naming';
import type { User } from '../../access';
import type { Services } from '../../content';
import type { Language, Text } from '../../language';
import { refusedParams } from './faults';
import { type DraftOptions, hasLanguage, postDrafting, storedById, termDrafting } from './fixture-drafts';

const SOMETHING = { en: 'Some name', fr: 'Un nom' } satisfies Text;
const SOME_DAY = { start_date: '2030-01-01 00:00:00', end_date: '2030-01-01 00:00:00' };

/** Default members for incomplete fixtures, so that their other members can be checked. */
const STAND_INS: Readonly<Record<keyof Fixtures, object>> = {
  categories: { name: SOMETHING },
  tags: { name: SOMETHING },
  venues: { venue: SOMETHING },
  organizers: { organizer: SOMETHING },
  events: { title: SOMETHING, description: SOMETHING, timezone: 'UTC', all_day: false, categories: [], tags: [] },
};

const completed = (list: keyof Fixtures, { translation_of: _, ...record }: FixtureRecord): FixtureRecord => {
  const isDated = 'start_date' in record && 'end_date' in record;
  return { ...STAND_INS[list], ...record, ...(list === 'events' && !isDated && SOME_DAY) } as FixtureRecord;
};

/**
 * Makes the function that finds the faults for which the API would reject a fixture, in the served languages. Paths of faults are relative
 * to the fixture. Missing members and members of a wrong type are not reported.
 */
export const createFixtureCheck = (
  services: Services,
  user: User,
): ((list: keyof Fixtures, judged: JudgedRecord) => Promise<readonly FixtureFault[]>) => {
  const context = { services, user, ids: new Map() };

  /** Makes a record from a fixture without storing the record. Links to other fixtures are only checked when the record is stored. */
  const draft = (list: keyof Fixtures, record: FixtureRecord, options: DraftOptions): Promise<object> =>
    list === 'categories' || list === 'tags'
      ? termDrafting(context, list)(record as FixtureTerm, options)
      : postDrafting(context, list)(record as FixturePost, options);

  return async (list, { record, isWhole }) => {
    const { translation_of: id } = record;
    const original = id === undefined ? undefined : await storedById(services, list, id);
    const isMissing = id !== undefined && original === undefined;
    const judged = isWhole && !isMissing ? record : completed(list, record);
    const faultsIn = async (language: Language): Promise<readonly FixtureFault[]> => {
      try {
        const translated = judged === record ? original : undefined;
        await services.connection.transact((session) => draft(list, judged, { language, original: translated, session }));
        return [];
      } catch (error) {
        return refusedParams(error).map(([name, why]) => ({ path: pathIn(judged, name, language), why: `is refused: ${why}` }));
      }
    };
    const languages = services.site.served.languages.filter((language) => hasLanguage(record, language));
    const found = (await Promise.all(languages.map(faultsIn))).flat();
    const own = judged === record ? found : found.filter(({ path: [name] }) => name === undefined || Object.hasOwn(record, name));
    const missing = { path: ['translation_of'], why: `is ${id}, which is none of the ${list}: name one that is stored, by its ID.` };
    // A fault in a value that all languages share is found once for each language.
    return [...new Map([...(isMissing ? [missing] : []), ...own].map((fault) => [JSON.stringify(fault), fault])).values()];
  };
};

/** Returns the path of a member in a fixture; for a text in several languages, with the language. */
const pathIn = (record: object, name: string | undefined, language: Language): readonly string[] => {
  if (name === undefined) return [];
  const value = Object.entries(record).find(([member]) => member === name)?.[1];
  return typeof value === 'object' && value !== null && language in value ? [name, language] : [name];
};
