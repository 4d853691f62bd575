/**
 * Lists: turns the parameters of a request into one database query, and its result into pages, links and facets.
 * `listingOf` is the way in. Its stages are in `clauses`, `field-filters`, `order` and `hints`.
 */

// Pages of a list, by way of the cache.
export { createPages } from './cached-pages';
export { createTotal } from './cached-totals';
// Facets: counts of the records for each value of a field.
export { createFacetCounts, facetsAnswer, facetsArg } from './facets';
// Filters: args, each with a clause for the query, a value for the links, and values for fields.
export { changedFilters, filterBy, includeFilter, lineSearchFilter, linkedFromFilter, passedToFields, searchFilter } from './filters';
// The query of a list.
export { firstFew, firstOf, isLongerThan, type Listing, listingOf } from './listing';
// Links and headers of a page.
export { boundedLinks, linkParams, listHeaders, pageHeaders, pageLinks, pagesOf } from './page-links';
// Args of fields' filters and of orders, and indexes for the orders.
export { fieldListArgs, sortIndexes } from './sorting';
// Filters by terms.
export { byTermsArg, ID_TEXT, matchingTerms, repeatedTerms, termNamed, termsInLinks } from './terms/filter-by-terms';
// Fields of terms.
export { NAME_LENGTH, termFields, UNKNOWN_PARENT } from './terms/term-fields';
// Lists of terms.
export { CONTEXT, LIST_ARGS, termFilters } from './terms/term-filters';
export { isTranslated, ORDER_NAMES, pageOfTerms, type TermPaging } from './terms/term-list';
