/** What the CMS takes for empty though it is no text: its validators let it pass, and the declared type refuses it. */
export const isEmptyOtherwise = (value: unknown): boolean => value === 0 || value === false || (Array.isArray(value) && value.length === 0);

/** A single value that the CMS takes for empty; null apart, which is another affair on updates. */
export const isEmptyScalar = (value: unknown): boolean => value === '' || value === '0' || value === 0 || value === false;

/** What the CMS takes for nothing where nothing is declared. */
export const isNothing = (value: unknown): boolean => isEmptyScalar(value) || isEmptyOtherwise(value);

/** What it takes for not given there, null included. */
export const isEmpty = (value: unknown): boolean => value === undefined || value === null || isNothing(value);
