/** How much a client likes a type, 0 to 1, how exactly it names it, and at which place. */
interface Liking {
  readonly quality: number;
  readonly precision: number;
  readonly place: number;
}

const NOTHING: Liking = { quality: 0, precision: 0, place: Number.POSITIVE_INFINITY };

const likingOf = (accept: string, type: string): Liking => {
  const [family] = type.split('/');
  const precisions = new Map([
    ['*/*', 1],
    [`${family}/*`, 2],
    [type, 3],
  ]);
  const found = accept.split(',').flatMap((part, place) => {
    const [name = '', ...parameters] = part.split(';').map((one) => one.trim().toLowerCase());
    const precision = precisions.get(name);
    const [, quality = '1'] = parameters.map((one) => /^q=([\d.]+)$/.exec(one)).find((one) => one !== null) ?? [];
    return precision === undefined ? [] : [{ quality: Number(quality), precision, place }];
  });
  return found.reduce((best, one) => (one.precision > best.precision ? one : best), NOTHING);
};

/**
 * Tells whether a header `Accept` would rather have HTML than JSON: it likes it better, or as much and names it more exactly or earlier. A
 * client that takes anything, or says nothing, is a program, and gets JSON.
 */
export const prefersHtml = (accept: string | readonly string[] | undefined): boolean => {
  const text = [accept ?? ''].flat().join(',');
  const [page, data] = [likingOf(text, 'text/html'), likingOf(text, 'application/json')];
  if (page.quality === 0 || page.quality !== data.quality) return page.quality > data.quality;
  if (page.precision !== data.precision) return page.precision > data.precision;
  return page.precision > 1 && page.place < data.place;
};
