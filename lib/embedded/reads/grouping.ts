import type { Document } from 'bson';
import { encodeValue, isDocument, pathParts, refuse } from '../../query';
import { type FoundInTurns, type InTurns, takeEach } from '../protocol/turns';
import { decodeSelected, selectedAt } from './raw-bson';

// `$group` by fields, or by a remainder. Only the needed fields of documents are decoded.

/** Groups documents. */
export type Grouping = (found: FoundInTurns<Buffer>) => InTurns<Document[]>;

type Path = readonly string[];

/** A part of the `_id` of a group. Without a name it is the whole `_id`. */
interface KeyPart {
  readonly name?: string;
  readonly path: Path;
}

/** The running value of an accumulator in one group. */
interface Gathered {
  add(value: unknown): void;
  value(): unknown;
}

/** A field of a group that is computed from the documents' values at a path. */
interface Accumulator {
  readonly field: string;
  readonly path: Path;
  begin(): Gathered;
}

/** A string that is equal for equal values. */
export const hashed = (value: unknown): string => encodeValue(value, Number.POSITIVE_INFINITY).toString('latin1');

/** The field of a `$group` that only counts; undefined for other groups. */
export const countedAs = (group: Document): string | undefined => {
  const [sum, other] = Object.entries(group).filter(([field]) => field !== '_id');
  return sum && !other && isDocument(sum[1]) && sum[1]['$sum'] === 1 ? sum[0] : undefined;
};

const isPath = (value: unknown): value is string => typeof value === 'string' && /^\$[^$]/.test(value);

const pathOf = (expression: string): Path => pathParts(expression.slice(1));

/** The value of an expression such as `$a.b`. For an array it is the list of its members' values. */
const valueAt = (value: unknown, [name, ...rest]: Path): unknown => {
  if (name === undefined) return value;
  if (Array.isArray(value)) return value.map((member) => valueAt(member, [name, ...rest])).filter((member) => member !== undefined);
  return isDocument(value) ? valueAt(value[name], rest) : undefined;
};

const counting = (): Gathered => {
  let count = 0;
  return { add: () => void count++, value: () => count };
};

const pushing = (): Gathered => {
  const all: unknown[] = [];
  return { add: (value) => void (value !== undefined && all.push(value)), value: () => all };
};

const addingToSet = (): Gathered => {
  const all = new Map<string, unknown>();
  return { add: (value) => void (value !== undefined && all.set(hashed(value), value)), value: () => [...all.values()] };
};

const toAccumulator = (field: string, sent: unknown): Accumulator => {
  const [only, other] = isDocument(sent) ? Object.entries(sent) : [];
  const [operator, operand] = other ? [] : (only ?? []);
  if (operator === '$sum' && operand === 1) return { field, path: ['_id'], begin: counting };
  if (operator === '$push' && isPath(operand)) return { field, path: pathOf(operand), begin: pushing };
  if (operator === '$addToSet' && isPath(operand)) return { field, path: pathOf(operand), begin: addingToSet };
  throw refuse.notSupported(`${JSON.stringify(sent)} in $group`);
};

const toKeyParts = (id: unknown): readonly KeyPart[] => {
  if (isPath(id)) return [{ path: pathOf(id) }];
  if (isDocument(id) && Object.values(id).every(isPath))
    return Object.entries(id).map(([name, path]) => ({ name, path: pathOf(path as string) }));
  throw refuse.notSupported(`${JSON.stringify(id)} as the _id of $group`);
};

const idOf = (key: readonly KeyPart[], values: readonly unknown[]): unknown =>
  key[0]?.name === undefined
    ? values[0]
    : Object.fromEntries(key.flatMap(({ name = '' }, at) => (values[at] === undefined ? [] : [[name, values[at]] as const])));

function* grouped(found: FoundInTurns<Buffer>, key: readonly KeyPart[], accumulators: readonly Accumulator[]): InTurns<Document[]> {
  const selection = selectedAt([...key, ...accumulators].map(({ path }) => path));
  const groups = new Map<string, { readonly values: readonly unknown[]; readonly gathered: readonly Gathered[] }>();
  yield* takeEach(found, (raw) => {
    const document = decodeSelected(raw, selection);
    const all = key.map(({ path }) => valueAt(document, path));
    // As the whole `_id` a missing value is null; as one of several it is left out.
    const values = all.length === 1 ? [all[0] ?? null] : all;
    const text = values.map((value) => (value === undefined ? '' : hashed(value))).join('\u0000');
    const group = groups.get(text) ?? { values, gathered: accumulators.map(({ begin }) => begin()) };
    groups.set(text, group);
    for (const [i, { path }] of accumulators.entries()) group.gathered[i]?.add(valueAt(document, path));
  });
  return Array.from(groups.values(), ({ values, gathered }) => ({
    _id: idOf(key, values),
    ...Object.fromEntries(accumulators.map(({ field }, i) => [field, gathered[i]?.value()])),
  }));
}

/** Compiles a `$group`. Throws CommandNotSupported for computed values. */
export const toGrouping = ({ _id, ...fields }: Document): Grouping => {
  const key = toKeyParts(_id);
  const accumulators = Object.entries(fields).map(([field, sent]) => toAccumulator(field, sent));
  return (found) => grouped(found, key, accumulators);
};
