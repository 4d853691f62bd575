import type { RE2JS } from 're2js';
import { translatePattern } from './pattern-syntax';

/** A pattern that matches in time linear in the length of the text, whatever its source and the text. */
export interface Pattern {
  test(text: string): boolean;
  /** The declared source. */
  toString(): string;
}

/** The maximum number of pieces that counted repetitions stand for. The engine tracks each piece at every character. */
export const MOST_COPIES = 1000;
/** The maximum characters of a value that a pattern reads. With `MOST_COPIES` that takes a second or two at worst. */
export const MOST_READ = 65_536;

const TOO_MUCH = new Error(`a pattern would read more than ${MOST_READ} characters`);

interface Reading {
  /** The characters that a pattern may still read of the value. */
  left: number;
  /** The results for the texts that it has read. */
  readonly verdicts: Map<string, boolean>;
}

/** The readings of the value that is being judged, by pattern. A text that several rules check is read once. */
let readings: Map<string, Reading> | undefined;

/** Judges a value. Answers `otherwise` if a pattern would read more than `MOST_READ` characters of it. */
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

const cache = new Map<string, Pattern>();

/** The pattern with this source, which `wrongPattern` accepts. Its engine is made once, when first needed. */
export const patternOf = (source: string): Pattern => {
  let engine: RE2JS | undefined;
  const pattern: Pattern = cache.get(source) ?? {
    test(text) {
      const reading = readings?.get(source) ?? { left: MOST_READ, verdicts: new Map<string, boolean>() };
      readings?.set(source, reading);
      const before = reading.verdicts.get(text);
      if (before !== undefined) return before;
      reading.left -= text.length <= reading.left ? text.length : [...text].length;
      if (reading.left < 0) throw TOO_MUCH;
      // The library is loaded with the first text that a pattern reads, since a start needs none.
      engine ??= (require('re2js') as typeof import('re2js')).RE2JS.compile(translatePattern(source).source);
      const verdict = engine.test(text);
      reading.verdicts.set(text, verdict);
      return verdict;
    },
    toString: () => source,
  };
  cache.set(source, pattern);
  return pattern;
};

/** The reason why a pattern cannot be used, as a sentence. Undefined if it can. */
export const wrongPattern = (source: string): string | undefined => {
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
