/** Converts a boolean to its form in links. */
export const bit = (value: boolean): 1 | 0 => (value ? 1 : 0);
