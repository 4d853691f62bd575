import { placeholder } from '../../registry';

/** The placeholder of a term's count in cached JSON. Counts change far more often than the rest. */
export const countPlaceholder = (name: string): number => placeholder(name);

/** The name of a count: the number of records in a language that have a term. */
export const countName = (plural: string, id: number, language: string): string => `${plural} ${id} ${language}`;
