import { Long } from 'bson';
import { bsonType, compileFilter, encodeValue, equalValues, isDocument, refuse, TYPE, typeByte } from '../../query';

/** Computes the new value at a path from the old one (undefined if missing). An undefined result changes nothing. */
export type FieldChange = (value: unknown, path: string) => unknown;

/** The new value of a field that is to be removed. */
export const UNSET = Symbol('unset');

const isNumber = (value: unknown): boolean => value !== undefined && typeByte(value) === TYPE.number;

const added = (old: unknown, amount: unknown, path: string): unknown => {
  if (old === undefined) return amount;
  if (!isNumber(old)) {
    throw refuse.typeMismatch(`Cannot apply $inc to a value of non-numeric type. The field '${path}' has a value of another type.`);
  }
  if (bsonType(old) === 'Decimal128' || bsonType(amount) === 'Decimal128') throw refuse.notSupported('$inc of a Decimal128');
  if (Long.isLong(old) || Long.isLong(amount)) return Long.fromString(String(BigInt(String(old)) + BigInt(String(amount))));
  return Number(old) + Number(amount);
};

const itemOf = (operator: string, operand: unknown): unknown => {
  if (isDocument(operand) && '$each' in operand) throw refuse.notSupported(`${operator} with $each`);
  return operand;
};

const arrayAt = (operator: string, old: unknown, path: string): unknown[] => {
  if (old === undefined) return [];
  if (Array.isArray(old)) return [...old];
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
    return { change: (old, path) => added(old, operand, path) };
  },
  $min: (operand) => ({
    change: (old) => (old === undefined || Buffer.compare(encodeValue(operand), encodeValue(old)) < 0 ? operand : old),
  }),
  $max: (operand) => ({
    change: (old) => (old === undefined || Buffer.compare(encodeValue(operand), encodeValue(old)) > 0 ? operand : old),
  }),
  $push: (operand) => {
    const item = itemOf('$push', operand);
    return { change: (old, path) => [...arrayAt('$push', old, path), item] };
  },
  $addToSet: (operand) => {
    const item = itemOf('$addToSet', operand);
    return {
      change: (old, path) => {
        const set = arrayAt('$addToSet', old, path);
        return set.some((one) => equalValues(one, item)) ? set : [...set, item];
      },
    };
  },
  $pull: (operand) => {
    const matches = pulled(operand);
    return { change: (old, path) => arrayAt('$pull', old, path).filter((value) => !matches(value)), mustExist: true };
  },
};
