import type { ClientSession } from 'mongodb';
import { readExactly } from '../../cache';
import type { Language } from '../../language';
import type { Connection } from '../driver/connection';
import { FORMER_SLUGS_COLLECTION } from '../driver/indexes';

/** A slug that a record had before it was renamed. If several records had it, the last one counts. */
interface FormerSlug {
  /** The plural of the content type, the language and the slug. */
  readonly _id: string;
  readonly plural: string;
  readonly id: number;
}

/** The former slugs of a content type. They keep old addresses of renamed records working. */
export interface FormerSlugs {
  /** Notes the old slug of a record, in the transaction that renames the record. */
  note(language: Language, slug: string, id: number, session: ClientSession): Promise<void>;
  /** Drops the slugs of a record, in the transaction that deletes the record for good. */
  forget(id: number, session: ClientSession): Promise<void>;
  /** The ID of the record that had a slug last. */
  ownerOf(language: Language, slug: string): Promise<number | undefined>;
}

/** Creates the former slugs of the type `plural`. */
export function createFormerSlugs(connection: Connection, plural: string): FormerSlugs {
  const collection = () => connection.collection<FormerSlug>(FORMER_SLUGS_COLLECTION);
  const nameOf = (language: Language, slug: string) => `${plural} ${language} ${slug}`;
  return {
    async note(language, slug, id, session) {
      await collection().updateOne({ _id: nameOf(language, slug) }, { $set: { plural, id } }, { upsert: true, session });
    },
    async forget(id, session) {
      await collection().deleteMany({ plural, id }, { session });
    },
    // Former slugs change only in transactions that write records of the type.
    ownerOf: (language, slug) => readExactly([plural], async () => (await collection().findOne({ _id: nameOf(language, slug) }))?.id),
  };
}
