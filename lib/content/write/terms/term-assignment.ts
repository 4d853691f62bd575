import type { ClientSession } from 'mongodb';
import { isVisible, plainText, slugify } from '../../../calendar';
import { linkedIds, memberId, type Term } from '../../../database';
import { ApiError, errors, invalidParam } from '../../../errors';
import { type Language, servesAll, type Text } from '../../../language';
import { type ReadValue, readAs } from '../../../registry';
import { ID_TEXT, termNamed } from '../../list';
import { claimTerm, nameKey, visibleToWriter } from '../../records';
import { type PostRecord, recordLanguage, type Services, type TermLike, type WriteContext } from '../../types';
import { isEmptyScalar, isTooLong, LONGEST, listOf, MOST_LINKS, readId } from '../../values';
import { knowsTerm, managesTerms, proposedAlsoBy, servedRecords, termsVisibleTo } from '../../visibility';
import { assertNameAlone, newTermFields } from './term-added';
import { createTerm } from './term-writing';

/** The reading and storing of a record's terms, sent as IDs, names or slugs. Unknown names create terms; unknown IDs are refused. */
export interface TermAssignment {
  validate(value: unknown): ReadValue;
  /** The IDs in a checked value. */
  ids(value: unknown): readonly number[];
  /** The names and slugs in a checked value. */
  names(value: unknown): readonly string[];
  /** Turns a checked value into stored IDs, of translations in the record's language and in the sent order. */
  resolve(value: unknown, context: WriteContext<PostRecord>): Promise<number[]>;
}

/** The arg that assigns terms, and the path that stores their IDs. */
interface Assigned {
  readonly name: string;
  readonly path: string;
}

/** Checked IDs, names and slugs. */
type Items = readonly (number | string)[];

/** Makes the assignment of terms to records. */
export function createTermAssignment(services: Services, plural: string, { name, path }: Assigned): TermAssignment {
  const termsOf = () => services.kinds.terms(plural);
  const kindOf = () => services.termLikes.get(plural) as TermLike;
  const why: Text = {
    en: `Send IDs, names or slugs, in a list or with commas between them; at most ${MOST_LINKS}; IDs must exist, names have 1 to ${LONGEST.term} characters, not only blank ones.`,
    fr: `Envoyez des identifiants, des noms ou des slugs, dans une liste ou séparés par des virgules ; au plus ${MOST_LINKS} ; les identifiants doivent exister, les noms ont de 1 à ${LONGEST.term} caractères, pas seulement des blancs.`,
  };

  const read = (value: unknown): Items | undefined => {
    const items = itemsOf(value)
      .filter((item) => item !== null && !isEmptyScalar(item))
      .map((item) =>
        typeof item === 'object' && item !== null && 'id' in item ? (readId(item.id) ?? Number.NaN) : (readId(item) ?? item),
      );
    const names = items.map((item) => (typeof item === 'string' ? plainText(item) : item));
    const valid = names.every((item) =>
      typeof item === 'string'
        ? isVisible(item) && !isTooLong(item, LONGEST.term) && !ID_TEXT.test(item)
        : item === true || (Number.isSafeInteger(item) && (item as number) > 0),
    );
    // The CMS turns `true` into the text “1”, which is a name.
    return valid && names.length <= MOST_LINKS ? names.map((item) => (item === true ? '1' : (item as number | string))) : undefined;
  };

  /** Reads the terms that items may mean. Items found by ID are not looked up by name, and those found by name not by slug. */
  const candidates = async (items: Items, language: Language, session: ClientSession): Promise<Term[]> => {
    const terms = termsOf();
    const numbers = items.filter((item) => typeof item === 'number');
    const byId = await servedRecords(terms, numbers, services.site, session);
    const found = [...byId.values()];
    const unknown = items.filter((item) => typeof item === 'string' || !byId.has(item));
    if (unknown.length > 0) found.push(...(await terms.named(language, unknown.map(String).map(nameKey), session)));
    const slugs = unknown.filter((item) => named(item, found, language) === undefined).flatMap(ownSlug);
    if (slugs.length > 0) found.push(...(await terms.find({ language, slug: { $in: slugs } }, session)));
    return found.sort((one, other) => one._id - other._id);
  };

  return {
    validate(value) {
      const items = read(value);
      if (items === undefined) throw errors.invalidValue(why);
      return readAs(items);
    },
    ids: (value) => (value as Items).filter((item) => typeof item === 'number'),
    names: (value) => (value as Items).filter((item) => typeof item === 'string'),
    async resolve(value, context) {
      const { user, language, session, counted, current } = context;
      const items = value as Items;
      const before = linkedIds(current, path);
      const unseen = await unseenOf(before, context);
      if (items.length === 0) return unseen;
      const found = await candidates(items, language, session);
      const known = found.filter((term) => before.includes(term._id) || knowsTerm(kindOf(), user, term));
      const ids: number[] = [];
      for (const item of items) {
        const term = meant(item, known, language) ?? named(item, found, language) ?? (await createNamed(item, context));
        if (term === undefined) throw invalidParam(name, why);
        if (!known.includes(term)) known.push(term);
        await propose(term, context);
        ids.push(memberId(term, recordLanguage(context)));
      }
      // If the record is counted, a removal of the term already collides with the count.
      if (!counted) for (const id of ids) if (!before.includes(id)) await claimTerm(services, id, session);
      return [...new Set([...ids, ...unseen])];
    },
  };

  /** The assigned terms that the writer cannot see: hidden ones, and those in languages that are not served. Writing must keep them. */
  async function unseenOf(ids: readonly number[], context: WriteContext<PostRecord>): Promise<number[]> {
    const { served } = services.site;
    if (ids.length === 0 || (servesAll(served) && managesTerms(kindOf(), context.user))) return [];
    const sight = termsVisibleTo(services, plural, context.user);
    return [...(await visibleToWriter({ records: termsOf(), sight, served }, ids, context)).hidden];
  }

  /** Adds the user to the proposers of a proposed term, so that he sees it too. */
  async function propose(term: Term, { user, session }: WriteContext<PostRecord>): Promise<void> {
    const proposedBy = managesTerms(kindOf(), user) ? undefined : proposedAlsoBy(term, user);
    if (proposedBy !== undefined) await termsOf().update(term, { proposedBy }, session);
  }

  async function createNamed(said: number | string, context: WriteContext<PostRecord>): Promise<Term | undefined> {
    if (typeof said !== 'string') return undefined;
    const { user, language, session, baseUrl, counted } = context;
    const kind = kindOf();
    assertNameAlone(kind, name);
    const asking = { current: undefined, user, language, session, baseUrl };
    const fields = await newTermFields(kind, {}, asking).catch((error: unknown) => {
      // The client sent the name of the term only, so the error is reported for that arg.
      throw error instanceof ApiError ? errors.invalidParams({ [name]: error }) : error;
    });
    const proposed = !counted && !managesTerms(kind, user) && { proposedBy: [user.id] };
    return createTerm(termsOf(), services, { name: said, language, session, ...fields, ...proposed });
  }
}

/** Finds the term of an item by ID, else by name, else by slug. */
function meant(item: number | string, known: readonly Term[], language: Language): Term | undefined {
  const [slug = ''] = ownSlug(item);
  return known.find((term) => term._id === item) ?? termNamed(String(item), slug, known, language);
}

const named = (item: number | string, known: readonly Term[], language: Language): Term | undefined =>
  termNamed(String(item), '', known, language);

/** The item as a list of one slug. Empty if the item is not exactly a slug. */
function ownSlug(item: number | string): readonly string[] {
  const text = String(item).trim();
  return text !== '' && slugify(text) === text ? [text] : [];
}

const itemsOf = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && 'id' in value ? [value] : listOf(value);
