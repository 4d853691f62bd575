import type { ClientSession } from 'mongodb';
import type { Connection } from './driver/connection';
import { keyOf } from './driver/locks';
import type { Media } from './records/record';
import { createLoad } from './records/store-reads';

export type MediaStore = ReturnType<typeof createMedia>;

/** Creates the store of images. It stores their addresses and never fetches them. */
export function createMedia(connection: Connection) {
  const collection = () => connection.collection<Media>('media');
  const many = createLoad('media', collection);
  return {
    byId: async (id: number): Promise<Media | undefined> => (await many([id])).get(id),
    many,
    /** Finds the media record of an image's address, or creates the record. */
    async ofUrl(url: string, session: ClientSession): Promise<Media> {
      const existing = await collection().findOne({ url }, { session });
      if (existing) return existing;
      connection.lock([keyOf('media', url)], session);
      const media = { _id: await connection.nextId('posts'), url };
      await collection().insertOne(media, { session });
      return media;
    },
  };
}
