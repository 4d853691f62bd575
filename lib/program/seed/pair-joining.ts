import type { ClientSession } from 'mongodb';
import type { User } from '../../access';
import { slugOfAddress } from '../../calendar';
import { type Services, TRANSLATION_OF, updateRecord, updateTerm } from '../../content';
import { keyOf, refusalOf, type Stored } from '../../database';
import type { ApiError } from '../../errors';
import { type RecordName, type RecordPair, shownText } from './record-pair';

/** The outcome of linking a pair. `already` means that the records were translations of one another before. */
export type PairOutcome = 'joined' | 'already' | { readonly refused: string };

/** Lookups of one type's records. */
interface NamedRecords<R extends Stored> {
  byId(id: number, session: ClientSession): Promise<R | undefined>;
  bySlug(language: R['language'], slug: string, session: ClientSession): Promise<R | undefined>;
}

/**
 * Makes the second record of a pair a translation of the first. It works like an update with `translation_of`, in its own transaction.
 * Errors of the database pass unchanged, except overload.
 */
export async function joinPair(services: Services, pair: RecordPair, user: User): Promise<PairOutcome> {
  try {
    return await services.connection.transact((session) => joinIn(services, pair, user, session));
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal?.code === 'rest_overloaded') return { refused: BUSY };
    if (refusal === undefined || refusal.status >= 500) throw error;
    return { refused: reasonOf(refusal) };
  }
}

const BUSY = 'The database had too much else to do, or too many records name these two: try this pair again later.';

async function joinIn(services: Services, pair: RecordPair, user: User, session: ClientSession): Promise<PairOutcome> {
  const { kinds, postLikes, termLikes } = services;
  const { kind: plural } = pair;
  const contextFor = ({ language }: Stored) => ({
    user,
    language,
    baseUrl: `${services.site.url ?? 'http://localhost'}/${language}`,
    session,
  });
  const postLike = postLikes.get(plural);
  if (postLike !== undefined) {
    return joinNamed(services, pair, { noun: postLike.name.en, named: postLike.posts }, session, (current, sent) =>
      updateRecord(postLike, services, sent, { ...contextFor(current), current }),
    );
  }
  const termLike = termLikes.get(plural);
  if (termLike !== undefined) {
    return joinNamed(services, pair, { noun: termLike.name.en, named: kinds.terms(plural) }, session, (current, sent) =>
      updateTerm(services, termLike, sent, { ...contextFor(current), current }),
    );
  }
  const known = [...postLikes.keys(), ...termLikes.keys()].sort().join(', ');
  return { refused: `There is no kind "${shownText(plural)}", but ${known}. Name in PLUGINS what adds others.` };
}

async function joinNamed<R extends Stored>(
  { connection }: Services,
  { kind: plural, records: names }: RecordPair,
  { noun, named }: { readonly noun: string; readonly named: NamedRecords<R> },
  session: ClientSession,
  update: (current: R, sent: { readonly [TRANSLATION_OF]: number }) => Promise<unknown>,
): Promise<PairOutcome> {
  const [first, second] = names;
  const original = await findNamed(named, first, session);
  const current = await findNamed(named, second, session);
  if (original === undefined || current === undefined) {
    const missing = [...(original === undefined ? [first] : []), ...(current === undefined ? [second] : [])];
    return { refused: missing.map((name) => `There is no ${noun} ${called(name)}.`).join(' ') };
  }
  if (original._id === current._id) return { refused: `Both are the same ${noun}, ${current._id}.` };
  if (original.group === current.group) return 'already';
  connection.lock([keyOf(plural, original._id), keyOf(plural, current._id)], session);
  await update(current, { [TRANSLATION_OF]: original._id });
  return 'joined';
}

const findNamed = <R extends Stored>(
  { byId, bySlug }: NamedRecords<R>,
  name: RecordName,
  session: ClientSession,
): Promise<R | undefined> => (typeof name === 'number' ? byId(name, session) : bySlug(name.language, slugOfAddress(name.slug), session));

const called = (name: RecordName): string =>
  typeof name === 'number' ? String(name) : `with the slug "${shownText(name.slug)}" in the language "${name.language}"`;

/** The English reason of a refusal, with the names of other refused parameters. */
const reasonOf = ({ text, reasons }: ApiError): string => {
  const named = Object.entries(reasons).map(([name, { text: why }]) => (name === TRANSLATION_OF ? why.en : `${name}: ${why.en}`));
  return named.length === 0 ? text.en : named.join(' ');
};
