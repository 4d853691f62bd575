import type { ClientSession } from 'mongodb';
import { readExactly } from '../../cache';
import type { Language } from '../../language';
import type { Connection } from '../driver/connection';
import { FORMER_SLUGS_COLLECTION } from '../driver/service-collections';

/** A slug that a record had until it was renamed: the last one that did. */
interface FormerSlug {
  /** The kind's plural, the language and the slug. */
  readonly _id: string;
  readonly plural: string;
  readonly id: number;
}

/** The slugs that records of a kind had before they were renamed, so that their addresses still lead to them. */
export interface FormerSlugs {
  /** Notes, in the transaction that renames it, that a record had a slug. */
  note(language: Language, slug: string, id: number, session: ClientSession): Promise<void>;
  /** Forgets a record, in the transaction that removes it for good. */
  forget(id: number, session: ClientSession): Promise<void>;
  /** The ID of the record that had a slug last. */
  ownerOf(language: Language, slug: string): Promise<number | undefined>;
}

/** Makes the former slugs of the kind `plural`. */
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
    // Slugs are left by writes to the kind, in the same transaction.
    ownerOf: (language, slug) => readExactly([plural], async () => (await collection().findOne({ _id: nameOf(language, slug) }))?.id),
  };
}
