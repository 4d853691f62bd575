import type { ClientSession } from 'mongodb';
import { createGroupCommit, type Draft, keysOf, type TermName } from '../../database';
import { nameKey, recordsOfType } from '../records';
import { TRANSLATION_OF } from '../translations';
import type { PostLike, PostRecord, Sent, Services, WriteResult } from '../types';
import { publicationOf, type SentPublication } from '../visibility';
import { createOne, type Requester } from './changes';
import { newLinksIn } from './fields/stored-fields';
import { draftRecord, makesRecords } from './writing';

/** A new record: its params, and who creates it. */
export interface Creation {
  readonly params: Sent;
  readonly asking: Requester;
}

/** Makes the function that creates records. Simple creations at the same time share one transaction. */
export function createTogether<R extends PostRecord>(
  type: PostLike<R>,
  services: Services,
): (creation: Creation) => Promise<WriteResult<R>> {
  const { connection } = services;
  // A plugin's function may make the transaction slow.
  const isPlain = type.check === undefined && type.added.every(({ write }) => write === undefined);
  const alone = ({ params, asking }: Creation, since?: number) => createOne(type, services, params, asking, since);
  const create = createGroupCommit<Creation, WriteResult<R>>(connection, {
    alone,
    async together(creations, session) {
      const drafts = await connection.withoutNameLocks(session, () => draftAll(type, services, creations, session));
      return (await type.posts.createAll(drafts, session)).map((record) => ({ record, languages: [] }));
    },
  });
  const isCounted = ({ params, asking: { user } }: Creation): boolean =>
    !params['password'] &&
    publicationOf(params as SentPublication, { current: undefined, user, plural: type.plural, services }).status === 'publish';
  const namesNothing = ({ params }: Creation): boolean => newLinksIn(type, params, undefined).every(({ ids }) => ids.length === 0);
  /** True if a creation touches nothing else: it creates no other records, joins no translation group and needs no locks. */
  const standsAlone = (creation: Creation): boolean =>
    !creation.params[TRANSLATION_OF] && !makesRecords(type, creation.params) && (isCounted(creation) || namesNothing(creation));
  return (creation) => (isPlain && standsAlone(creation) ? create(creation) : alone(creation));
}

/** Prepares new records one by one. The records that they name are read together beforehand. */
async function draftAll<R extends PostRecord>(
  type: PostLike<R>,
  services: Services,
  creations: readonly Creation[],
  session: ClientSession,
): Promise<Draft<R>[]> {
  const named = new Map<string, number[]>();
  const names = new Map<string, TermName[]>();
  for (const { params, asking } of creations)
    for (const { to, ids, names: termNames = [] } of newLinksIn(type, params, undefined)) {
      named.set(to, [...(named.get(to) ?? []), ...ids]);
      names.set(to, [...(names.get(to) ?? []), ...termNames.map((name) => ({ language: asking.language, key: nameKey(name) }))]);
    }
  // While another transaction writes one of these, nothing is read.
  for (const [plural, ids] of named) services.connection.lock(keysOf(plural, ids), session);
  for (const [plural, ids] of named) await recordsOfType(services, plural).preload(ids, session);
  for (const [plural, termNames] of names)
    if (services.termLikes.has(plural)) await services.kinds.terms(plural).preloadNamed(termNames, session);
  const drafts: Draft<R>[] = [];
  for (const { params, asking } of creations) drafts.push(await draftRecord(type, services, params, { ...asking, session }));
  return drafts;
}
