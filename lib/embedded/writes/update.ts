import { type Document, Long } from 'bson';
import { compileFilter, encodeValue, equalValues, isDocument, isOperators, refuse, TYPE, typeByte } from '../../query';
import { assemble, copyFields, decode, elements, encode, encodeElement, type SelectedFields, wholeFields } from '../reads/raw-bson';

export interface Update {
  readonly replaces: boolean;
  /** Returns the changed document. `isInsert` is true for the new document of an upsert. */
  apply(raw: Buffer, options: { readonly isInsert: boolean }): Buffer;
}

interface FieldChange {
  /** Returns the new value for the old value (undefined if missing). An undefined result changes nothing. */
  readonly change: (value: unknown, path: string) => unknown;
  /** True if the operator does not create a missing field. */
  readonly mustExist?: boolean;
  /** True if only the new document of an upsert is changed. */
  readonly onInsert?: boolean;
}

interface Step extends FieldChange {
  readonly path: string;
  readonly parts: readonly string[];
}

const UNSET = Symbol('unset');

const isNumber = (value: unknown): boolean => value !== undefined && typeByte(value) === TYPE.number;

const added = (old: unknown, amount: unknown, path: string): unknown => {
  if (old === undefined) return amount;
  if (!isNumber(old)) throw refuse.typeMismatch(`Cannot apply $inc to the field '${path}', whose value is not a number.`);
  if (Long.isLong(old) || Long.isLong(amount)) return Long.fromString(String(BigInt(String(old)) + BigInt(String(amount))));
  return Number(old) + Number(amount);
};

const compareValues = (one: unknown, other: unknown): number => Buffer.compare(encodeValue(one), encodeValue(other));

/** Makes a change of arrays. A missing value counts as an empty array. */
const changeList =
  (operator: string, change: (list: readonly unknown[]) => unknown): FieldChange['change'] =>
  (old, path) => {
    if (old !== undefined && !Array.isArray(old)) throw refuse.badValue(`${operator} needs an array, which the field '${path}' is not.`);
    return change(old ?? []);
  };

const refuseEach = (operator: string, operand: unknown): void => {
  if (isDocument(operand) && '$each' in operand) throw refuse.notSupported(`${operator} with $each`);
};

const pulled = (operand: unknown): ((value: unknown) => boolean) => {
  if (isDocument(operand) && !isOperators(operand)) {
    const { matches } = compileFilter(operand);
    return (value) => isDocument(value) && matches(value);
  }
  if (!(operand instanceof RegExp || isDocument(operand))) return (value) => equalValues(value, operand);
  const { matches } = compileFilter({ value: operand });
  return (value) => matches({ value });
};

const OPERATORS: Readonly<Record<string, (operand: unknown) => FieldChange>> = {
  $set: (operand) => ({ change: () => operand }),
  $setOnInsert: (operand) => ({ change: () => operand, onInsert: true }),
  $unset: () => ({ change: () => UNSET, mustExist: true }),
  $inc: (operand) => {
    if (!isNumber(operand)) throw refuse.typeMismatch('Cannot increment with non-numeric argument');
    return { change: (old, path) => added(old, operand, path) };
  },
  $min: (operand) => ({ change: (old) => (old === undefined || compareValues(operand, old) < 0 ? operand : old) }),
  $max: (operand) => ({ change: (old) => (old === undefined || compareValues(operand, old) > 0 ? operand : old) }),
  $push: (operand) => {
    refuseEach('$push', operand);
    return { change: changeList('$push', (list) => [...list, operand]) };
  },
  $addToSet: (operand) => {
    refuseEach('$addToSet', operand);
    const isMember = (list: readonly unknown[]) => list.some((one) => equalValues(one, operand));
    return { change: changeList('$addToSet', (list) => (isMember(list) ? list : [...list, operand])) };
  },
  $pull: (operand) => {
    const isPulled = pulled(operand);
    return { change: changeList('$pull', (list) => list.filter((value) => !isPulled(value))), mustExist: true };
  },
};

// `defineProperty` also works for the name `__proto__`.
const assign = (container: Document, name: string, value: unknown): void => {
  Object.defineProperty(container, name, { value, enumerable: true, configurable: true, writable: true });
};

/** Changes the value at a path in place. Creates missing documents. Throws for members of arrays. */
const changeAt = (target: Document, [name = '', ...rest]: readonly string[], step: Step): void => {
  const { path, change, mustExist } = step;
  const old: unknown = Object.hasOwn(target, name) ? target[name] : undefined;
  if (mustExist && (rest.length > 0 ? !isDocument(old) : old === undefined)) return;
  if (rest.length === 0) {
    const value = change(old, path);
    if (value === UNSET) delete target[name];
    else if (value !== undefined) assign(target, name, value);
    return;
  }
  if (Array.isArray(old) && /^\d+$/.test(rest[0] ?? '')) throw refuse.notSupported(`An update of the members of the list '${name}'`);
  if (old !== undefined && !isDocument(old)) throw refuse.pathNotViable(`Cannot create the field '${path}': '${name}' is no document`);
  const next = old ?? {};
  changeAt(next, rest, step);
  if (old === undefined) assign(target, name, next);
};

const toStep = (compile: (operand: unknown) => FieldChange, path: string, operand: unknown): Step => {
  const parts = path.split('.');
  if (parts.includes('')) throw refuse.emptyFieldName(path);
  const dollar = parts.find((part) => part.startsWith('$'));
  if (dollar?.startsWith('$[') || dollar === '$') throw refuse.notSupported(`The positional operator ${dollar} in '${path}'`);
  if (dollar) throw refuse.dollarPrefixed(dollar);
  return { path, parts, ...compile(operand) };
};

const toSteps = (update: Document): Step[] => {
  const steps = Object.entries(update).flatMap(([operator, paths]) => {
    if (!operator.startsWith('$')) throw refuse.failedToParse(`Unknown modifier: ${operator}`);
    const compile = OPERATORS[operator];
    if (!compile) throw refuse.notSupported(`The update operator ${operator}`);
    if (!isDocument(paths)) throw refuse.failedToParse(`Modifiers operate on fields but we found another type instead for ${operator}.`);
    return Object.entries(paths).map(([path, operand]) => toStep(compile, path, operand));
  });
  // MongoDB adds new fields in the order of their names.
  steps.sort((a, b) => (a.path < b.path ? -1 : 1));
  for (const [i, { path }] of steps.entries()) {
    const other = steps.slice(i + 1).find((one) => one.path === path || one.path.startsWith(`${path}.`));
    if (other) throw refuse.conflictingPaths(path);
  }
  return steps;
};

const ID = wholeFields(['_id']);

const replacement = ({ _id, ...others }: Document): Update => {
  const rest = encode(others).subarray(4, -1);
  return {
    replaces: true,
    apply: (raw) => {
      const own = copyFields(raw, ID);
      if (_id === undefined) return assemble([own.subarray(4, -1), rest]);
      const before = decode(own);
      if ('_id' in before && !equalValues(before['_id'], _id)) throw refuse.immutableId();
      return assemble([encodeElement('_id', _id), rest]);
    },
  };
};

/** Applies steps to a BSON document. Not a closure: V8 would drop the compiled code with each update. */
const applied = (steps: readonly Step[], fields: SelectedFields, raw: Buffer): Buffer => {
  const part = copyFields(raw, fields);
  const before = decode(part);
  const after = decode(part);
  for (const step of steps) changeAt(after, step.parts, step);
  if ('_id' in before && !('_id' in after && equalValues(before['_id'], after['_id']))) throw refuse.immutableId();
  const names = new Set<string>();
  const parts: Buffer[] = [];
  for (const { name, start, end } of elements(raw)) {
    names.add(name);
    // Unchanged elements keep types that JavaScript does not distinguish.
    const isUnchanged =
      !fields.some((field) => field.name === name) || encodeElement('', before[name]).equals(encodeElement('', after[name]));
    parts.push(isUnchanged ? raw.subarray(start, end) : encodeElement(name, after[name]));
  }
  for (const name of Object.keys(after)) {
    if (names.has(name)) continue;
    const element = encodeElement(name, after[name]);
    if (name === '_id') parts.unshift(element);
    else parts.push(element);
  }
  return assemble(parts);
};

/** Compiles a replacement document or update operators. Throws MongoDB's errors, and CommandNotSupported. */
export const compileUpdate = (update: unknown): Update => {
  if (Array.isArray(update)) throw refuse.notSupported('An update by an aggregation pipeline');
  if (!isDocument(update)) throw refuse.failedToParse('Update argument must be either an object or an array');
  const names = Object.keys(update);
  if (!names[0]?.startsWith('$')) {
    const dollar = names.find((name) => name.startsWith('$'));
    if (dollar) throw refuse.dollarPrefixed(dollar);
    return replacement(update);
  }
  const steps = toSteps(update);
  const others = steps.filter(({ onInsert }) => !onInsert);
  const fields = wholeFields(steps.map(({ parts }) => parts[0] ?? ''));
  return { replaces: false, apply: (raw, { isInsert }) => applied(isInsert ? steps : others, fields, raw) };
};
