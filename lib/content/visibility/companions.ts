import type { ClientSession } from 'mongodb';
import { keyOf, linkedIds } from '../../database';
import { editOf } from '../records';
import type { PostRecord, Services, TypeField, Writing } from '../types';
import { publicationOfDraft, type SentPublication } from './publication';

/*
 * A companion is a record that somebody created by its data inside another record, for example a venue inside an event.
 * While the outer record is unpublished, its companions are drafts of its author, so that they reveal nothing.
 * They have the mark `publishesWith` and are published together with the outer record.
 * If somebody gives a companion a status of its own, it loses the mark.
 */

const WAITING: readonly PostRecord['status'][] = ['draft', 'pending'];

/** Returns the publication of a companion. Without a sent status, the companion is a draft by the author of the outer record. */
export const publicationWithin = (sent: SentPublication, within: Writing<PostRecord>['within']): SentPublication =>
  within === undefined || within.status === 'publish' || sent.status !== undefined
    ? sent
    : { author: within.author, ...sent, status: 'draft' };

/** Returns the mark of a companion that is published with the outer record. A status from a client removes the mark. */
export function publishesWith(
  { status: sent }: SentPublication,
  status: PostRecord['status'],
  { current, within }: Pick<Writing<PostRecord>, 'current' | 'within'>,
): Pick<PostRecord, 'publishesWith'> {
  if (current === undefined)
    return within !== undefined && WAITING.includes(status) && (sent === undefined || sent === 'publish') ? { publishesWith: true } : {};
  const isOwn = current.publishesWith === true && sent !== undefined && sent !== current.status && sent !== 'trash';
  return isOwn ? { publishesWith: undefined } : {};
}

/** Publishes the companions of a published record. A companion with a future date waits for that date. */
export async function publishCompanions(
  { plural, fields }: { readonly plural: string; readonly fields: readonly Pick<TypeField, 'makes' | 'path'>[] },
  services: Services,
  record: PostRecord,
  session: ClientSession,
): Promise<void> {
  if (record.status !== 'publish') return;
  for (const { makes, path } of fields) {
    if (makes === undefined || path === undefined) continue;
    const to = services.postLikes.get(services.kinds.sharing.linkedBy(plural, path) ?? '');
    const ids = linkedIds(record, path);
    if (to === undefined || ids.length === 0) continue;
    for (const draft of (await to.posts.many(ids, session)).values()) {
      if (draft.publishesWith !== true || draft.author !== record.author || !WAITING.includes(draft.status)) continue;
      services.connection.lock([keyOf(to.plural, draft._id)], session);
      const changes = { ...publicationOfDraft(draft, services), publishesWith: undefined, edited: true, ...editOf(draft, services) };
      await to.posts.update(draft, changes, session);
    }
  }
}
