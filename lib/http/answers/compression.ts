import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, gzip, gzipSync, constants as zlib } from 'node:zlib';
import type { Context } from 'koa';

/** The content codings of answers (RFC 9110, section 8.4.1), the smaller first. */
const CODINGS = ['br', 'gzip'] as const;
type Coding = (typeof CODINGS)[number];

/** The minimum size that compression makes smaller, in bytes. */
const LEAST_BYTES = 1024;
/** Quality with most of the gain of higher ones. It takes a third of their time: 0.1 ms for a page of ten events. */
const BROTLI_QUALITY = 3;
const GZIP_LEVEL = 3;

const COMPRESSIBLE = /^(?:text\/|application\/|image\/svg)/;

/** True if answers of a type are compressed for clients that accept a coding. */
export const isCompressible = (type: string): boolean => COMPRESSIBLE.test(type);

/** The coding of an answer of so many bytes that a client accepts. Undefined if the answer is sent uncompressed. */
export const codingFor = (ctx: Context, type: string, bytes: number): Coding | undefined => {
  if (bytes < LEAST_BYTES || !isCompressible(type) || ctx.headers['accept-encoding'] === undefined) return undefined;
  const [first] = ctx.acceptsEncodings() as string[];
  return first === 'identity' ? undefined : CODINGS.find((coding) => ctx.acceptsEncodings(coding) === coding);
};

/** The entity tag of an answer in a coding. Other bytes need another tag (RFC 9110, section 8.8.3.3). */
export const codedTag = (tag: string, coding: Coding | undefined): string =>
  coding === undefined ? tag : tag.replace(/"$/, `-${coding}"`);

/** Minimum size for compression in a thread, in bytes. Larger answers take milliseconds. */
const LARGE_BYTES = 262_144;

const BROTLI = { params: { [zlib.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } };
const GZIP = { level: GZIP_LEVEL };
const [brotliBeside, gzipBeside] = [promisify(brotliCompress), promisify(gzip)];

const coded = new WeakMap<Buffer, Map<Coding, Buffer>>();

const compressed = (body: string | Buffer, coding: Coding): Buffer | Promise<Buffer> => {
  if (body.length < LARGE_BYTES) return coding === 'br' ? brotliCompressSync(body, BROTLI) : gzipSync(body, GZIP);
  return coding === 'br' ? brotliBeside(body, BROTLI) : gzipBeside(body, GZIP);
};

/** Compresses an answer. The same Buffer is compressed once. */
export const compress = async (body: string | Buffer, coding: Coding): Promise<Buffer> => {
  const known = typeof body === 'string' ? undefined : coded.get(body)?.get(coding);
  if (known !== undefined) return known;
  const made = await compressed(body, coding);
  if (typeof body !== 'string') coded.set(body, new Map(coded.get(body)).set(coding, made));
  return made;
};
