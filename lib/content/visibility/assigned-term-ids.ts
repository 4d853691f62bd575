import { linkedIds } from '../../database';
import type { PostRecord, Services, View } from '../types';
import { postOfLanguage } from './post-of-language';

/** Reads the IDs of the terms that a record has. Post-like types share their IDs, so the record may be of any type with such terms. */
export async function assignedTermIds({ kinds }: Services, plural: string, id: number, view: View): Promise<readonly number[]> {
  for (const { collection, field } of kinds.linksTo(plural)) {
    const record = await postOfLanguage(kinds.posts<PostRecord>(collection), collection, id, view);
    if (record) return linkedIds(record, field);
  }
  return [];
}
