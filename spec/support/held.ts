import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Application } from '../../lib/http/server';
import type { Asker, Registry } from '../../lib/registry/route';
import { createDocumentCheck } from './document-check';

const differences: string[] = [];

/** Takes what was noted so far, for specs that make wrong answers on purpose. */
export const takeDifferences = (): string[] => differences.splice(0);

const bytesOf = (chunk: unknown): Buffer =>
  Buffer.isBuffer(chunk) ? chunk : typeof chunk === 'string' ? Buffer.from(chunk) : Buffer.alloc(0);

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

/** The same application, each answer of which is held against the OpenAPI document of its registry; the spec that runs fails where one differs. */
export const held = <U extends Asker>(app: Application, registry: Registry<U>): Application => {
  const check = createDocumentCheck(registry);
  return {
    callback() {
      const answer = app.callback();
      return (request, response) => {
        const sent = overhear(request);
        const written: Buffer[] = [];
        const { method, url, headers } = request;
        const before = { method, url, headers: { ...headers } };
        const { write, end } = response;
        const noting = <T extends unknown[]>(function_: (...given: T) => unknown) =>
          ((...given: T) => {
            written.push(bytesOf(given[0]));
            return function_.apply(response, given);
          }) as never;
        response.write = noting(write as never);
        response.end = noting(end as never);
        response.once('finish', () =>
          note({ request: before, sent: Buffer.concat(sent).toString(), response, text: Buffer.concat(written).toString() }),
        );
        return answer(request, response);
      };
    },
  };

  function note({
    request,
    sent,
    response,
    text,
  }: {
    request: Pick<IncomingMessage, 'method' | 'url' | 'headers'>;
    sent: string;
    response: ServerResponse;
    text: string;
  }): void {
    const { statusCode: status } = response;
    const difference = check({ request, sent, status, headers: response.getHeaders(), text });
    if (difference !== undefined) differences.push(`${request.method} ${request.url} ${status}: ${difference}`);
  }
};

/** Throws for what was noted since the last time. */
const judge = (): void => {
  const found = [...new Set(takeDifferences())];
  if (found.length > 0) throw new Error(`Answers differ from the OpenAPI document:\n${found.slice(0, 10).join('\n')}`);
};

// Within the spec itself: a hook that fails ends the whole run.
beforeEach(function () {
  const spec = this.currentTest;
  const run = spec?.fn;
  if (spec === undefined || run === undefined || run.length > 0) return;
  spec.fn = async function (this: Mocha.Context) {
    await (run as () => unknown).call(this);
    judge();
  };
});

after(judge);
