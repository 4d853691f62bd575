import type { Filter } from 'mongodb';
import { canRead } from '../../access';
import { fold, namesake, plainText } from '../../calendar';
import { memberId } from '../../database';
import { ApiError, errors } from '../../errors';
import { inEach, type Text } from '../../language';
import type { ArgRequest } from '../../registry';
import { claimTarget, nameKey, visibleToWriter } from '../records';
import { ownedBy, type PostLike, type PostRecord, recordLanguage, type Sent, type Services, type User, type WriteContext } from '../types';
import { isEmpty, isEmptyScalar, listOf, MOST_LINKS, readId, textSwitch } from '../values';
import { readableTo, servedRecords } from '../visibility';
import { createRecord } from './writing';

/** A record that is found by its name. */
type NamedRecord = PostRecord & { readonly name: string };

/** What names a record: its ID, or the data of one, with the params that validation made of them. */
type Item = { readonly id: number } | { readonly data: Sent; params?: Sent };

/** How a record takes those of another kind: by ID, by data, by several of these. */
export interface Linking {
  /** Refuses what names no record and data that the kind refuses; IDs must be of records that the user may read, in whatever language. */
  validate(value: unknown, request: ArgRequest): Promise<true>;
  /** The IDs that a checked value names by themselves. */
  named(value: unknown): readonly number[];
  /** Whether a checked value holds data, which may become a new record. */
  makes(value: unknown): boolean;
  /** The IDs that a checked value means, of translations in the record's language; data of an unknown name become a new record. */
  resolve(value: unknown, linked: readonly number[], context: WriteContext<PostRecord>): Promise<number[]>;
}

/** What is not given: an object without members too. */
const isBare = (value: unknown): boolean => isEmpty(value) || (isObject(value) && Object.keys(value).length === 0);

/** What takes records of another kind by ID or by data. */
export interface Inline {
  /** The plural of the kind that is linked to, whose records are found by the field of its singular when given as data. */
  readonly to: string;
  /** What it is, for the sentence that refuses: “a venue”, “d’un lieu”. */
  readonly what: Text;
  /**
   * How many are linked. A list or an object that holds nothing but empty values passes: of `one` these are the data of a record that cannot
   * be created; of `many`, none.
   */
  readonly takes: 'one' | 'many';
}

/** Makes the linking of a field, by its name, to a kind, which is made by the time when a request asks. */
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

  /** Reads data that are sent in a record: null says nothing, and a switch may be a number. */
  const dataOf = (item: Sent): Sent =>
    Object.fromEntries(
      Object.entries(item)
        .filter(([, said]) => said !== null)
        .map(([name, said]) => [name, isSwitch(name) && typeof said === 'number' ? String(said) : said]),
    );

  const isSwitch = (name: string): boolean => kindOf().taken.get(name)?.arg?.sanitize === textSwitch.sanitize;

  /** Whether somebody may read the records of all these IDs. */
  const sees = (found: ReadonlyMap<number, NamedRecord>, ids: readonly number[], user: User | undefined): boolean =>
    ids.every((id) => {
      const record = found.get(id);
      return record !== undefined && canRead(user, to, ownedBy(record));
    });

  /** What validation read: it is what is stored. */
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
      // First what is made: it may be the translation that an ID means.
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
      // Where one is taken, another takes the place of a hidden one; where several are, they stand beside it.
      const replaced = takes === 'one' && ids.some((id) => !linked.includes(id));
      return [...new Set([...ids, ...(replaced ? [] : hidden)])];
    },
  };

  /**
   * Answers what is linked, by the IDs that name it. What has been removed since these were checked is refused, as nothing would take it out of
   * the link; and so is what has been hidden.
   */
  async function claim(ids: readonly number[], context: WriteContext<PostRecord>): Promise<ReadonlyMap<number, number>> {
    if (ids.length === 0) return new Map();
    const found = await servedRecords(posts(), ids, services.site, context.session);
    if (!sees(found, ids, context.user)) throw errors.invalidParams({ [field]: refusal() });
    const members = new Map<number, number>();
    for (const [id, record] of found) members.set(id, await member(record, context));
    return members;
  }

  /** What is linked of what a record is named by: its translation in the language of the record, where there is one. */
  async function member(named: PostRecord, context: WriteContext<PostRecord>): Promise<number> {
    const id = memberId(named, recordLanguage(context));
    // Where it is counted, its removal collides with the count.
    if (!context.counted) await claimTarget(services, id, context.session);
    return id;
  }
}

const idsOf = (items: readonly Item[]): number[] => items.flatMap((item) => ('id' in item ? [item.id] : []));

const isObjectOrList = (value: unknown): value is object => typeof value === 'object' && value !== null;

const isObject = (value: unknown): value is Record<string, unknown> => isObjectOrList(value) && !Array.isArray(value);

/** A list or an object that has members, all of them empty. */
const isHollow = (value: unknown): boolean => isObjectOrList(value) && !isBare(value) && Object.values(value).every(isBare);

/** One object is one record; a form's numbered fields are a list. */
const isOne = (value: unknown): boolean => isObject(value) && !Object.keys(value).every((key) => /^\d+$/.test(key));
const itemsOf = (value: unknown): unknown[] => (isOne(value) ? [value] : listOf(value));

/** A refusal inside the data, which lie in a place, is a refusal of the data; what the driver throws must reach the transaction. */
async function orRefused<T>(refuse: (why: Text) => ApiError, attempt: () => Promise<T>, place?: string): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    if (error instanceof ApiError && error.status === 400) throw refuse(reasonOf(error, place));
    throw error;
  }
}

/** French parts a colon from the word before it. */
const COLON: Text = { en: ':', fr: ' :' };

/** The reasons of a refusal, or its sentence where it gives none. */
function reasonOf(error: ApiError, place?: string): Text {
  const reasons = Object.entries(error.reasons);
  if (reasons.length === 0) return error.text;
  const named = (name: string) => (place === undefined ? name : `${place}[${name}]`);
  return inEach((language) => reasons.map(([name, { text }]) => `\`${named(name)}\`${COLON[language]} ${text[language]}`).join(' '));
}
