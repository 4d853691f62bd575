import { isDeepStrictEqual } from 'node:util';
import type { ClientSession, Filter } from 'mongodb';
import { canRead } from '../../access';
import { fold, namesake, plainText } from '../../calendar';
import { fieldAt, memberId } from '../../database';
import { ApiError, errors } from '../../errors';
import { inEach, type Text } from '../../language';
import { type ArgRequest, type ReadValue, readAs } from '../../registry';
import { lockRecord, nameKey, visibleToWriter } from '../records';
import { ownedBy, type PostLike, type PostRecord, recordLanguage, type Sent, type Services, type User, type WriteContext } from '../types';
import { isEmpty, isEmptyScalar, listOf, MOST_LINKS, readId, textSwitch } from '../values';
import { readableTo, servedRecords } from '../visibility';
import { withoutNulls } from './sent-values';
import { createRecord } from './writing';

/** A field that accepts records of another content type, as IDs or as data. */
export interface Inline {
  /** The wire name of the field. */
  readonly name: string;
  /** The plural of the linked content type. Data match existing records by the name field of that type. */
  readonly to: string;
  /** The words for the linked record in errors, such as “a venue” and “d’un lieu”. */
  readonly what: Text;
  /** The number of linked records. For a value with only empty members, `many` links nothing, and `one` throws an `ApiError`. */
  readonly takes: 'one' | 'many';
}

/** An inline link field with the services. The linked content type may be compiled later. */
interface InlineField extends Inline {
  readonly services: Services;
}

/** One entry of a sent link: an ID, or the data of a record. */
type SentItem = { readonly id: number } | { readonly data: Sent };

/** One entry of a validated link. `params` are the validated data. */
type LinkItem = { readonly id: number } | { readonly data: Sent; readonly params: Sent };

/** The validated value of a link field. */
export interface CheckedLink {
  readonly items: readonly LinkItem[];
  /** True if the sent value had members, but only empty ones. */
  readonly isHollow?: boolean;
  /** True for an empty scalar, which leaves a link to one record unchanged. An empty list removes the link. */
  readonly isUnchanged?: boolean;
}

export const linkedIdsIn = ({ items }: CheckedLink): readonly number[] => idsOf(items);

/** True if a validated link contains data, which may create a new record. */
export const hasData = ({ items }: CheckedLink): boolean => items.some((item) => 'data' in item);

/** Validates a link field. Refuses unknown records, unreadable records, and invalid data. Errors name the invalid members of the data. */
export async function validateLink(field: InlineField, value: unknown, request: ArgRequest): Promise<ReadValue<CheckedLink>> {
  const { user, language } = request;
  const sent = readItems(field, value);
  if (!(await readableRecords(field, idsOf(sent), user as User | undefined))) throw refusedLink(field);
  const { create } = linkedType(field).validators;
  const items: LinkItem[] = [];
  for (const [index, item] of sent.entries()) {
    const path = isOneRecord(value) ? field.name : `${field.name}[${index}]`;
    const check = (body: Sent) => create({ query: {}, body }, { path: {}, record: undefined, user, language });
    items.push('id' in item ? item : { ...item, params: await orRefused(errors.invalidValue, () => check(item.data), path) });
  }
  return readAs({ items, isHollow: isHollow(value), isUnchanged: field.takes === 'one' && isEmptyScalar(value) });
}

/**
 * Converts a validated link to the IDs to store. `linked` are the IDs stored before; a field with several links keeps those that the user
 * cannot see. An ID becomes that of the translation into the record's language. Data with an unknown name creates a record.
 */
export async function resolveLink(
  field: InlineField,
  { items, isHollow, isUnchanged }: CheckedLink,
  linked: readonly number[],
  context: WriteContext,
): Promise<readonly number[]> {
  if (isUnchanged) return linked;
  const { services, to, takes } = field;
  const type = linkedType(field);
  if (takes === 'one' && isHollow) throw errors.couldNotCreate(type, refusedLink(field).text);
  // Creates new records first, since a new record may become the translation of a linked one.
  const created = new Map<LinkItem, number>();
  for (const item of items) if ('data' in item) created.set(item, await linkData(field, item, context));
  const target = { records: type.posts, visibility: readableTo(context.user, to), served: services.site.served };
  const { visible, hidden } = await visibleToWriter(target, linked, context);
  const isNew = (id: number) => !visible.has(id) && (!linked.includes(id) || created.size > 0);
  const members = await newMembers(field, idsOf(items).filter(isNew), context);
  const ids = items.flatMap((item) => {
    if ('data' in item) return created.get(item) ?? [];
    return visible.get(item.id) ?? members.get(item.id) ?? item.id;
  });
  // Links that are sent back as they are shown keep the places of hidden ones.
  const shown = linked.filter((id) => !hidden.includes(id));
  if (isDeepStrictEqual(ids, shown)) return linked;
  // A field with one link replaces a hidden link; a field with several keeps hidden links.
  const replaced = takes === 'one' && ids.some((id) => !linked.includes(id));
  return [...new Set([...ids, ...(replaced ? [] : hidden)])];
}

/** Finds a readable record by the name in the data, or creates a record. Returns the ID to store. */
async function linkData(field: InlineField, { data, params }: Record<'data' | 'params', Sent>, context: WriteContext): Promise<number> {
  const { services, to } = field;
  const { user, language, session, baseUrl } = context;
  const type = linkedType(field);
  const sentName = data[type.kind];
  const name = typeof sentName === 'string' ? plainText(sentName) : '';
  const key = fold(name);
  if (key !== '') {
    const found = await recordNamed(type, name, context);
    if (found) return memberFor(field, found, context);
    await services.connection.lockName(`${to} ${language} ${key}`, session);
  }
  const { record } = await orRefused(
    (why) => errors.couldNotCreate(type, why),
    () => createRecord(services, type, params, { user, language, session, baseUrl, outer: context }),
  );
  return record._id;
}

async function recordNamed(
  { plural, posts, titled }: PostLike,
  name: string,
  { user, language, session }: WriteContext,
): Promise<PostRecord | undefined> {
  const found = await posts.find({ language, 'keys.name': nameKey(name) } as Filter<PostRecord>, session);
  const readable = found
    .filter((record) => record.status !== 'trash' && canRead(user, plural, ownedBy(record)))
    .sort((one, other) => one._id - other._id)
    .map((record) => ({ record, name: String(fieldAt(record, titled)) }));
  return namesake(name, readable)?.record;
}

/** Checks new links within the transaction, and returns the stored ID for each. Refuses records removed or hidden since validation. */
async function newMembers(field: InlineField, ids: readonly number[], context: WriteContext): Promise<ReadonlyMap<number, number>> {
  if (ids.length === 0) return new Map();
  const found = await readableRecords(field, ids, context.user, context.session);
  if (!found) throw errors.invalidParams({ [field.name]: refusedLink(field) });
  const members = new Map<number, number>();
  for (const [id, record] of found) members.set(id, await memberFor(field, record, context));
  return members;
}

/** Returns the ID to store for a linked record, preferring its translation in the language of the linking record. */
async function memberFor({ services, to }: InlineField, linked: PostRecord, context: WriteContext): Promise<number> {
  const id = memberId(linked, recordLanguage(context));
  // If linked records count the record, a concurrent removal already conflicts with the count.
  if (!context.counted) await lockRecord(services, to, id, context.session);
  return id;
}

/** Reads linked records. Undefined if one does not exist or the user may not read it. */
async function readableRecords(field: InlineField, ids: readonly number[], user: User | undefined, session?: ClientSession) {
  const found = await servedRecords(linkedType(field).posts, ids, field.services.site, session);
  const isReadable = (record: PostRecord | undefined) => record !== undefined && canRead(user, field.to, ownedBy(record));
  return ids.every((id) => isReadable(found.get(id))) ? found : undefined;
}

const idsOf = (items: readonly SentItem[]): number[] => items.flatMap((item) => ('id' in item ? [item.id] : []));

/** Converts a 400 for the linked record to an error of the link field. Rethrows other errors, since the transaction must see them. */
async function orRefused<T>(refuse: (why: Text) => ApiError, attempt: () => Promise<T>, path?: string): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    if (error instanceof ApiError && error.status === 400) throw refuse(reasonOf(error, path));
    throw error;
  }
}

/** A colon with the space that French puts before it. */
const COLON: Text = { en: ':', fr: ' :' };

/** Returns the reasons of an error as one text, or the error's message if there are no reasons. */
function reasonOf(error: ApiError, path?: string): Text {
  const reasons = Object.entries(error.reasons);
  if (reasons.length === 0) return error.text;
  const named = (name: string) => (path === undefined ? name : `${path}[${name}]`);
  return inEach((language) => reasons.map(([name, { text }]) => `\`${named(name)}\`${COLON[language]} ${text[language]}`).join(' '));
}

const linkedType = ({ services, to }: InlineField): PostLike => services.postLikes.get(to) as PostLike;

/** Makes the `ApiError` for an invalid link, which explains all valid forms. */
const refusedLink = (field: InlineField): ApiError => {
  const { kind } = linkedType(field);
  return errors.invalidValue({
    en: `Send the ID of ${field.what.en}, an object with its data in which ${kind} is the name, or a list of these. An ID must exist.`,
    fr: `Envoyez l’identifiant ${field.what.fr}, un objet avec ses données où ${kind} est le nom, ou une liste de ceux-ci. Les identifiants doivent exister.`,
  });
};

/** Reads the entries of a sent link. Throws `refusedLink` for other values. */
function readItems(field: InlineField, value: unknown): SentItem[] {
  if (isBlank(value) || isHollow(value)) return [];
  const items = isOneRecord(value) ? [value] : listOf(value);
  if (items.length > MOST_LINKS) throw refusedLink(field);
  return items.map((item) => {
    const id = readId(item);
    if (id !== undefined) return { id };
    if (!isObject(item)) throw refusedLink(field);
    if (isEmptyScalar(item['id'] ?? '')) return { data: dataOf(linkedType(field), item) };
    const own = readId(item['id']);
    if (own === undefined) throw refusedLink(field);
    return { id: own };
  });
}

/** Prepares the data of a linked record for validation: removes nulls, and converts numbers of boolean fields to text. */
function dataOf(type: PostLike, item: Sent): Sent {
  const isSwitch = (name: string) => type.fields.some((field) => field.name === name && field.arg?.sanitize === textSwitch.sanitize);
  return Object.fromEntries(
    Object.entries(withoutNulls(item)).map(([name, value]) => [name, isSwitch(name) && typeof value === 'number' ? String(value) : value]),
  );
}

const isObjectOrList = (value: unknown): value is object => typeof value === 'object' && value !== null;

const isObject = (value: unknown): value is Record<string, unknown> => isObjectOrList(value) && !Array.isArray(value);

/** True for an empty value or an object without members. */
const isBlank = (value: unknown): boolean => isEmpty(value) || (isObject(value) && Object.keys(value).length === 0);

/** True for a list or an object whose members are all empty. */
const isHollow = (value: unknown): boolean => isObjectOrList(value) && !isBlank(value) && Object.values(value).every(isBlank);

/** True for the data of one record. An object with only numbers as keys is a list from a form. */
const isOneRecord = (value: unknown): boolean => isObject(value) && !Object.keys(value).every((key) => /^\d+$/.test(key));
