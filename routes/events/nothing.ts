/** What the CMS takes for nothing where nothing is declared. */
export const isNothing = (value: unknown): boolean =>
  value === '' || value === 0 || value === '0' || value === false || (Array.isArray(value) && value.length === 0);
