import fc from 'fast-check';
import type { Document } from 'mongodb';

/** A record whose fields have few values each, so that filters find some of them and not others. */
export type Listed = Document & { _id: number };

const WORDS = ['a', 'b', '', '[1', 0, 1, 2.5, true, false, null] as const;
const MOMENTS = [0, 1_700_000_000_000, 1_700_000_001_000, -1_000, -5_000_000_000_000, 40_000_000_000_000].map((time) => new Date(time));
const FRACTIONS = [1, 1_700_000_000_500, -1].map((time) => new Date(time));
const WALLS = ['2024-02-29 23:59:59', '2024-03-01 00:00:00', '2024-03-01 00:00:01', '2024-02-31 12:00:00', '1970-01-01 00:00:00'];
const ODD_WALLS = ['2024-13-01 00:00:00', '2024-03-01', '1969-12-31 23:59:59', '0001-01-01 00:00:00', '9999-12-31 24:00:60'];
const LISTS = [[], [1], [2], [1, 2], [2, 1], [3, 3], [7, 1, 7], [1, 2, 3, 4, 5, 6]] as const;
const PRICES = [[], [0, 12.5], [5], [12.5, 0], [5, 5]] as const;
const KEYS = [{}, { month: '2024-02' }, { month: '2024-03' }, { month: null }, null] as const;

const ids = fc.integer({ min: 1, max: 40 });
const few = (...values: readonly unknown[]): fc.Arbitrary<unknown> => fc.constantFrom(...values);
/** Mostly something that a filter of lists asks for. */
const sometimes = (usual: readonly unknown[], odd: readonly unknown[]): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 9, arbitrary: few(...usual) }, { weight: 1, arbitrary: few(...odd, undefined, null) });

/** What each path may hold; `undefined`: it is missing. */
const valuesAt = (isOdd: boolean): Readonly<Record<string, fc.Arbitrary<unknown>>> => ({
  word: few(...WORDS, undefined),
  start: isOdd ? sometimes(MOMENTS, FRACTIONS) : few(...MOMENTS.filter((_, place) => place < 4)),
  wall: isOdd ? sometimes(WALLS, ODD_WALLS) : few(...WALLS),
  venues: sometimes(LISTS, []),
  prices: sometimes(PRICES, []),
  keys: sometimes(KEYS, ['x']),
});

/** The paths that columns are made of. */
export const PATHS: readonly string[] = ['word', 'start', 'wall', 'venues', 'prices', 'keys.month'];

const present = (record: Document): Document => Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));

/** A record without its ID; where nothing is odd moments are whole and there, and wall times of the usual kind. */
export const fieldsArbitrary = (isOdd: boolean): fc.Arbitrary<Document> => fc.record(valuesAt(isOdd)).map(present);

/** Records with different IDs, in no order. */
export const recordsArbitrary = (isOdd: boolean): fc.Arbitrary<Listed[]> =>
  fc
    .uniqueArray(fc.tuple(ids, fieldsArbitrary(isOdd)), { maxLength: 40, selector: ([id]) => id })
    .map((all) => all.map(([_id, fields]) => ({ _id, ...fields })));

/** What records are asked for at a path. */
const OPERANDS: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  word: few(...WORDS),
  start: few(...MOMENTS, ...FRACTIONS),
  wall: few(...WALLS, '1969-12-31 23:59:59', '9999-12-31 23:59:59'),
  venues: few(1, 2, 3, 7, 9),
  prices: few(0, 12.5, 5),
  'keys.month': few('2024-02', '2024-03', '2025-01'),
  _id: ids,
};
const RANGED: readonly string[] = ['start', 'wall'];
const LISTED: readonly string[] = ['word', 'venues', 'prices', 'keys.month', '_id'];

type Conditions = fc.Arbitrary<Document>;
const at = (paths: readonly string[], condition: (operand: fc.Arbitrary<unknown>) => fc.Arbitrary<unknown>): Conditions =>
  fc.oneof(...paths.map((path) => condition(OPERANDS[path] as fc.Arbitrary<unknown>).map((operand) => ({ [path]: operand }))));
const operator = (operators: readonly string[], operand: fc.Arbitrary<unknown>) =>
  fc.tuple(few(...operators), operand).map(([name, value]) => ({ [name as string]: value }));

/** What lists of events ask: this is to be answered. */
const PLAIN: Conditions = fc.oneof(
  at(Object.keys(OPERANDS), (operand) => operand),
  at(LISTED, (operand) => operator(['$in', '$nin'], fc.array(operand, { maxLength: 3 }))),
  at(RANGED, (operand) => operator(['$gt', '$gte', '$lt', '$lte'], operand)),
  at(RANGED, (operand) => fc.tuple(operand, operand).map(([from, to]) => ({ $gte: from, $lt: to }))),
  few(...PATHS.map((path) => ({ [path]: null }))) as Conditions,
  at(LISTED, (operand) => operator(['$ne'], operand)),
);

/** What else may be asked. */
const ODD: Conditions = at([...Object.keys(OPERANDS)], (operand) =>
  fc.oneof(
    operator(['$gt', '$gte', '$lt', '$lte', '$eq', '$ne'], fc.oneof(operand, few(null, 3, 'a', ...ODD_WALLS))),
    operator(['$in', '$nin'], fc.array(fc.oneof(operand, few(null, [1], 'a')), { maxLength: 3 })),
    operator(['$exists'], fc.boolean()),
    operator(
      ['$not'],
      operator(['$gt', '$lte', '$in'], operand).map((one) => ('$in' in one ? { $in: [one['$in']] } : one)),
    ),
    operator(['$elemMatch'], operator(['$gt', '$eq', '$lt'], operand)),
    few({}, [], [1, 2], [0, 12.5], [5]),
    fc.tuple(operand, operand).map(([one, other]) => ({ $gte: one, $ne: other })),
  ),
);

const combined = (single: Conditions): Conditions =>
  fc.letrec<{ filter: Document }>((tie) => ({
    filter: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      single,
      fc.tuple(single, single).map(([one, other]) => ({ ...one, ...other })),
      fc
        .tuple(few('$and', '$or', '$nor'), fc.array(tie('filter'), { minLength: 1, maxLength: 3 }))
        .map(([name, filters]) => ({ [name as string]: filters })),
    ),
  })).filter;

/** A filter as lists of events make them. */
export const plainFilter: Conditions = fc.oneof({ weight: 1, arbitrary: fc.constant({}) }, { weight: 12, arbitrary: combined(PLAIN) });

/** Any filter. */
export const anyFilter: Conditions = combined(fc.oneof(PLAIN, ODD));
