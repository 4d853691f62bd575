import type { FixtureRecord, Fixtures } from '../../../fixtures/fixture';
import type { FixtureFault } from '../../../fixtures/fixture-fault';
import type { JudgedRecord } from '../../../fixtures/fixtures-file';
import { POST_LISTS, TERM_LISTS } from '../../../fixtures/naming';
import type { User } from '../../access';
import type { Services } from '../../content';
import type { Stored } from '../../database';
import { ApiError } from '../../errors';
import type { Language, Text } from '../../language';
import { type DraftFixture, hasLanguage, postDrafting, termDrafting } from './fixture-drafts';
import { refusedParams } from './fixture-refusal';

/** Finds the faults in a fixture for which the API would refuse it. Paths are relative to the record. */
export type FixtureCheck = (list: keyof Fixtures, judged: JudgedRecord) => Promise<readonly FixtureFault[]>;

const SOMETHING = { en: 'Some name', fr: 'Un nom' } satisfies Text;
const SOME_DAY = { start_date: '2030-01-01 00:00:00', end_date: '2030-01-01 00:00:00' };

/** Default members for incomplete records, so that the members they have can be checked. */
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

/** Makes the check of fixtures in the served languages. Missing members and those of a wrong shape are reported elsewhere. */
export const createFixtureCheck = (services: Services, user: User): FixtureCheck => {
  const { postLikes, kinds } = services;

  const draftingFor = { services, user, ids: new Map() };
  const drafts: Readonly<Record<string, DraftFixture<never, object>>> = {
    ...Object.fromEntries(TERM_LISTS.map((list) => [list, termDrafting(draftingFor, list)])),
    ...Object.fromEntries(POST_LISTS.map((list) => [list, postDrafting(draftingFor, list)])),
  };

  /** Drafts a record without storing it. Links to other fixtures are checked when the record is stored. */
  const judge = async (list: keyof Fixtures, record: FixtureRecord, language: Language): Promise<void> => {
    const original = await originalOf(list, record);
    await services.connection.transact(async (session) => drafts[list]?.(record as never, { language, original, session }));
  };

  const textFaults = async (list: keyof Fixtures, record: FixtureRecord, language: Language): Promise<readonly FixtureFault[]> => {
    try {
      await judge(list, record, language);
      return [];
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
      return refusedParams(error).map(([name, why]) => ({ path: pathIn(record, name, language), why: `is refused: ${why}` }));
    }
  };

  const originalOf = async (list: keyof Fixtures, { translation_of: id }: FixtureRecord): Promise<Stored | undefined> => {
    if (id === undefined) return undefined;
    return (postLikes.has(list) ? kinds.posts(list) : kinds.terms(list)).byId(id);
  };

  const originalFaults = async (list: keyof Fixtures, record: FixtureRecord): Promise<readonly FixtureFault[]> => {
    const { translation_of: id } = record;
    if (id === undefined || (await originalOf(list, record)) !== undefined) return [];
    return [{ path: ['translation_of'], why: `is ${id}, which is none of the ${list}: name one that is stored, by its ID.` }];
  };

  return async (list, { record, isWhole }) => {
    const languages = services.site.served.languages.filter((language) => hasLanguage(record, language));
    const found = await originalFaults(list, record);
    const judged = isWhole && found.length === 0 ? record : completed(list, record);
    const texts = (await Promise.all(languages.map((language) => textFaults(list, judged, language)))).flat();
    const own = judged === record ? texts : texts.filter(({ path: [name] }) => name === undefined || Object.hasOwn(record, name));
    // A fault in a shared value comes once for each language.
    return [...new Map([...found, ...own].map((fault) => [JSON.stringify(fault), fault])).values()];
  };
};

/** The path of a member in a record; for a text, with the language. */
const pathIn = (record: object, name: string | undefined, language: Language): readonly string[] => {
  if (name === undefined) return [];
  const value = Object.entries(record).find(([member]) => member === name)?.[1];
  return typeof value === 'object' && value !== null && language in value ? [name, language] : [name];
};
