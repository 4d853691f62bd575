import type { Document } from 'bson';
import { equalValues, isDocument, refuse } from '../../query';
import { assemble, decode, decodeFields, elements, encode, encodeElement, fieldsAlone } from '../reads/raw-bson';
import { type Compile, type FieldChange, OPERATORS, UNSET } from './update-operators';

/** The options of applying an update. */
interface Application {
  /** True for the new document of an upsert. */
  readonly isInsert: boolean;
}

/** A compiled update of a document's BSON. */
export interface Update {
  /** True if it replaces the whole document. */
  readonly replaces: boolean;
  /** The only top-level fields that it may change, if they are known. */
  readonly fields?: ReadonlySet<string>;
  /** Applies the update. Throws as MongoDB does. */
  apply(raw: Buffer, options: Application): Buffer;
}

const shown = (value: unknown): string => (isDocument(value) || Array.isArray(value) ? JSON.stringify(value) : String(value));

/**
 * Changes the value at a path in place. It creates embedded documents on the way, unless `mustExist`. Members of arrays
 * cannot be changed.
 */
const changeAt = (target: Document, parts: readonly string[], step: Pick<Step, 'path' | 'change' | 'mustExist'>): void => {
  const { path, change, mustExist } = step;
  const [name = '', ...rest] = parts;
  const old: unknown = Object.hasOwn(target, name) ? target[name] : undefined;
  if (rest.length > 0) {
    if (mustExist && !isDocument(old)) return;
    if (Array.isArray(old) && /^\d+$/.test(rest[0] ?? '')) throw refuse.notSupported(`An update of the members of the list '${name}'`);
    if (old !== undefined && !isDocument(old))
      throw refuse.pathNotViable(`Cannot create field '${rest[0]}' in element {${name}: ${shown(old)}}`);
    const next = old ?? {};
    changeAt(next, rest, { ...step, path: name });
    if (old === undefined) assign(target, name, next);
    return;
  }
  if (mustExist && old === undefined) return;
  const value = change(old, path);
  if (value === UNSET) delete target[name];
  else if (value !== undefined) assign(target, name, value);
};

// `defineProperty` also works for the name `__proto__`.
const assign = (container: Document, name: string, value: unknown): void => {
  Object.defineProperty(container, name, { value, enumerable: true, configurable: true, writable: true });
};

interface Step {
  readonly path: string;
  readonly parts: readonly string[];
  readonly change: FieldChange;
  readonly mustExist: boolean;
  readonly onInsert: boolean;
}

const toStep = (operator: string, path: string, operand: unknown): Step => {
  const parts = path.split('.');
  if (parts.includes('')) throw refuse.emptyFieldName(`The update path '${path}' contains an empty field name, which is not allowed.`);
  const dollar = parts.find((part) => part.startsWith('$'));
  if (dollar?.startsWith('$[') || dollar === '$') throw refuse.notSupported(`The positional operator ${dollar} in '${path}'`);
  if (dollar) throw refuse.dollarPrefixed(dollar);
  const { change, mustExist = false, onInsert = false } = (OPERATORS[operator] as Compile)(operand);
  return { path, parts, change, mustExist, onInsert };
};

const checkConflicts = (steps: readonly Step[]): void => {
  const paths = steps.map(({ path }) => path).sort();
  for (const [i, path] of paths.entries()) {
    const other = paths.slice(i + 1).find((one) => one === path || one.startsWith(`${path}.`));
    if (other) throw refuse.conflictingPaths(other, path);
  }
};

const checkId = (before: Document, after: Document): void => {
  if (Object.hasOwn(before, '_id') && !(Object.hasOwn(after, '_id') && equalValues(before['_id'], after['_id']))) {
    throw refuse.immutable("Performing an update on the path '_id' would modify the immutable field '_id'");
  }
};

const replacement = (update: Document): Update => {
  const encoded = encode(update);
  const id = new Set(['_id']);
  return {
    replaces: true,
    apply: (raw, { isInsert }) => {
      const before = decodeFields(raw, id);
      if (Object.hasOwn(update, '_id')) {
        if ((!isInsert || Object.hasOwn(before, '_id')) && !equalValues(before['_id'], update['_id'])) {
          throw refuse.immutable(
            `After applying the update, the (immutable) field '_id' was found to have been altered to _id: ${shown(update['_id'])}`,
          );
        }
        const own = [...elements(encoded)];
        const first = own.filter(({ name }) => name === '_id');
        return assemble([...first, ...own.filter(({ name }) => name !== '_id')].map(({ start, end }) => encoded.subarray(start, end)));
      }
      const parts = [...elements(raw)].filter(({ name }) => name === '_id').map(({ start, end }) => raw.subarray(start, end));
      return assemble([...parts, encoded.subarray(4, -1)]);
    },
  };
};

/** A document with changed fields. It is not a closure: V8 would drop its compiled code with each update. */
const applied = (steps: readonly Step[], fields: ReadonlySet<string>, raw: Buffer, { isInsert }: Application): Buffer => {
  const part = fieldsAlone(raw, fields);
  const before = decode(part);
  const after = decode(part);
  for (const step of steps) {
    if (!step.onInsert || isInsert) changeAt(after, step.parts, step);
  }
  checkId(before, after);
  const names = new Set<string>();
  const parts: Buffer[] = [];
  for (const { name, start, end } of elements(raw)) {
    names.add(name);
    // Unchanged elements keep types that JavaScript does not distinguish.
    const isKept = !fields.has(name) || sameValue(before[name], after[name]);
    parts.push(isKept ? raw.subarray(start, end) : encodeElement(name, after[name]));
  }
  const id: Buffer[] = [];
  const others: Buffer[] = [];
  for (const name of Object.keys(after)) if (!names.has(name)) (name === '_id' ? id : others).push(encodeElement(name, after[name]));
  return assemble([...id, ...parts, ...others]);
};

/**
 * Compiles a replacement document or update operators. Throws as MongoDB does, and CommandNotSupported with the name of
 * an unsupported operator.
 */
export const compileUpdate = (update: unknown): Update => {
  if (Array.isArray(update)) throw refuse.notSupported('An update by an aggregation pipeline');
  if (!isDocument(update)) throw refuse.failedToParse('Update argument must be either an object or an array');
  const names = Object.keys(update);
  if (!names[0]?.startsWith('$')) {
    const dollar = names.find((name) => name.startsWith('$'));
    if (dollar) throw refuse.dollarPrefixed(dollar);
    return replacement(update);
  }
  const steps = Object.entries(update).flatMap(([operator, paths]) => {
    if (!operator.startsWith('$'))
      throw refuse.failedToParse(`Unknown modifier: ${operator}. Expected a valid update modifier or pipeline-style update`);
    if (!OPERATORS[operator]) throw refuse.notSupported(`The update operator ${operator}`);
    if (!isDocument(paths)) throw refuse.failedToParse(`Modifiers operate on fields but we found another type instead for ${operator}.`);
    return Object.entries(paths).map(([path, operand]) => toStep(operator, path, operand));
  });
  checkConflicts(steps);
  // MongoDB adds new fields in the order of their names.
  steps.sort((a, b) => (a.path < b.path ? -1 : 1));
  const fields = new Set(steps.map(({ parts }) => parts[0] ?? ''));
  return {
    replaces: false,
    fields,
    apply: (raw, options) => applied(steps, fields, raw, options),
  };
};

const sameValue = (one: unknown, other: unknown): boolean => encode({ value: one }).equals(encode({ value: other }));
