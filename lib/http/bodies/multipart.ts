import { mostParts, type Pair } from './form';

/** Options of reading a `multipart/form-data` body. */
export interface MultipartOptions {
  /** The whole `Content-Type` of the request, which names the boundary. */
  readonly contentType: string;
  /** The most parameters that are accepted. */
  readonly limit: number;
}

/** A part of a form, before it is known whether a file has content. */
interface Part {
  readonly name: string;
  readonly value: string | undefined;
  /** True for a field for files in which none was chosen. */
  isUnused: boolean;
}

/** Invalid UTF-8 reads as `?`, as it does in query strings. */
const legible = (text: string): string => text.replaceAll('\ufffd', '?');

/**
 * Reads a `multipart/form-data` body that is in memory; answers its pairs in order, those of files without their content.
 * A field for files that was left empty is left out, as is a field without a name. Rejects for a form that is broken or names no boundary.
 */
export const multipartPairs = async (bytes: Buffer, { contentType, limit }: MultipartOptions): Promise<Pair[]> => {
  // Loaded with the first form: few clients send one.
  const { default: busboy } = await import('busboy');
  return new Promise((resolve, reject) => {
    const parts: Part[] = [];
    // One part more than is accepted, so that the reader of the pairs can refuse it. No value is cut.
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
      // The form breaks with its file, and tells that itself.
      content.on('error', () => undefined);
    });
    form.on('error', reject);
    form.once('close', () => resolve(parts.filter(({ isUnused }) => !isUnused).map(({ name, value }) => [name, value])));
    form.end(bytes);
  });
};
