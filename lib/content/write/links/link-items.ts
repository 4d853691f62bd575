import { type ApiError, errors } from '../../../errors';
import type { Text } from '../../../language';
import type { PostLike, Sent, Services } from '../../types';
import { isEmpty, isEmptyScalar, listOf, MOST_LINKS, readId, textSwitch } from '../../values';

/** A field that accepts records of another content type, as IDs or as data. */
export interface Inline {
  /** The plural of the linked content type. Data match existing records by the name field of that type. */
  readonly to: string;
  /** The words for the linked record in errors, such as “a venue” and “d’un lieu”. */
  readonly what: Text;
  /** The number of linked records. For a value with only empty members, `many` links nothing, and `one` throws an `ApiError`. */
  readonly takes: 'one' | 'many';
}

/** An inline link field with its name. The linked content type may be compiled later. */
export interface InlineField extends Inline {
  readonly services: Services;
  readonly name: string;
}

/** The sent data of a linked record. `params` are the validated data. */
export interface DataItem {
  readonly data: Sent;
  readonly params?: Sent;
}

/** One entry of a link: an ID, or the data of a record. */
export type LinkItem = { readonly id: number } | DataItem;

/** The entries of a validated list or object. Other values stay as sent. */
export interface CheckedLink {
  readonly items: readonly LinkItem[];
  /** True if the sent value had members, but only empty ones. */
  readonly isHollow: boolean;
}

export const linkedType = ({ services, to }: InlineField): PostLike => services.postLikes.get(to) as PostLike;

/** Makes the `ApiError` for an invalid link, which explains all valid forms. */
export const refusedLink = (field: InlineField): ApiError => {
  const { kind } = linkedType(field);
  return errors.invalidValue({
    en: `Send the ID of ${field.what.en}, an object with its data in which ${kind} is the name, or a list of these. An ID must exist.`,
    fr: `Envoyez l’identifiant ${field.what.fr}, un objet avec ses données où ${kind} est le nom, ou une liste de ceux-ci. Les identifiants doivent exister.`,
  });
};

/** Reads the entries of a sent link. Throws `refusedLink` for other values. */
export function readItems(field: InlineField, value: unknown): LinkItem[] {
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

/** Returns the entries of a value that passed validation. */
export const itemsIn = (field: InlineField, value: unknown): readonly LinkItem[] =>
  isCheckedLink(value) ? value.items : readItems(field, value);

export const isCheckedLink = (value: unknown): value is CheckedLink => isObject(value) && 'items' in value && 'isHollow' in value;

/** Prepares the data of a linked record for validation: removes nulls, and converts numbers of boolean fields to text. */
function dataOf(type: PostLike, item: Sent): Sent {
  const isSwitch = (name: string): boolean => type.accepted.get(name)?.arg?.sanitize === textSwitch.sanitize;
  return Object.fromEntries(
    Object.entries(item)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [name, isSwitch(name) && typeof value === 'number' ? String(value) : value]),
  );
}

export const isObjectOrList = (value: unknown): value is object => typeof value === 'object' && value !== null;

const isObject = (value: unknown): value is Record<string, unknown> => isObjectOrList(value) && !Array.isArray(value);

/** True for an empty value or an object without members. */
const isBlank = (value: unknown): boolean => isEmpty(value) || (isObject(value) && Object.keys(value).length === 0);

/** True for a list or an object whose members are all empty. */
export const isHollow = (value: unknown): boolean => isObjectOrList(value) && !isBlank(value) && Object.values(value).every(isBlank);

/** True for the data of one record. An object with only numbers as keys is a list from a form. */
export const isOneRecord = (value: unknown): boolean => isObject(value) && !Object.keys(value).every((key) => /^\d+$/.test(key));
