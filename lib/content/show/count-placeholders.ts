import { placeholder } from '../../registry';

/** What stands in the place of a term's count in what is kept: it changes far more often than all the rest. */
export const countPlaceholder = (name: string): number => placeholder(name);

/** Names how many records of a language name a term. */
export const countName = (plural: string, id: number, language: string): string => `${plural} ${id} ${language}`;
