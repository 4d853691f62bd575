/** True for empty values that are no texts. The CMS' validators accept them, and its types refuse them. */
export const isEmptyOtherwise = (value: unknown): boolean => value === 0 || value === false || (Array.isArray(value) && value.length === 0);

/** True for a single value that the CMS takes for empty. Null is not included: it has its own meaning in updates. */
export const isEmptyScalar = (value: unknown): boolean => value === '' || value === '0' || value === 0 || value === false;

/** True for values that the CMS takes for empty if it declares no type. */
export const isNothing = (value: unknown): boolean => isEmptyScalar(value) || isEmptyOtherwise(value);

/** True for the same values, null and undefined. */
export const isEmpty = (value: unknown): boolean => value === undefined || value === null || isNothing(value);
