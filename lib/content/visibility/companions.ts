import type { ClientSession } from 'mongodb';
import { keyOf, linkedIds } from '../../database';
import { editOf } from '../records';
import type { PostLike, PostRecord, Services, TypeField, Writing } from '../types';
import { publicationOfDraft, type SentPublication } from './publication';

/*
 * Companions are records that are made by their data within another one, as a venue within its event. While the other record is not published, they are
 * drafts of its author, so that they show nothing of it. The drafts bear the mark `publishesWith` and are published with the record that names them.
 * A status that somebody gives them ends that.
 */

const WAITING: readonly PostRecord['status'][] = ['draft', 'pending'];

/** The publication of a record that is made within another one: unless its data say otherwise, it waits with that and has its author. */
export const publicationWithin = (said: SentPublication, within: Writing<PostRecord>['within']): SentPublication =>
  within === undefined || within.status === 'publish' || said.status !== undefined
    ? said
    : { author: within.author, ...said, status: 'draft' };

/** The mark of a record that is published with the one that it was made within; it goes where somebody gives the record a status. */
export function publishesWith(
  { status: said }: SentPublication,
  status: PostRecord['status'],
  { current, within }: Pick<Writing<PostRecord>, 'current' | 'within'>,
): Pick<PostRecord, 'publishesWith'> {
  if (current === undefined)
    return within !== undefined && WAITING.includes(status) && (said === undefined || said === 'publish') ? { publishesWith: true } : {};
  const isGiven = current.publishesWith === true && said !== undefined && said !== current.status && said !== 'trash';
  return isGiven ? { publishesWith: undefined as never } : {};
}

/** Publishes the drafts that the author of a record made within it, once it is published; a draft that was given a date to come waits for that. */
export async function publishCompanions(
  { plural, fields }: { readonly plural: string; readonly fields: readonly Pick<TypeField, 'makes' | 'path'>[] },
  services: Services,
  record: PostRecord,
  session: ClientSession,
): Promise<void> {
  if (record.status !== 'publish') return;
  for (const { makes, path } of fields) {
    if (makes === undefined || path === undefined) continue;
    const kind = services.postLikes.get(services.kinds.sharing.linkedBy(plural, path) ?? '');
    const ids = linkedIds(record, path);
    if (kind !== undefined && ids.length > 0) await publishDrafts(kind, services, ids, { author: record.author, session });
  }
}

async function publishDrafts(
  { plural, posts }: PostLike,
  services: Services,
  ids: readonly number[],
  { author, session }: { readonly author: number; readonly session: ClientSession },
): Promise<void> {
  for (const draft of (await posts.many(ids, session)).values()) {
    if (draft.publishesWith !== true || draft.author !== author || !WAITING.includes(draft.status)) continue;
    services.connection.lock([keyOf(plural, draft._id)], session);
    const changes = { ...publicationOfDraft(draft, services), publishesWith: undefined as never, edited: true, ...editOf(draft, services) };
    await posts.update(draft, changes, session);
  }
}
