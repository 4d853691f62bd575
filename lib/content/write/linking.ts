import type { Filter } from 'mongodb';
import { canRead } from '../../access';
import { fold, namesake, plainText } from '../../calendar';
import { memberId } from '../../database';
import { ApiError, errors } from '../../errors';
import { inEach, type Text } from '../../language';
import type { ArgRequest } from '../../registry';
import { claimPost, nameKey, visibleToWriter } from '../records';
import { ownedBy, type PostLike, type PostRecord, recordLanguage, type Sent, type Services, type User, type WriteContext } from '../types';
import { isEmpty, isEmptyScalar, listOf, MOST_LINKS, readId, textSwitch } from '../values';
import { readableTo, servedRecords } from '../visibility';
import { createRecord } from './writing';

/** A record that is found by its name. */
type NamedRecord = PostRecord & { readonly name: string };

/** One entry of a sent link: an ID, or the data of a record. `params` are the data after validation. */
type Item = { readonly id: number } | { readonly data: Sent; params?: Sent };

/** The reading and storing of a field that links to records, sent as IDs or as data. */
export interface Linking {
  /** Refuses unknown records, records that the user may not read, and invalid data. */
  validate(value: unknown, request: ArgRequest): Promise<true>;
  /** The IDs in a checked value. */
  named(value: unknown): readonly number[];
  /** True if a checked value has data, which may become a new record. */
  makes(value: unknown): boolean;
  /** Turns a checked value into stored IDs, of translations in the record's language. Data with an unknown name become a new record. */
  resolve(value: unknown, linked: readonly number[], context: WriteContext<PostRecord>): Promise<number[]>;
}

/** True for an empty value or an object without members. */
const isBare = (value: unknown): boolean => isEmpty(value) || (isObject(value) && Object.keys(value).length === 0);

/** A field that takes records of another content type by ID or by data. */
export interface Inline {
  /** The plural of the linked content type. Data are matched to existing records by its name field. */
  readonly to: string;
  /** The words for it in refusals, such as “a venue” and “d’un lieu”. */
  readonly what: Text;
  /** The number of links. If all members of a list or object are empty, `many` links nothing, and `one` refuses the data of a record. */
  readonly takes: 'one' | 'many';
}

/** Makes the linking of a field. The linked content type must exist by the first request, not before. */
export function createLinking(services: Services, field: string, { to, what, takes }: Inline): Linking {
  const kindOf = () => services.postLikes.get(to) as unknown as PostLike<NamedRecord>;
  const posts = () => kindOf().posts;
  const refusal = (why?: Text) =>
    errors.invalidValue(
      why ?? {
        en: `Send the ID of ${what.en}, an object with its data, of which ${kindOf().kind} is the name, or a list of these; an ID must exist.`,
        fr: `Envoyez l’identifiant ${what.fr}, un objet avec ses données, dont ${kindOf().kind} est le nom, ou une liste de ceux-ci ; les identifiants doivent exister.`,
      },
    );

  const read = (value: unknown): Item[] => {
    if (isBare(value) || isHollow(value)) return [];
    const items = itemsOf(value);
    if (items.length > MOST_LINKS) throw refusal();
    return items.map((item) => {
      const id = readId(item);
      if (id !== undefined) return { id };
      if (!isObject(item)) throw refusal();
      if (isEmptyScalar(item['id'] ?? '')) return { data: dataOf(item) };
      const own = readId(item['id']);
      if (own === undefined) throw refusal();
      return { id: own };
    });
  };

  /** Cleans up data within a record: nulls are dropped, and numbers for switches become text. */
  const dataOf = (item: Sent): Sent =>
    Object.fromEntries(
      Object.entries(item)
        .filter(([, said]) => said !== null)
        .map(([name, said]) => [name, isSwitch(name) && typeof said === 'number' ? String(said) : said]),
    );

  const isSwitch = (name: string): boolean => kindOf().taken.get(name)?.arg?.sanitize === textSwitch.sanitize;

  /** True if a user may read all these records. */
  const sees = (found: ReadonlyMap<number, NamedRecord>, ids: readonly number[], user: User | undefined): boolean =>
    ids.every((id) => {
      const record = found.get(id);
      return record !== undefined && canRead(user, to, ownedBy(record));
    });

  /** The entries that validation has read, by value. They are what is stored. */
  const judged = new WeakMap<object, readonly Item[]>();
  const itemsIn = (value: unknown): readonly Item[] => (isObjectOrList(value) ? judged.get(value) : undefined) ?? read(value);

  const paramsOf = (data: Sent, { user, language }: Pick<ArgRequest, 'user' | 'language'>) =>
    kindOf().checks.create({ query: {}, body: data }, { path: {}, record: undefined, user, language });

  const link = async ({ data, params }: Exclude<Item, { readonly id: number }>, context: WriteContext<PostRecord>): Promise<number> => {
    const { user, language, session } = context;
    const kind = kindOf();
    const said = data[kind.kind];
    const name = typeof said === 'string' ? plainText(said) : '';
    const key = fold(name);
    if (key !== '') {
      const filter = { language, 'keys.name': nameKey(name) } as Filter<NamedRecord>;
      const readable = (await kind.posts.find(filter, session)).filter(
        (record) => record.status !== 'trash' && canRead(user, to, ownedBy(record)),
      );
      const found = namesake(
        name,
        readable.sort((one, other) => one._id - other._id),
      );
      if (found) return member(found, context);
      await services.connection.claim(`${to} ${language} ${key}`, session);
    }
    const { record } = await orRefused(
      (why) => errors.couldNotCreate(kind, why),
      async () =>
        createRecord(kind, services, params ?? (await paramsOf(data, context)), {
          user,
          language,
          session,
          baseUrl: context.baseUrl,
          within: context,
        }),
    );
    return record._id;
  };

  return {
    async validate(value, request) {
      const items = read(value);
      const ids = idsOf(items);
      const { user } = request as { user: User | undefined };
      if (!sees(await servedRecords(posts(), ids, services.site), ids, user)) throw refusal();
      const place = (index: number) => (isOne(value) ? field : `${field}[${index}]`);
      for (const [index, item] of items.entries())
        if ('data' in item) item.params = await orRefused(refusal, () => paramsOf(item.data, request), place(index));
      if (isObjectOrList(value)) judged.set(value, items);
      return true;
    },
    named: (value) => idsOf(itemsIn(value)),
    makes: (value) => itemsIn(value).some((item) => 'data' in item),
    async resolve(value, linked, context) {
      if (takes === 'one' && isHollow(value)) throw errors.couldNotCreate(kindOf(), refusal().text);
      const items = itemsIn(value);
      // New records come first, as one may be the translation behind a linked ID.
      const made = new Map<Item, number>();
      for (const item of items) if ('data' in item) made.set(item, await link(item, context));
      const seen = { records: posts(), sight: readableTo(context.user, to), served: services.site.served };
      const { meant, hidden } = await visibleToWriter(seen, linked, context);
      const isNew = (id: number) => !meant.has(id) && (!linked.includes(id) || made.size > 0);
      const members = await claim(idsOf(items).filter(isNew), context);
      const ids = items.flatMap((item) => {
        if ('data' in item) return made.get(item) ?? [];
        return meant.get(item.id) ?? members.get(item.id) ?? item.id;
      });
      // A single new link replaces a hidden one; several links keep it.
      const replaced = takes === 'one' && ids.some((id) => !linked.includes(id));
      return [...new Set([...ids, ...(replaced ? [] : hidden)])];
    },
  };

  /**
   * Checks new links within the transaction, and returns the stored ID for each. Refuses records that were removed or hidden since
   * validation.
   */
  async function claim(ids: readonly number[], context: WriteContext<PostRecord>): Promise<ReadonlyMap<number, number>> {
    if (ids.length === 0) return new Map();
    const found = await servedRecords(posts(), ids, services.site, context.session);
    if (!sees(found, ids, context.user)) throw errors.invalidParams({ [field]: refusal() });
    const members = new Map<number, number>();
    for (const [id, record] of found) members.set(id, await member(record, context));
    return members;
  }

  /** Finds the ID to store for a linked record. A translation in the language of the outer record comes first. */
  async function member(named: PostRecord, context: WriteContext<PostRecord>): Promise<number> {
    const id = memberId(named, recordLanguage(context));
    // If the link is counted, a removal already collides with the count.
    if (!context.counted) await claimPost(services, id, context.session);
    return id;
  }
}

const idsOf = (items: readonly Item[]): number[] => items.flatMap((item) => ('id' in item ? [item.id] : []));

const isObjectOrList = (value: unknown): value is object => typeof value === 'object' && value !== null;

const isObject = (value: unknown): value is Record<string, unknown> => isObjectOrList(value) && !Array.isArray(value);

/** True for a list or an object whose members are all empty. */
const isHollow = (value: unknown): boolean => isObjectOrList(value) && !isBare(value) && Object.values(value).every(isBare);

/** True for the data of one record. An object with only numbers as keys is a list from a form. */
const isOne = (value: unknown): boolean => isObject(value) && !Object.keys(value).every((key) => /^\d+$/.test(key));
const itemsOf = (value: unknown): unknown[] => (isOne(value) ? [value] : listOf(value));

/** Turns a 400 of the inner record into a refusal of the field. Errors of the driver pass through, as the transaction must see them. */
async function orRefused<T>(refuse: (why: Text) => ApiError, attempt: () => Promise<T>, place?: string): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    if (error instanceof ApiError && error.status === 400) throw refuse(reasonOf(error, place));
    throw error;
  }
}

/** A colon. French puts a space before it. */
const COLON: Text = { en: ':', fr: ' :' };

/** The reasons of a refusal as one text, or its sentence if it has no reasons. */
function reasonOf(error: ApiError, place?: string): Text {
  const reasons = Object.entries(error.reasons);
  if (reasons.length === 0) return error.text;
  const named = (name: string) => (place === undefined ? name : `${place}[${name}]`);
  return inEach((language) => reasons.map(([name, { text }]) => `\`${named(name)}\`${COLON[language]} ${text[language]}`).join(' '));
}
