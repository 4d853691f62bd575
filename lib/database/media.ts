import type { ClientSession } from 'mongodb';
import { readExactly } from '../cache';
import type { Connection } from './driver/connection';
import { keyOf } from './driver/locks';
import type { Media } from './records/record';

export interface MediaStore {
  byId(id: number): Promise<Media | undefined>;
  many(ids: Iterable<number>): Promise<ReadonlyMap<number, Media>>;
  /** Finds the media record of an address, or creates it. */
  ofUrl(url: string, session: ClientSession): Promise<Media>;
}

/** Creates the store of images. Addresses of images are stored and never fetched. */
export function createMedia(connection: Connection): MediaStore {
  const collection = () => connection.collection<Media>('media');
  return {
    byId: (id) => readExactly([keyOf('media', id)], async () => (await collection().findOne({ _id: id })) ?? undefined),
    async many(ids) {
      const requested = [...new Set(ids)];
      if (requested.length === 0) return new Map();
      const keys = requested.map((id) => keyOf('media', id));
      const found = await readExactly(keys, () =>
        collection()
          .find({ _id: { $in: requested } })
          .toArray(),
      );
      return new Map(found.map((media) => [media._id, media]));
    },
    async ofUrl(url, session) {
      const existing = await collection().findOne({ url }, { session });
      if (existing) return existing;
      connection.lock([keyOf('media', url)], session);
      const media = { _id: await connection.nextId('posts'), url };
      await collection().insertOne(media, { session });
      return media;
    },
  };
}
