import type { RE2JS } from 're2js';
import { translatePattern } from './pattern-syntax';

/** A compiled regular expression that matches any text in linear time. */
export interface Pattern {
  test(text: string): boolean;
  toString(): string;
}

/** The maximum number of parts that counted repetitions expand to. RE2 tracks each part at every character. */
export const MOST_COPIES = 1000;
/** The maximum number of characters of a value that a pattern reads. With `MOST_COPIES`, reading takes two seconds at worst. */
export const MOST_READ = 65_536;

const TOO_MUCH = new Error(`a pattern would read more than ${MOST_READ} characters`);

interface Reading {
  /** The number of characters of the value that the pattern may still read. */
  left: number;
  readonly verdicts: Map<string, boolean>;
}

/** The reading states of the value under validation, by pattern source. A text that several rules check is read once. */
let readings: Map<string, Reading> | undefined;

/** Runs the validation `judge` of one value. Returns `otherwise()` if a pattern would read more than `MOST_READ` characters. */
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

/** Returns the cached pattern of a source that `wrongPattern` accepts. The first test compiles the pattern. */
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
      // The library is loaded at the first test, so that the service starts faster.
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

/** Explains in a sentence why a pattern cannot be used. Undefined for a valid pattern. */
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
