/** Whether a value is an ID that a column can hold. */
export const isId = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) > 0 && (value as number) <= 0x7fff_ffff;

/** IDs that a filter asks for, or those that it does not want. */
export interface AskedIds {
  readonly ids: readonly number[];
  readonly isIn: boolean;
}

/** What a filter says of IDs: that it is one of these, or none of them; undefined where it says anything else. */
export const idsAsked = (operand: unknown): AskedIds | undefined => {
  if (isId(operand)) return { ids: [operand], isIn: true };
  const said = Object.entries(typeof operand === 'object' && operand !== null ? operand : {});
  const [[operator, value] = []] = said;
  if (said.length !== 1) return undefined;
  if ((operator === '$in' || operator === '$nin') && Array.isArray(value) && value.every(isId))
    return { ids: value, isIn: operator === '$in' };
  return (operator === '$eq' || operator === '$ne') && isId(value) ? { ids: [value], isIn: operator === '$eq' } : undefined;
};

/** IDs as a list in which each that is asked for is marked, up to the greatest that there is. */
export const marked = ({ ids }: AskedIds, most: number): Uint8Array => {
  const marks = new Uint8Array(most + 1);
  for (const id of ids) if (id <= most) marks[id] = 1;
  return marks;
};
