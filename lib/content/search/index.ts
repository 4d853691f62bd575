/**
 * Search by words: the parameter `q` of lists, and suggestions for a search box.
 * Records store keys of their words. A search turns words into keys, in the singular and if necessary without a typing error.
 */

// Suggestions for a search box.
export { createSuggestions } from './suggestions';
// The stored keys of a record, and their index.
export { indexedWords, tieOrder, wordsIndex } from './words';
// The filter `q`.
export { LONGEST_QUERY, queryFilter } from './words-filter';
