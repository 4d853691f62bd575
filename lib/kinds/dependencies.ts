import { keyOf } from '../records/connection';

/** What the shown records are made of, by their IDs: collections and records, as `keyOf` names them. */
export interface Dependencies {
  /** Notes that a shown record is made of other ones too. */
  records(shown: number, collection: string, ids: Iterable<number>): void;
  /** Notes the same of whatever is in a collection. */
  collection(shown: number, collection: string): void;
  /** Notes that nobody knows what records are made of. */
  anything(): void;
  /** Notes what a record is made of that another one shows. */
  shownBy(shown: number, others: Dependencies, ids: Iterable<number>): void;
  /** What a shown record is made of; undefined: of anything. */
  of(shown: number): readonly string[] | undefined;
}

/** Creates the notes of one answer. */
export function createDependencies(): Dependencies {
  const notes = new Map<number, Set<string>>();
  let isKnown = true;
  const notesOf = (shown: number): Set<string> => {
    const known = notes.get(shown) ?? new Set();
    notes.set(shown, known);
    return known;
  };
  const madeOf: Dependencies = {
    records(shown, collection, ids) {
      for (const id of ids) notesOf(shown).add(keyOf(collection, id));
    },
    collection: (shown, collection) => void notesOf(shown).add(collection),
    anything() {
      isKnown = false;
    },
    shownBy(shown, others, ids) {
      for (const id of ids) {
        const keys = others.of(id);
        if (keys === undefined) madeOf.anything();
        for (const key of keys ?? []) notesOf(shown).add(key);
      }
    },
    of: (shown) => (isKnown ? [...notesOf(shown)] : undefined),
  };
  return madeOf;
}
