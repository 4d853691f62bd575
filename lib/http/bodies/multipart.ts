import { mostParts, type Pair } from './form';

/** Options for reading a `multipart/form-data` body. */
export interface MultipartOptions {
  /** The whole `Content-Type` of the request, which names the boundary. */
  readonly contentType: string;
  /** The maximum number of parameters. */
  readonly limit: number;
}

/** A part of a form, before it is clear if its file has content. */
interface Part {
  readonly name: string;
  readonly value: string | undefined;
  /** True for a file field without a chosen file. */
  isUnused: boolean;
}

/** Reads invalid UTF-8 as `?`, as in query strings. */
const legible = (text: string): string => text.replaceAll('\ufffd', '?');

/**
 * Reads a `multipart/form-data` body in memory. Answers its pairs in order; those of files have no content.
 * A file field without a file and a field without a name are left out. Rejects for a broken form and for one without a boundary.
 */
export const multipartPairs = async (bytes: Buffer, { contentType, limit }: MultipartOptions): Promise<Pair[]> => {
  // Loaded with the first form: few clients send one.
  const { default: busboy } = await import('busboy');
  return new Promise((resolve, reject) => {
    const parts: Part[] = [];
    // One part more than allowed, so that the reader of the pairs can refuse it. No value is cut.
    const limits = { parts: mostParts(limit) + 1, fieldSize: bytes.length + 1 };
    const form = busboy({ headers: { 'content-type': contentType }, defParamCharset: 'utf8', limits });
    form.on('field', (name: string | undefined, value) => {
      if (name !== undefined) parts.push({ name: legible(name), value: legible(value), isUnused: false });
    });
    form.on('file', (name: string | undefined, content, { filename }: { filename: string | undefined }) => {
      const part: Part = { name: legible(name ?? ''), value: undefined, isUnused: !filename };
      parts.push(part);
      content.on('data', () => {
        part.isUnused = false;
      });
      // The form breaks with its file, and reports that itself.
      content.on('error', () => undefined);
    });
    form.on('error', reject);
    form.once('close', () => resolve(parts.filter(({ isUnused }) => !isUnused).map(({ name, value }) => [name, value])));
    form.end(bytes);
  });
};
