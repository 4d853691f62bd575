import type { Filter } from 'mongodb';
import { countsKey } from '../records/change-log';
import type { View } from './context';
import { countsIn, withCounts } from './count-slots';
import { createKeptCounts } from './kept-counts';
import { createMadeOf } from './made-of';
import type { PostLike } from './post-like';
import type { PostRecord } from './post-record';
import { revisionOf } from './revision';
import type { Services } from './services';

/** A record as it is shown, as JSON in UTF-8, but for the counts of its terms, and what it is made of; undefined: of anything. */
interface KeptRecord {
  readonly json: Buffer;
  readonly counts: readonly string[];
  readonly madeOf: readonly string[] | undefined;
  readonly revision: string;
}

/** A record as it is shown, as JSON, and what that is made of. */
interface WrittenRecord {
  readonly text: string;
  readonly madeOf: readonly string[] | undefined;
}

/** A text in bytes of its own: small Buffers are otherwise parts of larger ones, which they would keep. */
const inMemory = (text: string): Buffer => {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
};

/** What shows records of a kind to everybody. */
export type KeptRecords<R extends PostRecord> = ReturnType<typeof createKeptRecords<R>>;

/** Makes what shows records of a kind to everybody: each is shown once, and then kept until something that it is made of changes. */
export const createKeptRecords = <R extends PostRecord>(
  { cache, kinds }: Pick<Services, 'cache' | 'kinds'>,
  { plural, posts, present }: PostLike<R>,
) => {
  const keptCounts = createKeptCounts(cache, kinds);

  const stateOf = (record: R) => `${revisionOf(plural, record)} ${record.revision}`;
  const keyIn = ({ language, languages, baseUrl, single }: View) => {
    const how = `${single ? 'single' : ''} ${language} ${languages?.join() ?? ''} ${baseUrl}`;
    return (id: number) => `${plural} ${id} ${how}`;
  };
  const show = async (records: readonly R[], view: View, begun: number): Promise<ReadonlyMap<number, KeptRecord>> => {
    const madeOf = createMadeOf();
    const shown = await present(records, { ...view, madeOf });
    const key = keyIn(view);
    return new Map(
      records.map((record, place) => {
        const { _id } = record;
        const text = JSON.stringify(shown[place]);
        const kept: KeptRecord = {
          json: inMemory(text),
          counts: countsIn(text),
          madeOf: madeOf.of(_id),
          revision: stateOf(record),
        };
        cache.keep(key(_id), kept, kept.json.length + kept.counts.join().length, begun, kept.madeOf);
        return [_id, kept];
      }),
    );
  };
  const counted = async (records: readonly KeptRecord[], begun: number): Promise<string[]> => {
    const counts = await keptCounts.read([...new Set(records.flatMap((one) => one.counts))], begun);
    return records.map(({ json }) => withCounts(json.toString(), counts));
  };

  return {
    /** Answers the records of these IDs; undefined where one of them is gone, or does not meet the filter any more. */
    async page(ids: readonly number[], filter: Filter<R>, view: View, begun: number): Promise<readonly string[] | undefined> {
      const key = keyIn(view);
      const known = new Map(ids.map((id) => [id, cache.find<KeptRecord>(key(id))]));
      const missing = ids.filter((id) => known.get(id) === undefined);
      if (missing.length > 0) {
        // What it met when its ID was read it may not meet any more.
        const records = await posts.find({ $and: [{ _id: { $in: missing } }, filter] } as Filter<R>);
        if (records.length !== missing.length) return undefined;
        for (const [id, kept] of await show(records, view, begun)) known.set(id, kept);
      }
      return counted(
        ids.flatMap((id) => known.get(id) ?? []),
        begun,
      );
    },
    /** Answers a record that has been read. */
    async one(record: R, view: View, begun: number): Promise<WrittenRecord> {
      const known = cache.find<KeptRecord>(keyIn(view)(record._id));
      // What was read may be newer than what has been heard of: its entity tag is to be that of what is shown.
      const isSame = known?.revision === stateOf(record);
      const kept = known && isSame ? known : ((await show([record], view, begun)).get(record._id) as KeptRecord);
      const [text = ''] = await counted([kept], begun);
      const counts = kept.counts.map((slot) => countsKey(slot.split(' ', 2).join(' ')));
      return { text, madeOf: kept.madeOf && [...kept.madeOf, ...counts] };
    },
  };
};
