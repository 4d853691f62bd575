export { createSuggestions } from './suggestions';
export { wordKeys } from './word-keys';
export { LONGEST_SEARCHED, wordsFilter } from './words-filter';
export { relevanceOrder, wordsIndex } from './words-index';
