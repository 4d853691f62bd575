import type { RE2JS } from 're2js';
import { translatePattern } from './pattern-syntax';

/** A pattern that takes time linear in the length of the text, however it is written and whatever is sent. */
export interface Pattern {
  test(text: string): boolean;
  /** As it was declared. */
  toString(): string;
}

/** What the counted repetitions of one pattern may stand for: each is something to keep track of at every character of a text. */
export const MOST_COPIES = 1000;
/** Characters of one value that a pattern reads; with `MOST_COPIES` they take a fraction of a second, and at the very worst one or two. */
export const MOST_READ = 65_536;

const TOO_MUCH = new Error(`a pattern would read more than ${MOST_READ} characters`);

interface Reading {
  left: number;
  readonly verdicts: Map<string, boolean>;
}

/** What each pattern has read of the value that is being judged; a text that several rules ask about is read once. */
let readings: Map<string, Reading> | undefined;

/** Judges one value, and answers `otherwise` where a pattern would have to read more of it than `MOST_READ` characters. */
export const judging = <T>(judge: () => T, otherwise: () => T): T => {
  readings = new Map();
  try {
    return judge();
  } catch (error) {
    if (error === TOO_MUCH) return otherwise();
    throw error;
  } finally {
    readings = undefined;
  }
};

const readingOf = (source: string): Reading => {
  const reading = readings?.get(source) ?? { left: MOST_READ, verdicts: new Map() };
  readings?.set(source, reading);
  return reading;
};

/** Loaded with the first text that a pattern reads: a start reads none. */
const loadEngines = () => require('re2js') as typeof import('re2js');

const known = new Map<string, Pattern>();

/** The pattern with this source, which `wrongPattern` has nothing against; its engine is made when first needed, once. */
export const patternOf = (source: string): Pattern => {
  const found = known.get(source);
  if (found !== undefined) return found;
  let engine: RE2JS | undefined;
  const made: Pattern = {
    test(text) {
      const reading = readingOf(source);
      const before = reading.verdicts.get(text);
      if (before !== undefined) return before;
      reading.left -= text.length <= reading.left ? text.length : [...text].length;
      if (reading.left < 0) throw TOO_MUCH;
      engine ??= loadEngines().RE2JS.compile(translatePattern(source).source);
      const verdict = engine.test(text);
      reading.verdicts.set(text, verdict);
      return verdict;
    },
    toString: () => source,
  };
  known.set(source, made);
  return made;
};

const wrongs = new Map<string, string | undefined>();

/** Says in a sentence why a pattern cannot be taken, undefined where it can; judged once, since many args share one. */
export const wrongPattern = (source: string): string | undefined => {
  if (!wrongs.has(source)) wrongs.set(source, wrongOf(source));
  return wrongs.get(source);
};

const wrongOf = (source: string): string | undefined => {
  try {
    new RegExp(source, 'u');
  } catch {
    return `the pattern ${source} cannot be compiled: correct it (it is read with the u flag).`;
  }
  try {
    const { copies } = translatePattern(source);
    if (copies <= MOST_COPIES) return undefined;
    return `the counts in the pattern ${source} stand for ${copies} pieces, of at most ${MOST_COPIES}: count less, or use minLength and maxLength.`;
  } catch (error) {
    const lacked = error instanceof Error ? error.message : error;
    return `the pattern ${source} has ${lacked}, which the engine lacks (it takes linear time, without look-arounds and back references): write it without.`;
  }
};
