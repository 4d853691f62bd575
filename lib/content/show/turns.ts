import { setImmediate as nextTurn } from 'node:timers/promises';
import { errors } from '../../errors';
import { MOST_ANSWER_BYTES } from '../../registry';
import type { ShownAnswer } from './added-values';

/** Characters of texts of records that are shown in one turn of the event loop, unless one record alone has more. */
const TURN_CHARACTERS = 131_072;

/** Counts the characters of the texts that are members of an object, inner objects left out. */
const charactersOf = (record: object): number => {
  let characters = 0;
  for (const value of Object.values(record)) if (typeof value === 'string') characters += value.length;
  return characters;
};

/** Parts records so that each part has few texts, or is one record with many. */
const partsOf = <R extends object>(records: readonly R[]): readonly (readonly R[])[] => {
  const parts: R[][] = [];
  let part: R[] = [];
  let held = 0;
  for (const record of records) {
    const characters = charactersOf(record);
    if (part.length > 0 && held + characters > TURN_CHARACTERS) {
      parts.push(part);
      [part, held] = [[], 0];
    }
    part.push(record);
    held += characters;
  }
  return part.length > 0 ? [...parts, part] : parts;
};

/**
 * Shows records a part at a time, so that others are served between records with long texts; most pages are one part. Throws
 * `rest_answer_too_large` as soon as their texts have more than `most` characters, those of an answer in JSON unless given.
 */
export const inTurns = async <R extends object>(
  records: readonly R[],
  show: (some: readonly R[]) => Promise<ShownAnswer[]>,
  most = MOST_ANSWER_BYTES,
): Promise<ShownAnswer[]> => {
  const parts = partsOf(records);
  if (parts.length < 2) return show(records);
  const shown: ShownAnswer[] = [];
  let characters = 0;
  for (const part of parts) {
    const answers = await show(part);
    for (const answer of answers) characters += charactersOf(answer);
    if (characters > most) throw errors.answerTooLarge(MOST_ANSWER_BYTES);
    shown.push(...answers);
    await nextTurn();
  }
  return shown;
};
