import type { Document } from 'bson';
import { encodeValue, isDocument } from '../query/key';
import { pathParts } from '../query/path';
import { refuse } from '../query/refusal';
import { countedAs } from './pipeline';
import { decodeWanted, wantedAt } from './raw-bson';
import { type FoundInTurns, type InTurns, takeEach } from './turns';

// The `$group`s that need a few fields of each document and nothing that computes: nothing else of them is decoded.

/** BSON's own classes, which mingo takes for documents, are told apart by their bytes. */
export const hashed = (value: unknown): string => encodeValue(value, Number.POSITIVE_INFINITY).toString('latin1');

/** A `$group` that counts documents by some of their fields. */
interface Tally {
  /** The name in `_id` of each path; none where `_id` is the one value itself. */
  readonly paths: readonly (readonly [name: string | undefined, path: readonly string[]])[];
  readonly count: string;
}

const isPath = (value: unknown): value is string => typeof value === 'string' && /^\$[^$]/.test(value);

const toTally = (operand: unknown): Tally | undefined => {
  if (!isDocument(operand)) return undefined;
  const id: unknown = operand['_id'];
  const count = countedAs(operand);
  if (count === undefined) return undefined;
  if (isPath(id)) return { paths: [[undefined, pathParts(id.slice(1))]], count };
  if (!isDocument(id) || !Object.values(id).every(isPath)) return undefined;
  return { paths: Object.entries(id).map(([name, path]) => [name, pathParts((path as string).slice(1))] as const), count };
};

/** What an expression `$a.b` comes to: of a list, what there is in its members. */
const valueAt = (value: unknown, [name, ...rest]: readonly string[]): unknown => {
  if (name === undefined) return value;
  if (Array.isArray(value)) return value.map((member) => valueAt(member, [name, ...rest])).filter((member) => member !== undefined);
  return isDocument(value) ? valueAt(value[name], rest) : undefined;
};

function* tallied(found: FoundInTurns<Buffer>, { paths, count }: Tally): InTurns<Document[]> {
  const wanted = wantedAt(paths.map(([, path]) => path));
  const groups = new Map<string, { readonly values: readonly unknown[]; count: number }>();
  yield* takeEach(found, (raw) => {
    const document = decodeWanted(raw, wanted);
    const values = paths.map(([, path]) => {
      const value = valueAt(document, path);
      // Alone, what is missing is null to MongoDB; as one of several it is left out.
      return value === undefined && paths.length === 1 ? null : value;
    });
    const key = values.map((value) => (value === undefined ? '' : hashed(value))).join('\u0000');
    const known = groups.get(key);
    if (known) known.count += 1;
    else groups.set(key, { values, count: 1 });
  });
  return Array.from(groups.values(), ({ values, count: many }) => {
    const named = paths.flatMap(([name], at) => (name === undefined || values[at] === undefined ? [] : [[name, values[at]] as const]));
    const [first] = paths;
    return { _id: first?.[0] === undefined ? values[0] : Object.fromEntries(named), [count]: many };
  });
}

/** A `$group` that puts values together, of documents whose number in a field leaves the same rest. */
interface Collecting {
  readonly by: { readonly path: readonly string[]; readonly divisor: number };
  readonly pushed: readonly (readonly [name: string, path: readonly string[]])[];
}

const toCollecting = (operand: unknown): Collecting | undefined => {
  if (!isDocument(operand)) return undefined;
  const { _id, ...accumulators } = operand;
  if (!isDocument(_id) || Object.keys(_id).join() !== '$mod' || !Array.isArray(_id['$mod'])) return undefined;
  const [path, divisor]: readonly unknown[] = _id['$mod'];
  if (!isPath(path) || typeof divisor !== 'number' || divisor === 0) return undefined;
  const pushed = Object.entries(accumulators).flatMap(([name, one]) =>
    isDocument(one) && isPath(one['$push']) ? [[name, pathParts(one['$push'].slice(1))] as const] : [],
  );
  if (pushed.length !== Object.keys(accumulators).length) return undefined;
  return { by: { path: pathParts(path.slice(1)), divisor }, pushed };
};

function* collected(found: FoundInTurns<Buffer>, { by, pushed }: Collecting): InTurns<Document[]> {
  const wanted = wantedAt([by.path, ...pushed.map(([, path]) => path)]);
  const groups = new Map<number | null, readonly (readonly [string, unknown[]])[]>();
  yield* takeEach(found, (raw) => {
    const document = decodeWanted(raw, wanted);
    const number = valueAt(document, by.path);
    if (typeof number !== 'number' && number !== null && number !== undefined) throw refuse.badValue('$mod only supports numeric types');
    const rest = typeof number === 'number' ? number % by.divisor : null;
    const lists = groups.get(rest) ?? pushed.map(([name]) => [name, []] as const);
    groups.set(rest, lists);
    for (const [place, [, path]] of pushed.entries()) {
      const value = valueAt(document, path);
      if (value !== undefined) lists[place]?.[1].push(value);
    }
  });
  return Array.from(groups, ([rest, lists]) => ({ _id: rest, ...Object.fromEntries(lists) }));
}

/** What a `$group` makes of documents, where it needs no more than some of their fields; undefined where it computes. */
export const toGrouping = (operand: unknown): ((found: FoundInTurns<Buffer>) => InTurns<Document[]>) | undefined => {
  const tally = toTally(operand);
  if (tally) return (found) => tallied(found, tally);
  const collecting = toCollecting(operand);
  return collecting && ((found) => collected(found, collecting));
};
