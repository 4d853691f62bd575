import type { Filter } from 'mongodb';
import { bytesOf, type Cache } from '../cache/cache';
import type { View } from './context';
import { createMadeOf } from './made-of';
import type { PostLike } from './post-like';
import type { PostRecord } from './post-record';

/** A record as it is shown in lists, as JSON. */
interface KeptRecord {
  readonly text: string;
}

/** Makes what shows records of a kind in lists to everybody: each is shown once, and then kept until something that it is made of changes. */
export const createKeptRecords = <R extends PostRecord>(cache: Cache, { plural, posts, present }: PostLike<R>) => ({
  /** Answers the records of these IDs as JSON; undefined where one of them is gone, or does not meet the filter any more. */
  async read(ids: readonly number[], filter: Filter<R>, view: View, begun: number): Promise<readonly string[] | undefined> {
    const { language, languages, baseUrl } = view;
    const keyOf = (id: number) => `${plural} ${id} ${language} ${languages?.join() ?? ''} ${baseUrl}`;
    const known = new Map(ids.map((id) => [id, cache.find<KeptRecord>(keyOf(id))?.text]));
    const missing = ids.filter((id) => known.get(id) === undefined);
    if (missing.length > 0) {
      // What it met when its ID was read it may not meet any more.
      const records = await posts.find({ $and: [{ _id: { $in: missing } }, filter] } as Filter<R>);
      if (records.length !== missing.length) return undefined;
      const madeOf = createMadeOf();
      const shown = await present(records, { ...view, madeOf });
      for (const [place, { _id }] of records.entries()) {
        const text = JSON.stringify(shown[place]);
        known.set(_id, text);
        cache.keep(keyOf(_id), { text } satisfies KeptRecord, bytesOf(text), begun, madeOf.of(_id));
      }
    }
    return ids.map((id) => known.get(id) ?? '');
  },
});
