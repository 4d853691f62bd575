import { linkedIds } from '../../database';
import type { PostRecord, Services, View } from '../types';
import { postOfLanguage } from './post-of-language';

/** The IDs of the terms of the record that an ID means, of whatever kind it is that links to them: post-like kinds share their IDs. */
export async function assignedTermIds({ kinds }: Services, plural: string, id: number, view: View): Promise<readonly number[]> {
  for (const { collection, field } of kinds.linksTo(plural)) {
    const record = await postOfLanguage(kinds.posts<PostRecord>(collection), collection, id, view);
    if (record) return linkedIds(record, field);
  }
  return [];
}
