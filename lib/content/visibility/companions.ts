/*
 * A companion is a record that somebody created by its data inside another record, for example a venue inside an event.
 * While the outer record is unpublished, its companions are drafts of its author, so that they reveal nothing.
 * They have the mark `publishesWith` and are published together with the outer record.
 * If somebody gives a companion a status of its own, it loses the mark.
 */

import type { ClientSession } from 'mongodb';
import type { PostStatus } from '../../access';
import { keyOf, linkedIds } from '../../database';
import { editOf } from '../records';
import type { CompiledField, PostRecord, Services, Writing } from '../types';
import type { SentPublication } from './publication-args';
import { DRAFTS, datedStatus } from './publication-dates';

/**
 * Returns the publication to request for a record that may be a companion. If the outer record is unpublished and the client sent no
 * status, that is a draft by the author of the outer record.
 */
export const companionPublication = (sent: SentPublication, outer: Writing['outer']): SentPublication =>
  outer === undefined || outer.status === 'publish' || sent.status !== undefined
    ? sent
    : { author: outer.author, ...sent, status: 'draft' };

/** Returns the change of the mark `publishesWith`, if any. Only a status that the client sent itself removes the mark. */
export function companionMark(
  sent: SentPublication,
  status: PostStatus,
  { current, outer }: Pick<Writing, 'current' | 'outer'>,
): Pick<PostRecord, 'publishesWith'> {
  if (current === undefined) {
    const isOwnStatus = sent.status !== undefined && sent.status !== 'publish';
    return outer !== undefined && DRAFTS.includes(status) && !isOwnStatus ? { publishesWith: true } : {};
  }
  const isOwnStatus = sent.status !== undefined && sent.status !== current.status && sent.status !== 'trash';
  return current.publishesWith === true && isOwnStatus ? { publishesWith: undefined } : {};
}

/** Publishes the companions of a published record. A companion with a future date waits for that date. */
export async function publishCompanions(
  { plural, fields }: { readonly plural: string; readonly fields: readonly Pick<CompiledField, 'makes' | 'path'>[] },
  services: Services,
  record: PostRecord,
  session: ClientSession,
): Promise<void> {
  if (record.status !== 'publish') return;
  for (const { makes, path } of fields) {
    if (makes === undefined || path === undefined) continue;
    const to = services.postLikes.get(services.stores.sharing.linkedBy(plural, path) ?? '');
    const ids = linkedIds(record, path);
    if (to === undefined || ids.length === 0) continue;
    for (const draft of (await to.posts.many(ids, session)).values()) {
      if (draft.publishesWith !== true || draft.author !== record.author || !DRAFTS.includes(draft.status)) continue;
      services.connection.lock([keyOf(to.plural, draft._id)], session);
      const changes = {
        ...datedStatus({}, draft, 'publish', services),
        publishesWith: undefined,
        edited: true,
        ...editOf(draft, services),
      };
      await to.posts.update(draft, changes, session);
    }
  }
}
