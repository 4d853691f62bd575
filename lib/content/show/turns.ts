import { setImmediate as nextTurn } from 'node:timers/promises';
import { errors } from '../../errors';
import { MOST_ANSWER_BYTES } from '../../registry';
import type { ShownAnswer } from './added-values';

/** Characters of text that one turn of the event loop shows. A single record may have more. */
const TURN_CHARACTERS = 131_072;

/** Counts the characters of an object's own texts, without those of inner objects. */
const charactersOf = (record: object): number => {
  let characters = 0;
  for (const value of Object.values(record)) if (typeof value === 'string') characters += value.length;
  return characters;
};

/** Splits records into parts with few texts. A record with long texts is a part of its own. */
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
 * Shows records part by part, so that others are served between records with long texts. Throws `rest_answer_too_large` as soon as the
 * texts exceed `most` characters, by default the limit of a JSON answer.
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
