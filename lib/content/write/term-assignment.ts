import { isVisible, plainText, slugify } from '../../calendar';
import { linkedIds, memberId, type Term, type Terms } from '../../database';
import { ApiError, errors, invalidParam } from '../../errors';
import { type Language, servesAll, type Text } from '../../language';
import { type ReadValue, readAs } from '../../registry';
import { ID_TEXT, termNamed } from '../list';
import { lockRecord, nameKey, visibleToWriter } from '../records';
import { recordLanguage, type Services, type TermLike, type WriteContext } from '../types';
import { isEmptyScalar, isTooLong, LONGEST, listOf, MOST_LINKS, readId } from '../values';
import { isVisibleTerm, managesTerms, proposedAlsoBy, servedRecords, termsVisibleTo } from '../visibility';
import { pluginFieldValues } from './fields';
import { createTerm } from './terms';

/** A field that assigns terms of one content type, which may be compiled later. `path` is the stored field of the term IDs. */
interface TermAssignment {
  readonly services: Services;
  readonly plural: string;
  readonly name: string;
  readonly path: string;
}

/** The entries of a validated value: IDs, and names or slugs. */
type TermItems = readonly (number | string)[];

/** Returns the IDs, and the names or slugs, in a validated value. */
export const termsIn = (value: unknown) => ({
  ids: (value as TermItems).filter((item) => typeof item === 'number'),
  names: (value as TermItems).filter((item) => typeof item === 'string'),
});

const INVALID: Text = {
  en: `Send at most ${MOST_LINKS} IDs, names or slugs, in a list or separated by commas. IDs must exist. Names have 1 to ${LONGEST.term} characters and are not blank.`,
  fr: `Envoyez au plus ${MOST_LINKS} identifiants, noms ou slugs, dans une liste ou séparés par des virgules. Les identifiants doivent exister. Les noms ont de 1 à ${LONGEST.term} caractères, pas seulement des espaces.`,
};

/** Validates the terms of a record, sent as IDs, names or slugs. Unknown names create terms; unknown IDs throw 400. */
export function validateTerms(value: unknown): ReadValue {
  const items = listIn(value)
    .filter((item) => item !== null && !isEmptyScalar(item))
    .map((item) => (typeof item === 'object' && item !== null && 'id' in item ? (readId(item.id) ?? Number.NaN) : (readId(item) ?? item)))
    .map((item) => (typeof item === 'string' ? plainText(item) : item));
  const isValid = items.every((item) =>
    typeof item === 'string'
      ? isVisible(item) && !isTooLong(item, LONGEST.term) && !ID_TEXT.test(item)
      : item === true || (Number.isSafeInteger(item) && (item as number) > 0),
  );
  if (!isValid || items.length > MOST_LINKS) throw errors.invalidValue(INVALID);
  // WordPress converts `true` to the text “1”, which is a name.
  return readAs(items.map((item) => (item === true ? '1' : item)));
}

const listIn = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && 'id' in value ? [value] : listOf(value);

/** Converts a validated value to stored IDs in the sent order, preferring terms in the record's language. */
export async function resolveTerms(field: TermAssignment, value: unknown, context: WriteContext): Promise<number[]> {
  const items = value as TermItems;
  const { services, name, path } = field;
  const { user, language, session, counted, current } = context;
  const before = linkedIds(current, path);
  const hidden = await hiddenTerms(field, before, context);
  if (items.length === 0) return hidden;
  const found = await candidateTerms(field, items, context);
  const visible = found.filter((term) => before.includes(term._id) || isVisibleTerm(typeOf(field), user, term));
  const ids: number[] = [];
  for (const item of items) {
    const term = termOf(item, visible, language) ?? namedTerm(item, found, language) ?? (await createNamed(field, item, context));
    if (term === undefined) throw invalidParam(name, INVALID);
    if (!visible.includes(term)) visible.push(term);
    // Users see the proposed terms that they have named.
    const proposedBy = managesTerms(typeOf(field), user) ? undefined : proposedAlsoBy(term, user);
    if (proposedBy) await termsOf(field).update(term, { proposedBy }, session);
    ids.push(memberId(term, recordLanguage(context)));
  }
  // If terms count the record, a concurrent removal of the term already conflicts with the count.
  if (!counted) for (const id of ids) if (!before.includes(id)) await lockRecord(services, field.plural, id, session);
  return [...new Set([...ids, ...hidden])];
}

const typeOf = ({ services, plural }: TermAssignment): TermLike => services.termLikes.get(plural) as TermLike;

const termsOf = ({ services, plural }: TermAssignment): Terms => services.stores.terms(plural);

/** Reads the terms that may match the sent items. Looks up names only for items without an ID match, and slugs last. */
async function candidateTerms(field: TermAssignment, items: TermItems, { language, session }: WriteContext): Promise<Term[]> {
  const terms = termsOf(field);
  const numbers = items.filter((item) => typeof item === 'number');
  const byId = await servedRecords(terms, numbers, field.services.site, session);
  const found = [...byId.values()];
  const unknown = items.filter((item) => typeof item === 'string' || !byId.has(item));
  if (unknown.length > 0) found.push(...(await terms.named(language, unknown.map(String).map(nameKey), session)));
  const slugs = unknown.filter((item) => namedTerm(item, found, language) === undefined).flatMap(ownSlug);
  if (slugs.length > 0) found.push(...(await terms.find({ language, slug: { $in: slugs } }, session)));
  return found.sort((one, other) => one._id - other._id);
}

/** Returns the assigned terms that the user cannot see: hidden ones, and those in unserved languages. Updates preserve these terms. */
async function hiddenTerms(field: TermAssignment, ids: readonly number[], context: WriteContext): Promise<number[]> {
  const { services, plural } = field;
  const { served } = services.site;
  if (ids.length === 0 || (servesAll(served) && managesTerms(typeOf(field), context.user))) return [];
  const visibility = termsVisibleTo(services, plural, context.user);
  return [...(await visibleToWriter({ records: termsOf(field), visibility, served }, ids, context)).hidden];
}

/** Creates a term with the item as its name. Returns undefined for an ID. */
async function createNamed(field: TermAssignment, item: number | string, context: WriteContext): Promise<Term | undefined> {
  if (typeof item !== 'string') return undefined;
  const { services, name } = field;
  const { user, language, session, baseUrl, counted } = context;
  const type = typeOf(field);
  assertNameAlone(type, name);
  const fields = await pluginFieldValues(type, {}, { current: undefined, user, language, session, baseUrl }).catch((error: unknown) => {
    // The client sent only the name of the term, so the error names the arg of the terms.
    throw error instanceof ApiError ? errors.invalidParams({ [name]: error }) : error;
  });
  const proposed = !counted && !managesTerms(type, user) && { proposedBy: [user.id] };
  return createTerm(termsOf(field), services, { name: item, language, session, ...fields, ...proposed });
}

/** Finds the term of a sent item by ID, else by name, else by slug. */
function termOf(item: number | string, terms: readonly Term[], language: Language): Term | undefined {
  const [slug = ''] = ownSlug(item);
  return terms.find((term) => term._id === item) ?? termNamed(String(item), slug, terms, language);
}

const namedTerm = (item: number | string, terms: readonly Term[], language: Language): Term | undefined =>
  termNamed(String(item), '', terms, language);

/** Returns a list with the item if the item is exactly a slug; otherwise an empty list. */
function ownSlug(item: number | string): readonly string[] {
  const text = String(item).trim();
  return text !== '' && slugify(text) === text ? [text] : [];
}

/** Throws 400 `rest_invalid_param` if a plugin requires more fields than the name of a term. `name` is the arg with the terms. */
function assertNameAlone({ pluginFields, name: { en, fr } }: Pick<TermLike, 'pluginFields' | 'name'>, name: string): void {
  const required = pluginFields.flatMap((field) => (field.arg?.required === true ? [field.name] : []));
  if (required.length === 0) return;
  const names = required.join(', ');
  throw invalidParam(name, {
    en: `Send existing names. A new ${en} requires more than its name (${names}), so create it first.`,
    fr: `Envoyez des noms existants. Un nouveau terme (${fr}) demande plus que son nom (${names}) : créez-le d’abord.`,
  });
}
