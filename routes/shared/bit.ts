/** A boolean as links spell it. */
export const bit = (value: boolean): 1 | 0 => (value ? 1 : 0);
