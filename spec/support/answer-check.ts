import type { IncomingMessage } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Application } from '../../lib/http/server';
import type { Asker, Registry } from '../../lib/registry/route';
import { createDocumentCheck } from './document-check';

const differences: string[] = [];

/** Returns and clears the differences. Specs with intentionally wrong answers use it. */
export const takeDifferences = (): string[] => differences.splice(0);

const bytesOf = (chunk: unknown): Buffer =>
  Buffer.isBuffer(chunk) ? chunk : typeof chunk === 'string' ? Buffer.from(chunk) : Buffer.alloc(0);

const decoded = (bytes: Buffer, coding: unknown): Buffer => {
  if (bytes.length === 0) return bytes;
  return coding === 'br' ? brotliDecompressSync(bytes) : coding === 'gzip' ? gunzipSync(bytes) : bytes;
};

/** Records the chunks of a request body without reading them itself. */
const recordBody = (request: IncomingMessage): readonly Buffer[] => {
  const chunks: Buffer[] = [];
  const { emit } = request;
  request.emit = (event: string | symbol, ...args: unknown[]) => {
    if (event === 'data') chunks.push(bytesOf(args[0]));
    return emit.call(request, event, ...args);
  };
  return chunks;
};

/**
 * Wraps an application so that each answer is compared with the OpenAPI document.
 * The running spec fails if an answer differs. Services with an equal `cacheKey` share their documents.
 */
export const withDocumentCheck = <U extends Asker>(app: Application, registry: Registry<U>, cacheKey?: string): Application => {
  const check = createDocumentCheck(registry, cacheKey);
  return {
    callback() {
      const answer = app.callback();
      return (request, response) => {
        const sent = recordBody(request);
        const written: Buffer[] = [];
        const { method, url } = request;
        const headers = { ...request.headers };
        const { write, end } = response;
        response.write = ((...args: Parameters<typeof write>) => {
          written.push(bytesOf(args[0]));
          return write.apply(response, args);
        }) as typeof write;
        // The check comes before the answer is sent, so that the spec does not end first.
        response.end = ((...args: Parameters<typeof end>) => {
          const text = decoded(Buffer.concat([...written, bytesOf(args[0])]), response.getHeader('content-encoding')).toString();
          const { statusCode: status } = response;
          const exchanged = {
            request: { method, url, headers },
            sent: Buffer.concat(sent).toString(),
            status,
            headers: response.getHeaders(),
            text,
          };
          // A disconnected client gets no answer.
          const isGone = response.destroyed || (request.destroyed && !request.complete);
          const difference = isGone ? undefined : attempt(() => check(exchanged));
          if (difference !== undefined) differences.push(`${method} ${url} ${status}: ${difference}`);
          return end.apply(response, args);
        }) as typeof end;
        return answer(request, response);
      };
    },
  };
};

/** Reports an exception of the check as a difference, because nothing else would show it. */
const attempt = (check: () => string | undefined): string | undefined => {
  try {
    return check();
  } catch (error) {
    return String(error);
  }
};

/** Throws an error for all differences since the last call. */
export const failOnDifferences = (): void => {
  const found = [...new Set(takeDifferences())];
  if (found.length > 0) throw new Error(`Answers differ from the OpenAPI document:\n${found.slice(0, 10).join('\n')}`);
};

/** Wraps a spec so that it fails if an answer differs from the document. */
export const failingOnDifferences = (run: Mocha.AsyncFunc): Mocha.AsyncFunc =>
  async function (this: Mocha.Context) {
    await run.call(this);
    failOnDifferences();
  };
