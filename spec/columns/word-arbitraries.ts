import fc from 'fast-check';
import type { Document } from 'mongodb';
import type { Listed } from './record-arbitraries';

/** Keys of words: some begin with others, in several scripts, composed and not, and of signs beyond the first plane. */
const KEYS = ['tfair', 'tfairs', 'dfair', '-dfair', '@venues 1', '@venues 12', 't', 'tcafé', 'tcafe\u0301', 't市', 't市場'] as const;
const RARE_KEYS = ['t𐐷', 't𐐷𐐲', 't\uffee', 't\u0301x', 'd2', 'd²', 'd٣', '', 'a\nb', 't😀', 'tfair-ground', 'T', 'dⅧ'] as const;
const EVERY_KEY: readonly string[] = [...KEYS, ...RARE_KEYS];

const PIECES = ['fair', 'fairs', 'a', 'the fair', 'café', 'cafe\u0301', '市場', '𐐷𐐲', '\u0301x', 'x²', 'ⅷ', '٣', 'نص', 'हिन्दी'] as const;
const BETWEEN = [' ', '\n', '-', '_', "'", '😀', '\u00a0', '', '\0', '\r\n'] as const;

const few = <T>(values: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...values);
const seldom = <T>(usual: fc.Arbitrary<T>, other: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.oneof({ weight: 9, arbitrary: usual }, { weight: 2, arbitrary: other });

const key = seldom(few<string>(KEYS), few<string>(RARE_KEYS));
const keys: fc.Arbitrary<unknown> = seldom<unknown>(fc.array(key, { maxLength: 8 }), few([undefined, null, []]));
const text = fc.array(fc.tuple(few<string>(PIECES), few<string>(BETWEEN)), { maxLength: 6 }).map((all) => all.flat().join(''));
const texts: fc.Arbitrary<unknown> = seldom<unknown>(text, few([undefined, null, '']));
const oddKeys = few<unknown>(['tfair', 5, ['tfair', 5], [null], [['tfair']], { a: 'tfair' }, [/^tfair/]]);
const oddTexts = few<unknown>([5, ['fair'], ['fair', null], { a: 'fair' }, true, /fair/]);

/** The paths that are held by words. */
export const WORD_PATHS: readonly string[] = ['keys.words', 'keys.text', 'keys.title'];

const START = [0, 1_700_000_000_000, 1_700_000_001_000].map((time) => new Date(time));

const present = (record: Document): Document => Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));

/** A record with words, without its ID; where something may be odd, some hold what is no list of texts, or no text. */
export const wordedArbitrary = (isOdd: boolean): fc.Arbitrary<Document> =>
  fc
    .record({
      ...{ start: few(START), word: few(['a', 'b']), venues: few([[], [1], [1, 2]]) },
      words: isOdd ? fc.oneof({ weight: 120, arbitrary: keys }, { weight: 1, arbitrary: oddKeys }) : keys,
      text: isOdd ? fc.oneof({ weight: 120, arbitrary: texts }, { weight: 1, arbitrary: oddTexts }) : texts,
      title: texts,
    })
    .map(({ words, text, title, ...others }) => ({ ...others, keys: present({ words, text, title }) }));

const ids = fc.integer({ min: 1, max: 30 });

/** Records with words, each of another ID, in no order. */
export const wordedRecords = (isOdd: boolean): fc.Arbitrary<Listed[]> =>
  fc
    .uniqueArray(fc.tuple(ids, wordedArbitrary(isOdd)), { maxLength: 30, selector: ([id]) => id })
    .map((all) => all.map(([_id, fields]): Listed => ({ _id, ...fields })));

const PLAIN = /^[\p{L}\p{M}\p{N}]+$/u;
/** A part of a text, sign by sign. */
const partOf = (from: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.tuple(from, fc.nat(), fc.integer({ min: 1, max: 4 })).map(([whole, start, length]) => {
    const signs = Array.from(whole);
    const first = start % Math.max(1, signs.length);
    return signs.slice(first, first + length).join('');
  });
const part = fc.oneof(partOf(few<string>(PIECES)), few<string>(PIECES), few(['zz', 'r', '\u0301', '𐐲'])).filter((one) => PLAIN.test(one));
const beginning = seldom(
  few<string>(EVERY_KEY).chain((whole) =>
    fc.nat().map((length) =>
      Array.from(whole)
        .slice(0, 1 + length)
        .join(''),
    ),
  ),
  few(['t', 'd', '-d', 'x', '@venues 1', 'tfa']),
).filter((one) => /^[\p{L}\p{M}\p{N} @-]+$/u.test(one));
const wanted = fc.oneof(
  few([...EVERY_KEY, 'tnone', 'tfai']),
  beginning.map((one) => new RegExp(`^${one}`)),
);
const wantedKeys = fc.array(wanted, { maxLength: 4 });

/** What searches ask of words: this is to be answered. */
const ASKED: fc.Arbitrary<Document> = fc.oneof(
  wantedKeys.map((values) => ({ 'keys.words': { $in: values } })),
  wantedKeys.map((values) => ({ $nor: [{ 'keys.words': { $nin: values } }] })),
  wantedKeys.map((values) => ({ 'keys.words': { $nin: values } })),
  fc.tuple(few(['keys.text', 'keys.title']), part).map(([path, one]) => ({ [path]: { $regex: one } })),
  fc.tuple(few(['keys.text', 'keys.title']), part).map(([path, one]) => ({ [path]: { $not: { $regex: one } } })),
);

/** What no search asks so: a driver would tell. */
const ODD: fc.Arbitrary<Document> = fc.oneof(
  few<unknown>([/fair/, /^tfair/i, /^tf.*r/, null, 'tfair', 5]).map((one) => ({ 'keys.words': { $in: [one] } })),
  few<unknown>([/^tfair/, 'tfair', null, { $ne: null }, { $all: ['tfair'] }, { $size: 2 }, { $elemMatch: { $eq: 't' } }]).map((one) => ({
    'keys.words': one,
  })),
  few<unknown>([/fair/, 'fair', null, { $ne: 'fair' }, { $not: /fair/ }, { $regex: /fair/ }, { $regex: 'FAIR', $options: 'i' }]).map(
    (one) => ({ 'keys.text': one }),
  ),
  few(['^fair', 'r\nc', 'fair-', 'a fair', "fair'", 'f.ir', '(?i)FAIR', 'fair|café', '_', '😀', '\\d']).map(($regex) => ({
    'keys.text': { $regex },
  })),
  few(['words', 'text']).map((name) => ({ [`keys.${name}`]: { $exists: true } })),
);

const OTHERS: readonly Document[] = [{ word: 'a' }, { venues: 2 }, { start: { $gte: START[1] } }, { _id: { $in: [1, 2, 3, 4, 5] } }];

const combined = (single: fc.Arbitrary<Document>): fc.Arbitrary<Document> =>
  fc.letrec<{ filter: Document }>((tie) => ({
    filter: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      single,
      fc.tuple(single, few(OTHERS)).map(([one, other]) => ({ ...other, ...one })),
      fc
        .tuple(few(['$and', '$or', '$nor']), fc.array(tie('filter'), { minLength: 1, maxLength: 3 }))
        .map(([name, filters]) => ({ [name]: filters })),
    ),
  })).filter;

/** A filter by words as searches make them. */
export const askedFilter = combined(ASKED);
/** Any filter by words. */
export const anyWordFilter = combined(fc.oneof({ weight: 3, arbitrary: ASKED }, { weight: 1, arbitrary: ODD }));

/** The nearest of what is found, from the narrowest condition on. */
export const ranksArbitrary = fc.record({
  conditions: fc.array(askedFilter, { minLength: 1, maxLength: 3 }),
  isDown: fc.boolean(),
});
