import { randomBytes } from 'node:crypto';

/** A word that nobody can know, so that nothing that was sent is taken for a slot. */
const WORD = randomBytes(12).toString('hex');
const SLOT = new RegExp(`"${WORD} ([^ "]+ \\d+ [^ "]+)"`, 'g');

/** What stands in the place of a term's count in what is kept: it changes far more often than all the rest. */
export const countSlot = (plural: string, id: number, language: string): number =>
  `${WORD} ${plural} ${id} ${language}` as unknown as number;

/** The counts that JSON has slots for, each by collection, ID and language. */
export const countsIn = (text: string): string[] => [...new Set(Array.from(text.matchAll(SLOT), ([, slot = '']) => slot))];

/** Puts counts into the slots of JSON. */
export const withCounts = (text: string, counts: ReadonlyMap<string, number>): string =>
  text.replace(SLOT, (_, slot: string) => String(counts.get(slot) ?? 0));
