import { Long } from 'bson';
import { bsonType, compileFilter, encodeValue, equalValues, isDocument, refuse, TYPE, typeByte } from '../../query';

/** Computes the new value at a path from the old one (undefined if missing). An undefined result changes nothing. */
export type FieldChange = (value: unknown, path: string) => unknown;

/** The new value of a field that is to be removed. */
export const UNSET = Symbol('unset');

const isNumber = (value: unknown): boolean => value !== undefined && typeByte(value) === TYPE.number;

const added = (held: unknown, amount: unknown, path: string): unknown => {
  if (held === undefined) return amount;
  if (!isNumber(held)) {
    throw refuse.typeMismatch(`Cannot apply $inc to a value of non-numeric type. The field '${path}' has a value of another type.`);
  }
  if (bsonType(held) === 'Decimal128' || bsonType(amount) === 'Decimal128') throw refuse.notSupported('$inc of a Decimal128');
  if (Long.isLong(held) || Long.isLong(amount)) return Long.fromString(String(BigInt(String(held)) + BigInt(String(amount))));
  return Number(held) + Number(amount);
};

const itemOf = (operator: string, operand: unknown): unknown => {
  if (isDocument(operand) && '$each' in operand) throw refuse.notSupported(`${operator} with $each`);
  return operand;
};

const arrayAt = (operator: string, held: unknown, path: string): unknown[] => {
  if (held === undefined) return [];
  if (Array.isArray(held)) return [...held];
  throw refuse.badValue(`The field '${path}' must be an array but is of another type; ${operator} needs an array.`);
};

const pulled = (operand: unknown): ((value: unknown) => boolean) => {
  if (isDocument(operand) && !Object.keys(operand)[0]?.startsWith('$')) {
    const { matches } = compileFilter(operand);
    return (value) => isDocument(value) && matches(value);
  }
  if (!(operand instanceof RegExp || isDocument(operand))) return (value) => equalValues(value, operand);
  const filter = compileFilter({ value: operand });
  return (value) => filter.matches({ value });
};

/** Compiles the operand of an operator for one path. */
export type Compile = (operand: unknown) => { readonly change: FieldChange; readonly mustExist?: boolean; readonly onInsert?: boolean };

/** The update operators by name. */
export const OPERATORS: Readonly<Record<string, Compile>> = {
  $set: (operand) => ({ change: () => operand }),
  $setOnInsert: (operand) => ({ change: () => operand, onInsert: true }),
  $unset: () => ({ change: () => UNSET, mustExist: true }),
  $inc: (operand) => {
    if (!isNumber(operand)) throw refuse.typeMismatch('Cannot increment with non-numeric argument');
    return { change: (held, path) => added(held, operand, path) };
  },
  $min: (operand) => ({
    change: (held) => (held === undefined || Buffer.compare(encodeValue(operand), encodeValue(held)) < 0 ? operand : held),
  }),
  $max: (operand) => ({
    change: (held) => (held === undefined || Buffer.compare(encodeValue(operand), encodeValue(held)) > 0 ? operand : held),
  }),
  $push: (operand) => {
    const item = itemOf('$push', operand);
    return { change: (held, path) => [...arrayAt('$push', held, path), item] };
  },
  $addToSet: (operand) => {
    const item = itemOf('$addToSet', operand);
    return {
      change: (held, path) => {
        const set = arrayAt('$addToSet', held, path);
        return set.some((one) => equalValues(one, item)) ? set : [...set, item];
      },
    };
  },
  $pull: (operand) => {
    const matches = pulled(operand);
    return { change: (held, path) => arrayAt('$pull', held, path).filter((value) => !matches(value)), mustExist: true };
  },
};
