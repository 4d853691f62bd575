/** Names are compared as they are written: accents and signs count, white space around them and the normal form do not. */
const written = (name: string): string => name.normalize('NFC').trim();

// By way of capitals: those of `ß` are `SS`.
const caseless = (name: string): string => written(name).toUpperCase().toLowerCase();

/** True for two names that are equal but for case. */
export const isSameName = (one: string, other: string): boolean => caseless(one) === caseless(other);

/** Finds the record that a name means: one of exactly this name, else one whose name differs in case alone. Of several the first. */
export const namesake = <R extends { readonly name: string }>(name: string, records: readonly R[]): R | undefined =>
  records.find((record) => written(record.name) === written(name)) ?? records.find((record) => isSameName(record.name, name));
