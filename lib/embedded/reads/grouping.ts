import type { Document } from 'bson';
import { encodeValue, equalValues, isDocument, refuse } from '../../query';
import { type FoundInTurns, type InTurns, takeEach } from '../protocol/turns';
import { decodeSelected, selectedAt } from './raw-bson';

// `$group` by fields. Only the needed fields of documents are decoded.

export type Grouping = (found: FoundInTurns<Buffer>) => InTurns<Document[]>;

type Path = readonly string[];

/** A member of the `_id` of a `$group`. Without a name it is the whole `_id`. */
interface KeyPart {
  readonly name?: string;
  readonly path: Path;
}

/** A field of a `$group` that collects the documents' values at a path. */
interface Accumulator {
  readonly field: string;
  readonly operator: string;
  readonly path: Path;
}

/** Makes a string that is equal for equal values. */
export const hashed = (value: unknown): string => encodeValue(value, Number.POSITIVE_INFINITY).toString('latin1');

/** Returns the field of a `$group` that only counts; otherwise undefined. */
export const countedAs = (group: Document): string | undefined => {
  const [sum, other] = Object.entries(group).filter(([field]) => field !== '_id');
  return sum && !other && isDocument(sum[1]) && sum[1]['$sum'] === 1 ? sum[0] : undefined;
};

const isPath = (value: unknown): value is string => typeof value === 'string' && /^\$[^$]/.test(value);

const pathOf = (expression: string): Path => expression.slice(1).split('.');

/** Evaluates an expression such as `$a.b`. An array gives the list of its members' values. */
const valueAt = (value: unknown, path: Path): unknown => {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  if (Array.isArray(value)) return value.map((member) => valueAt(member, path)).filter((member) => member !== undefined);
  return isDocument(value) ? valueAt(value[name], rest) : undefined;
};

const toAccumulator = (field: string, sent: unknown): Accumulator => {
  const [[operator, operand] = ['', undefined], other] = isDocument(sent) ? Object.entries(sent) : [];
  if (!other && operator === '$sum' && operand === 1) return { field, operator, path: ['_id'] };
  if (!other && (operator === '$push' || operator === '$addToSet') && isPath(operand)) return { field, operator, path: pathOf(operand) };
  throw refuse.notSupported(`${JSON.stringify(sent)} in $group`);
};

/** Adds a value to the list of an accumulator. The list of `$sum` contains only the total. */
const gather = (operator: string, list: unknown[], value: unknown): void => {
  if (operator === '$sum') list[0] = Number(list[0] ?? 0) + 1;
  else if (value !== undefined && !(operator === '$addToSet' && list.some((one) => equalValues(one, value)))) list.push(value);
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

/** Compiles a `$group`. Throws CommandNotSupported for computed expressions. */
export const toGrouping = ({ _id, ...fields }: Document): Grouping => {
  const key = toKeyParts(_id);
  const accumulators = Object.entries(fields).map(([field, sent]) => toAccumulator(field, sent));
  const selection = selectedAt([...key, ...accumulators].map(({ path }) => path));
  return function* (found) {
    const groups = new Map<string, { readonly values: readonly unknown[]; readonly lists: readonly unknown[][] }>();
    yield* takeEach(found, (raw) => {
      const document = decodeSelected(raw, selection);
      const all = key.map(({ path }) => valueAt(document, path));
      // As the whole `_id` a missing value is null; as one of several it is left out.
      const values = all.length === 1 ? [all[0] ?? null] : all;
      const text = values.map((value) => (value === undefined ? '' : hashed(value))).join('\u0000');
      const group = groups.get(text) ?? { values, lists: accumulators.map(() => []) };
      groups.set(text, group);
      for (const [i, { operator, path }] of accumulators.entries()) gather(operator, group.lists[i] ?? [], valueAt(document, path));
    });
    return Array.from(groups.values(), ({ values, lists }) => ({
      _id: idOf(key, values),
      ...Object.fromEntries(accumulators.map(({ field, operator }, i) => [field, operator === '$sum' ? lists[i]?.[0] : lists[i]])),
    }));
  };
};
