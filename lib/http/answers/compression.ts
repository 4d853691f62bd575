import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, gunzipSync, gzip, gzipSync, constants as zlib } from 'node:zlib';
import type { Context } from 'koa';
import type { WrittenAnswer } from '../requests/request-context';

/** The content codings of responses (RFC 9110, section 8.4.1), best compression first. */
const CODINGS = ['br', 'gzip'] as const;
type Coding = (typeof CODINGS)[number];

/** The minimum size of a response that is compressed, in bytes. Smaller ones would grow. */
const LEAST_BYTES = 1024;
/** The minimum size of a response that is compressed in a thread, in bytes. Larger ones take milliseconds. */
const THREAD_BYTES = 262_144;
/** The Brotli options. The quality has most of the gain of higher ones, in a third of their time (0.1 ms for ten events). */
const BROTLI = { params: { [zlib.BROTLI_PARAM_QUALITY]: 3 } };
const GZIP = { level: 3 };

const [brotliInThread, gzipInThread] = [promisify(brotliCompress), promisify(gzip)];

/** True if responses of a media type are compressed for clients that accept a content coding. */
export const isCompressible = (type: string): boolean => /^(?:text\/|application\/|image\/svg)/.test(type);

/** Returns the content coding for a response that the client accepts. Undefined if the response is sent uncompressed. */
export const codingFor = (ctx: Context, { type, length }: WrittenAnswer): Coding | undefined => {
  if (length < LEAST_BYTES || !isCompressible(type) || ctx.headers['accept-encoding'] === undefined) return undefined;
  const [first] = ctx.acceptsEncodings() as string[];
  return first === 'identity' ? undefined : CODINGS.find((coding) => ctx.acceptsEncodings(coding) === coding);
};

/** Returns the entity tag of a response in a content coding. Other bytes need another tag (RFC 9110, section 8.8.3.3). */
export const codedTag = (tag: string, coding: Coding | undefined): string =>
  coding === undefined ? tag : tag.replace(/"$/, `-${coding}"`);

const compressedText = (text: Buffer, coding: Coding): Buffer | Promise<Buffer> => {
  if (text.length < THREAD_BYTES) return coding === 'br' ? brotliCompressSync(text, BROTLI) : gzipSync(text, GZIP);
  return coding === 'br' ? brotliInThread(text, BROTLI) : gzipInThread(text, GZIP);
};

/** Compresses a response, once for each content coding. */
export const compress = async (written: WrittenAnswer, coding: Coding): Promise<Buffer> => {
  const bytes = written.compressed.get(coding) ?? (await compressedText(written.text, coding));
  written.compressed.set(coding, bytes);
  return bytes;
};

/** Replaces the bytes of a response by compressed ones, about an eighth of the size. Each read of `text` decompresses them. */
export const packed = async (written: WrittenAnswer): Promise<WrittenAnswer> => {
  const { status, type, length, tag, compressed } = written;
  const bytes = await compress(written, 'gzip');
  return {
    status,
    type,
    length,
    tag,
    compressed,
    get text() {
      return gunzipSync(bytes);
    },
  };
};
