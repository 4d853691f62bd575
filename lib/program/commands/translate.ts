import { Ajv } from 'ajv';
import type { ClientSession } from 'mongodb';
import type { User } from '../../access';
import { slugOfAddress } from '../../calendar';
import { type PostRecord, recordsOfType, type Services, TRANSLATION_OF, updateRecord, updateTerm } from '../../content';
import { keyOf, lackingIndexes, refusalOf, type Stored, type Term } from '../../database';
import type { ApiError } from '../../errors';
import { ALL_LANGUAGES, LANGUAGES, type Language } from '../../language';
import { toUser } from '../authentication';
import { type BoundedLine, linesOfFile } from '../seed/bounded-lines';
import { StartError } from '../service/start-error';
import { print } from './output';

const LONGEST_LINE = 65_536;

/**
 * Links two records as translations for each line of a file. Prints a line for each pair that cannot be linked, and the totals, even
 * after a failure. Returns true if all pairs are linked. Throws a `StartError` if records, indexes or an administrator are missing, or if
 * the file cannot be read.
 */
export async function linkTranslations(services: Services, file: string): Promise<boolean> {
  const user = await administratorOf(services);
  const lacking = await uncountable(services);
  if (lacking.length > 0)
    throw new StartError(
      `The indexes of ${lacking.join(', ')} are missing, since a "seed" was interrupted: run "seed" again, or start the service, which builds them.`,
    );
  // Records can be linked in all languages, also in languages that are not in the setting LANGUAGES.
  const all = { ...services, site: { ...services.site, served: ALL_LANGUAGES } };
  const counts = { joined: 0, already: 0, refused: 0 };
  try {
    for await (const line of linesOfFile(file, LONGEST_LINE)) {
      if (line.fault === undefined && line.text.trim() === '') continue;
      const outcome = await joinLine(all, line, user);
      if (typeof outcome === 'string') counts[outcome] += 1;
      else {
        counts.refused += 1;
        print(`Line ${line.number}, ${shownText(line.text)}: ${outcome.refused}`);
      }
    }
  } finally {
    const { joined, already, refused } = counts;
    const total = joined + already + refused;
    print(`${total} pair${total === 1 ? '' : 's'}: ${joined} joined, ${already} joined already, ${refused} refused.`);
  }
  return counts.refused === 0;
}

/** Returns the collections without an index that counting needs to find the latest linking record. */
async function uncountable({ connection, stores }: Services): Promise<readonly string[]> {
  const lacking = await lackingIndexes(connection.db(), stores.indexes);
  const isLacking = (plural: string, index: string) => lacking[plural]?.some(({ name }) => name === index);
  return stores.all.flatMap(({ plural, counted }) =>
    counted.some(({ latest }) => latest && isLacking(plural, latest.index)) ? [plural] : [],
  );
}

/** Returns an administrator, the author of the changes. Throws a `StartError` without administrator or records. */
async function administratorOf({ connection, stores, users }: Services): Promise<User> {
  const some = stores.plurals.map((plural) => connection.collection(plural).findOne({}, { projection: { _id: 1 } }));
  if ((await Promise.all(some)).every((found) => found === null))
    throw new StartError('There is nothing to link: the database has no records. Check MONGODB_URI, MONGODB_DB and DATA_DIR.');
  const administrator = (await users.list()).find(({ role }) => role === 'administrator');
  if (administrator === undefined)
    throw new StartError('There is no administrator yet to join the records: run "user add LOGIN --role administrator" first.');
  return toUser(administrator);
}

/** The reference to a record in a line of the file: the record's ID, or its slug and language. */
type RecordName = number | { readonly language: Language; readonly slug: string };

/** Two records of a type. The second becomes a translation of the first. `kind` is the plural of the type, e.g. `events`. */
interface RecordPair {
  readonly kind: string;
  readonly records: readonly [RecordName, RecordName];
}

/** The outcome of linking a pair of records. `already`: linked before. `refused`: the reason of a failure. */
type PairOutcome = 'joined' | 'already' | { readonly refused: string };

/** Links the two records of a line in a transaction. Rethrows errors of the database, except overload. */
async function joinLine(services: Services, { text, fault }: BoundedLine, user: User): Promise<PairOutcome> {
  const pair = fault ?? readPair(text);
  if (typeof pair === 'string') return { refused: pair };
  try {
    return await services.connection.transact((session) => joinPair(services, pair, user, session));
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal?.code === 'rest_overloaded')
      return { refused: 'The database was too busy, or too many records name these two: try this pair again later.' };
    if (refusal === undefined || refusal.status >= 500) throw error;
    return { refused: reasonOf(refusal) };
  }
}

const FORM = 'A line looks like {"kind":"events","records":[12,87]}. In place of an ID it can have {"language":"fr","slug":"mairie"}.';

/** The JSON Schema of a `RecordName`. The keywords of objects ignore IDs, and `minimum` ignores objects. */
const RECORD_NAME = {
  type: ['integer', 'object'],
  minimum: 1,
  properties: { language: { enum: LANGUAGES }, slug: { type: 'string', minLength: 1 } },
  required: ['language', 'slug'],
  additionalProperties: false,
};

const isPair = new Ajv({ allowUnionTypes: true }).compile<RecordPair>({
  type: 'object',
  properties: { kind: { type: 'string' }, records: { type: 'array', items: RECORD_NAME, minItems: 2, maxItems: 2 } },
  required: ['kind', 'records'],
  additionalProperties: false,
});

/** Reads a pair of records from a line of JSON. Returns a sentence with the reason if the line is invalid. */
function readPair(line: string): RecordPair | string {
  try {
    const value: unknown = JSON.parse(line);
    return isPair(value) ? value : `It is not a pair of records. ${FORM}`;
  } catch {
    return `It is not JSON. ${FORM}`;
  }
}

/** The maximum number of characters that a message quotes from a file. */
const MOST_SHOWN = 300;

/** Shortens a text to 300 characters and removes control characters, for one line on a terminal. */
function shownText(text: string): string {
  const plain = text
    .slice(0, MOST_SHOWN)
    .replaceAll(/[\p{C}\p{Z}]+/gu, ' ')
    .trim();
  return text.length > MOST_SHOWN ? `${plain}…` : plain;
}

/** Makes the second record of a pair a translation of the first, like an update with `translation_of`. */
async function joinPair(
  services: Services,
  { kind: plural, records: [first, second] }: RecordPair,
  user: User,
  session: ClientSession,
): Promise<PairOutcome> {
  const { connection, postLikes, termLikes, site } = services;
  const [postLike, termLike] = [postLikes.get(plural), termLikes.get(plural)];
  const noun = (postLike ?? termLike)?.name.en;
  if (noun === undefined) {
    const plurals = [...postLikes.keys(), ...termLikes.keys()].sort().join(', ');
    return {
      refused: `There is no content type "${shownText(plural)}": use one of ${plurals}. PLUGINS must name the plugins that add others.`,
    };
  }
  const records = recordsOfType(services, plural);
  const find = (name: RecordName): Promise<Stored | undefined> =>
    typeof name === 'number' ? records.byId(name, session) : records.bySlug(name.language, slugOfAddress(name.slug), session);
  const original = await find(first);
  const current = await find(second);
  if (original === undefined || current === undefined) {
    const missing = [...(original === undefined ? [first] : []), ...(current === undefined ? [second] : [])];
    return { refused: missing.map((name) => `There is no ${noun} ${nameText(name)}.`).join(' ') };
  }
  if (original._id === current._id) return { refused: `Both are the same ${noun}, ${current._id}.` };
  if (original.group === current.group) return 'already';
  connection.lock([keyOf(plural, original._id), keyOf(plural, current._id)], session);
  const { language } = current;
  const context = { user, language, baseUrl: `${site.url ?? 'http://localhost'}/${language}`, session };
  const sent = { [TRANSLATION_OF]: original._id };
  if (postLike) await updateRecord(services, postLike, sent, { ...context, current: current as PostRecord });
  if (termLike) await updateTerm(services, termLike, sent, { ...context, current: current as Term });
  return 'joined';
}

const nameText = (name: RecordName): string =>
  typeof name === 'number' ? String(name) : `with the slug "${shownText(name.slug)}" in the language "${name.language}"`;

/** Returns the English reasons of an `ApiError`, each with its parameter's name, except for `translation_of`. */
const reasonOf = ({ text, reasons }: ApiError): string => {
  const named = Object.entries(reasons).map(([name, { text: why }]) => (name === TRANSLATION_OF ? why.en : `${name}: ${why.en}`));
  return named.length === 0 ? text.en : named.join(' ');
};
