import type { Context } from 'koa';
import type { Cache } from '../../cache';
import { type Args, RESERVED_ARGS } from '../../registry';
import type { Answer, RequestContext } from '../requests/request-context';
import { valuesFor } from '../requests/request-values';

/** A cached answer with what was found out about its request. */
interface CachedAnswer {
  readonly answer: ReturnType<WriteAnswer>;
  readonly found: Pick<RequestContext, 'language' | 'route' | 'allow'>;
}

type Work = () => Promise<Answer | undefined>;

/** A request whose answer may be cached. */
export interface CachedRequest {
  /** The cached answer, if it still holds. */
  find(): Answer | undefined;
  /** Makes the answer and caches it; undefined where there is none. Requests for the same at the same time share one computation. */
  make(work: Work): Promise<Answer | undefined>;
}

/** The parts of a request that its answer depends on. */
export interface Resource {
  readonly path: string;
  /** The declared parameters; others are not part of the key. Undefined: all parameters are. */
  readonly args?: Args | undefined;
  /** Another thing that the answer depends on, such as the type that the client likes best. */
  readonly variant?: string;
}

/** Bytes of the names of an answer's headers, more or less. */
const HEADER_BYTES = 1000;

/** Headers of a request that make its answer one for this request alone. */
const PERSONAL: readonly string[] = ['authorization', 'x-wp-nonce', 'x-http-method-override'];
/** Parameters that do the same. */
const PERSONAL_PARAMS: readonly string[] = ['_method', '_wpnonce'];
const PRIVATE = /no-store|private/i;

const isPublic = ({ method, headers }: Context, { query }: RequestContext): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  PERSONAL.every((name) => headers[name] === undefined) &&
  PERSONAL_PARAMS.every((name) => query.values[name] === undefined);

/** The key of an answer. Parameters stand in the order of their names, so that requests that mean the same share it. */
const keyOf = ({ baseUrl, language, query, ignored }: RequestContext, { path, args, variant = '' }: Resource): string => {
  const sent = args === undefined ? query.values : valuesFor(args, query);
  const names = Object.keys(sent).filter((name) => args === undefined || Object.hasOwn(args, name) || RESERVED_ARGS.includes(name));
  const values = names.sort().map((name) => [name, sent[name]]);
  // An envelope shows the headers.
  const headers = query.values['_envelope'] === undefined ? '' : ignored;
  return `answer ${baseUrl ?? ''} ${language} ${path} ${variant} ${JSON.stringify([...values, ...(headers ? [headers] : [])])}`;
};

/** True for an answer that others may be given. Pages that say that there is nothing would only take room. */
const isShared = ({ status, headers }: Answer): boolean => status === 200 && !PRIVATE.test(headers['Cache-Control'] ?? '');

const bytesOf = ({ answer: { written, headers } }: CachedAnswer): number =>
  Object.values(headers).reduce((sum, value) => sum + value.length, HEADER_BYTES) + written.text.length;

/** Writes an answer as it is sent. */
type WriteAnswer = (answer: Answer, exchange: RequestContext) => Answer & Required<Pick<Answer, 'written'>>;

/** Caches public answers: whole answers to requests without credentials. */
export type CachedAnswers = ReturnType<typeof createCachedAnswers>;

/** An answer that is made at the moment, and the request that it is made for. */
interface UnderWay {
  readonly begun: number;
  readonly exchange: RequestContext;
  readonly answer: Promise<CachedAnswer | undefined>;
}

const foundIn = ({ language, route, allow }: RequestContext): CachedAnswer['found'] => ({ language, route, allow });

/** Waits for an answer that is made for another request. A refusal of it is one of this request too. */
const sharedWith = async (exchange: RequestContext, { answer, exchange: other }: UnderWay): Promise<CachedAnswer | undefined> => {
  try {
    return await answer;
  } catch (error) {
    Object.assign(exchange, foundIn(other));
    throw error;
  }
};

/** Makes the cache of public answers: whole answers to requests without credentials. */
export const createCachedAnswers = (cache: Cache, write: WriteAnswer) => {
  const underWay = new Map<string, UnderWay>();

  const makeAlone = async (key: string, exchange: RequestContext, work: Work): Promise<CachedAnswer | undefined> => {
    const make = async () => {
      const answer = await work();
      if (answer === undefined) return undefined;
      return { answer: write(answer, exchange), found: foundIn(exchange) };
    };
    const recorded = await cache.record(make);
    if (recorded === undefined) return make();
    const { value } = recorded;
    if (value !== undefined && isShared(value.answer)) cache.keepRecorded(key, { ...recorded, value }, bytesOf(value));
    return value;
  };
  const makeTogether = async (key: string, exchange: RequestContext, work: Work): Promise<CachedAnswer | undefined> => {
    const begun = cache.begin();
    const other = underWay.get(key);
    if (other !== undefined && other.begun === begun) return sharedWith(exchange, other);
    const answer = makeAlone(key, exchange, work);
    if (begun === undefined) return answer;
    const mine = { begun, answer, exchange };
    underWay.set(key, mine);
    try {
      return await answer;
    } finally {
      if (underWay.get(key) === mine) underWay.delete(key);
    }
  };

  return {
    /** Begins a request; undefined where its answer is for this request alone. */
    begin(ctx: Context, exchange: RequestContext, resource: Resource): CachedRequest | undefined {
      if (!isPublic(ctx, exchange)) return undefined;
      const key = keyOf(exchange, resource);
      const take = ({ answer, found }: CachedAnswer): Answer => {
        Object.assign(exchange, found);
        return answer;
      };
      return {
        find() {
          const known = cache.find<CachedAnswer>(key);
          return known && take(known);
        },
        async make(work) {
          const made = await makeTogether(key, exchange, work);
          return made && take(made);
        },
      };
    },
  };
};
