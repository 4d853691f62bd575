import type { Pair } from './form';
import { utf8 } from './utf8';

const NAME = /;\s*name=(?:"((?:[^"\\]|\\.)*)"|([^\s;]+))/i;
const FILE = /;\s*filename\*?=(?:"")?/i;

/**
 * The pairs of a `multipart/form-data` body (one character a byte), one at a time. A field for files that was left empty
 * says nothing; a body that is broken gives the parts that can be read.
 */
export function* multipartPairs(bytes: string, boundary: string): Generator<Pair> {
  const delimiter = `\r\n--${boundary}`;
  // The first boundary need not follow a line's end.
  const body = `\r\n${bytes}`;
  let start = body.indexOf(delimiter);
  while (start !== -1) {
    const from = start + delimiter.length;
    if (body.startsWith('--', from)) return;
    start = body.indexOf(delimiter, from);
    if (start === -1) return;
    const pair = partOf(body.slice(from, start));
    if (pair !== undefined) yield pair;
  }
}

/** The boundary that a Content-Type names, or undefined. */
export const boundaryOf = (contentType: string): string | undefined => {
  const found = /;\s*boundary=(?:"([^"]{1,200})"|([^\s;]{1,200}))/i.exec(contentType);
  return found?.[1] ?? found?.[2];
};

const partOf = (part: string): Pair | undefined => {
  const end = part.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const disposition = part
    .slice(0, end)
    .split('\r\n')
    .find((line) => /^content-disposition\s*:\s*form-data\b/i.test(line));
  if (disposition === undefined) return undefined;
  const name = NAME.exec(disposition);
  const written = utf8(name?.[1]?.replaceAll(/\\(.)/g, '$1').replaceAll(/%22/g, '"') ?? name?.[2] ?? '');
  const content = part.slice(end + 4);
  const [file] = FILE.exec(disposition) ?? [];
  if (file !== undefined) return file.endsWith('""') && content === '' ? undefined : [written, undefined];
  return name === null ? undefined : [written, utf8(content)];
};
