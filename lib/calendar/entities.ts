import { plainText } from './text';

// biome-ignore format: a table
const NAMED: Readonly<Record<string, string>> = {
  amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', hellip: '…', ndash: '–', mdash: '—', lsquo: '‘', rsquo: '’', ldquo: '“',
  rdquo: '”', laquo: '«', raquo: '»', copy: '©', reg: '®', trade: '™', euro: '€', agrave: 'à', acirc: 'â', ccedil: 'ç', eacute: 'é',
  egrave: 'è', ecirc: 'ê', euml: 'ë', icirc: 'î', iuml: 'ï', ocirc: 'ô', ugrave: 'ù', ucirc: 'û', uuml: 'ü', oelig: 'œ', times: '×', auml: 'ä', ouml: 'ö', szlig: 'ß', aacute: 'á', iacute: 'í', oacute: 'ó', uacute: 'ú', ntilde: 'ñ', shy: '\u00ad',
};

const character = (code: number): string | undefined =>
  code > 31 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : undefined;

const ENTITY = /&(?:#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,8});/gi;

const signOf = (entity: string): string => {
  const said = entity.slice(1, -1);
  if (!said.startsWith('#')) return Object.hasOwn(NAMED, said) ? (NAMED[said] ?? entity) : entity;
  return character(Number(said.replace('#', '').replace(/^x/i, '0x'))) ?? entity;
};

/** A text has few different entities; of one that has many, not all are remembered. */
const MOST_KNOWN = 1000;

/** Puts for entities the signs that they stand for. */
const decode = (text: string): string => {
  const known = new Map<string, string>();
  return text.replace(ENTITY, (entity) => {
    const before = known.get(entity);
    if (before !== undefined) return before;
    const sign = signOf(entity);
    if (known.size < MOST_KNOWN) known.set(entity, sign);
    return sign;
  });
};

/** The words of an HTML text, for readers that know no HTML (JSON-LD, calendars, search): tags out, common entities as the signs that they stand for. */
export const textOf = (html: string): string =>
  decode(plainText(html.replace(/<(?:br|\/p|\/li|\/h\d|\/div)\b/gi, '\n$&')))
    .replace(/\n{3,}/g, '\n\n')
    .trim();
