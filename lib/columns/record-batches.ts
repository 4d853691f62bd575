import { setImmediate } from 'node:timers/promises';
import type { Document, FindCursor } from 'mongodb';
import { driver } from '../records/driver';

/** How many records are read as one, and for how long they are worked on, about, before others have their turn, in ms. */
const TOGETHER = 50;
const TURN = 5;

/** What stands before an element of a document that is a document itself: its type, and its name (https://bsonspec.org/spec.html). */
const elementHead = (name: number): Buffer => Buffer.from(`\x03${name}\0`, 'latin1');

/** Reads documents as one of which each is a part: to read each by itself takes three times as long. */
const readTogether = (documents: readonly Buffer[]): readonly Document[] => {
  const parts = documents.flatMap((document, place) => [elementHead(place), document]);
  const size = Buffer.alloc(4);
  const end = Buffer.alloc(1);
  size.writeInt32LE(parts.reduce((sum, { length }) => sum + length, size.length + end.length));
  return Object.values(driver().BSON.deserialize(Buffer.concat([size, ...parts, end])));
};

/** Reads the records of a raw cursor, some together, while the database makes the next ones ready. */
export async function* recordBatches(cursor: FindCursor): AsyncGenerator<readonly Document[]> {
  let coming = cursor.hasNext();
  try {
    while (await coming) {
      const documents = cursor.readBufferedDocuments() as unknown as Buffer[];
      coming = cursor.hasNext();
      // Why they do not come is heard when it is their turn.
      coming.catch(() => undefined);
      let begun = Number.NEGATIVE_INFINITY;
      for (let start = 0; start < documents.length; start += TOGETHER) {
        if (performance.now() - begun > TURN) {
          // The next ones are asked for before these are worked on.
          await setImmediate();
          begun = performance.now();
        }
        yield readTogether(documents.slice(start, start + TOGETHER));
      }
    }
  } finally {
    // What is closed while more of it comes stays open in the database.
    await coming.catch(() => undefined);
    await cursor.close();
  }
}
