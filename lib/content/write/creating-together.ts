import type { ClientSession } from 'mongodb';
import { createGroupCommit, type Draft, keyOf, type TermName } from '../../database';
import { nameKey, recordsOfType } from '../records';
import { TRANSLATION_OF } from '../translations';
import type { PostLike, PostRecord, Sent, Services, WriteResult } from '../types';
import { publicationOf, type SentPublication } from '../visibility';
import { type Asking, createOne } from './changes';
import { newLinksIn } from './stored-fields';
import { draftRecord, makesRecords } from './writing';

/** What is sent of a new record, and by whom. */
export interface Creation {
  readonly params: Sent;
  readonly asking: Asking;
}

/** Makes what stores new records of a kind: those that come at once, in one transaction. */
export function createTogether<R extends PostRecord>(
  kind: PostLike<R>,
  services: Services,
): (creation: Creation) => Promise<WriteResult<R>> {
  const { connection } = services;
  // What plugins do within the transaction may take its time.
  const isPlain = kind.check === undefined && kind.added.every(({ write }) => write === undefined);
  const alone = ({ params, asking }: Creation, since?: number) => createOne(kind, services, params, asking, since);
  const create = createGroupCommit<Creation, WriteResult<R>>(connection, {
    alone,
    async together(creations, session) {
      const drafts = await connection.withoutClaims(session, () => draftAll(kind, services, creations, session));
      return (await kind.posts.createAll(drafts, session)).map((record) => ({ record, languages: [] }));
    },
  });
  const isCounted = ({ params, asking: { user } }: Creation): boolean =>
    !params['password'] &&
    publicationOf(params as SentPublication, { current: undefined, user, plural: kind.plural, services }).status === 'publish';
  const namesNothing = ({ params }: Creation): boolean => newLinksIn(kind, params, undefined).every(({ ids }) => ids.length === 0);
  /** Whether it is about itself alone: it makes no other records, joins no group, and claims nothing, as what is named does not count it. */
  const standsAlone = (creation: Creation): boolean =>
    !creation.params[TRANSLATION_OF] && !makesRecords(kind, creation.params) && (isCounted(creation) || namesNothing(creation));
  return (creation) => (isPlain && standsAlone(creation) ? create(creation) : alone(creation));
}

/** Works out new records one after the other; what they name is read for all of them together. */
async function draftAll<R extends PostRecord>(
  kind: PostLike<R>,
  services: Services,
  creations: readonly Creation[],
  session: ClientSession,
): Promise<Draft<R>[]> {
  const named = new Map<string, number[]>();
  const names = new Map<string, TermName[]>();
  for (const { params, asking } of creations)
    for (const { to, ids, names: said = [] } of newLinksIn(kind, params, undefined)) {
      named.set(to, [...(named.get(to) ?? []), ...ids]);
      names.set(to, [...(names.get(to) ?? []), ...said.map((name) => ({ language: asking.language, key: nameKey(name) }))]);
    }
  // While another has one of these nothing need be read.
  for (const [plural, ids] of named)
    services.connection.lock(
      ids.map((id) => keyOf(plural, id)),
      session,
    );
  for (const [plural, ids] of named) await recordsOfType(services, plural).preload(ids, session);
  for (const [plural, said] of names) if (services.termLikes.has(plural)) await services.kinds.terms(plural).preloadNamed(said, session);
  const drafts: Draft<R>[] = [];
  for (const { params, asking } of creations) drafts.push(await draftRecord(kind, services, params, { ...asking, session }));
  return drafts;
}
