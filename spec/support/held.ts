import type { IncomingMessage } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Application } from '../../lib/http/server';
import type { Asker, Registry } from '../../lib/registry/route';
import { createDocumentCheck } from './document-check';

const differences: string[] = [];

/** Takes what was noted so far, for specs that make wrong answers on purpose. */
export const takeDifferences = (): string[] => differences.splice(0);

const bytesOf = (chunk: unknown): Buffer =>
  Buffer.isBuffer(chunk) ? chunk : typeof chunk === 'string' ? Buffer.from(chunk) : Buffer.alloc(0);

/** The bytes of an answer as they were before they were coded. */
const decoded = (bytes: Buffer, coding: unknown): Buffer => {
  if (bytes.length === 0) return bytes;
  return coding === 'br' ? brotliDecompressSync(bytes) : coding === 'gzip' ? gunzipSync(bytes) : bytes;
};

/** Keeps what was read of a request's body, without reading any of it. */
const overhear = (request: IncomingMessage): readonly Buffer[] => {
  const chunks: Buffer[] = [];
  const { emit } = request;
  request.emit = (event: string | symbol, ...given: unknown[]) => {
    if (event === 'data') chunks.push(bytesOf(given[0]));
    return emit.call(request, event, ...given);
  };
  return chunks;
};

/**
 * The same application, each answer of which is held against the OpenAPI document of its registry; the spec that runs fails where one differs.
 * Registries of which the same is said in `same` have one document.
 */
export const held = <U extends Asker>(app: Application, registry: Registry<U>, same?: string): Application => {
  const check = createDocumentCheck(registry, same);
  return {
    callback() {
      const answer = app.callback();
      return (request, response) => {
        const sent = overhear(request);
        const written: Buffer[] = [];
        const { method, url } = request;
        const headers = { ...request.headers };
        const { write, end } = response;
        response.write = ((...given: Parameters<typeof write>) => {
          written.push(bytesOf(given[0]));
          return write.apply(response, given);
        }) as typeof write;
        // Judged before any of it is sent, so that nothing is noted later than the spec has its answer.
        response.end = ((...given: Parameters<typeof end>) => {
          const text = decoded(Buffer.concat([...written, bytesOf(given[0])]), response.getHeader('content-encoding')).toString();
          const { statusCode: status } = response;
          const said = {
            request: { method, url, headers },
            sent: Buffer.concat(sent).toString(),
            status,
            headers: response.getHeaders(),
            text,
          };
          // A client that went away gets no answer.
          const isGone = response.destroyed || (request.destroyed && !request.complete);
          const difference = isGone ? undefined : attempt(() => check(said));
          if (difference !== undefined) differences.push(`${method} ${url} ${status}: ${difference}`);
          return end.apply(response, given);
        }) as typeof end;
        return answer(request, response);
      };
    },
  };
};

/** What goes wrong with the check itself is a difference too: nobody else would hear of it. */
const attempt = (check: () => string | undefined): string | undefined => {
  try {
    return check();
  } catch (error) {
    return String(error);
  }
};

/** Throws for what was noted since the last time. */
export const judge = (): void => {
  const found = [...new Set(takeDifferences())];
  if (found.length > 0) throw new Error(`Answers differ from the OpenAPI document:\n${found.slice(0, 10).join('\n')}`);
};

/** The same spec, which fails where an answer that it got differs from the document. */
export const judged = (run: Mocha.AsyncFunc): Mocha.AsyncFunc =>
  async function (this: Mocha.Context) {
    await run.call(this);
    judge();
  };
