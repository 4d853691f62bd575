import type { Context } from 'koa';
import type { Cache } from '../../cache';
import { type Args, RESERVED_ARGS } from '../../registry';
import { type Answer, isReading, type RequestContext, type WrittenAnswer } from '../requests/request-context';
import { valuesFor } from '../requests/target';
import { isCompressible, packed } from './compression';
import { type Sendable, tagOf, writeAnswer } from './sending';

interface CachedAnswer {
  readonly answer: Sendable;
  readonly found: Pick<RequestContext, 'language' | 'route' | 'allow'>;
}

type Work = () => Promise<Answer | undefined>;

/** The parts of a request that its response depends on. */
export interface Resource {
  readonly path: string;
  /** The declared parameters, which are part of the cache key. Undefined for a page. */
  readonly args?: Args | undefined;
  /** The parameters of a page, which are part of the cache key. Undefined: all parameters are. */
  readonly pageParams?: ReadonlySet<string> | undefined;
  /** An additional part of the cache key, such as the media type that the client prefers. */
  readonly variant?: string;
}

/** The request headers and parameters that make a response personal, so that it is not cached. */
const PERSONAL: readonly string[] = ['authorization', 'x-wp-nonce', 'x-http-method-override'];
const PERSONAL_PARAMS: readonly string[] = ['_method', '_wpnonce'];

const isPublic = (ctx: Context, { query }: RequestContext): boolean =>
  isReading(ctx) &&
  PERSONAL.every((name) => ctx.headers[name] === undefined) &&
  PERSONAL_PARAMS.every((name) => query.values[name] === undefined);

/** Returns the cache key of a response. Parameters are sorted by name, so that equivalent requests share the key. */
const keyOf = ({ baseUrl, language, query, ignored }: RequestContext, { path, args, pageParams, variant = '' }: Resource): string => {
  const sent = args === undefined ? query.values : valuesFor(args, query);
  const isRead = (name: string): boolean => (args === undefined ? (pageParams?.has(name) ?? true) : Object.hasOwn(args, name));
  const names = Object.keys(sent).filter((name) => isRead(name) || RESERVED_ARGS.includes(name));
  const values = names.sort().map((name) => [name, sent[name]]);
  // An envelope contains the headers.
  const headers = query.values['_envelope'] === undefined ? '' : ignored;
  return `answer ${baseUrl ?? ''} ${language} ${path} ${variant} ${JSON.stringify([...values, ...(headers ? [headers] : [])])}`;
};

/** True if a response may be cached for other clients: status 200, and neither `no-store` nor `private`. */
const isShared = ({ status, headers }: Answer): boolean => status === 200 && !/no-store|private/i.test(headers['Cache-Control'] ?? '');

/** The approximate size of the header names of a response, in bytes. */
const HEADER_BYTES = 1000;

const bytesOf = ({ answer: { written, headers } }: CachedAnswer): number =>
  Object.values(headers).reduce((sum, value) => sum + value.length, HEADER_BYTES) +
  (isLarge(written) ? (written.compressed.get('gzip')?.length ?? 0) : written.length);

/** The size in bytes from which responses are cached in compressed form. A few large ones would otherwise displace all others. */
const COMPRESSED_BYTES = 65_536;

const isLarge = ({ type, length }: WrittenAnswer): boolean => length >= COMPRESSED_BYTES && isCompressible(type);

/** Returns a response in the form that is cached: compressed if it is large. */
const compact = async ({ answer, found }: CachedAnswer): Promise<CachedAnswer> => {
  if (!isLarge(answer.written)) return { answer, found };
  // The entity tag is computed from the whole text before the text is compressed.
  tagOf(answer);
  return { answer: { ...answer, written: await packed(answer.written) }, found };
};

const foundIn = ({ language, route, allow }: RequestContext): CachedAnswer['found'] => ({ language, route, allow });

/** A response that is being computed, with its request and the state of the records at the beginning. */
interface RunningWork {
  readonly state: number;
  readonly request: RequestContext;
  readonly answer: Promise<CachedAnswer | undefined>;
}

/** Makes the cache of public responses: whole responses to requests without credentials. */
export const createCachedAnswers = (cache: Cache) => {
  const running = new Map<string, RunningWork>();

  const makeAlone = async (key: string, request: RequestContext, work: Work): Promise<CachedAnswer | undefined> => {
    const tracked = await cache.track(async () => {
      const answer = await work();
      return answer && { answer: writeAnswer(answer, request), found: foundIn(request) };
    });
    const { value, isCacheable } = tracked;
    if (isCacheable && value !== undefined && isShared(value.answer)) {
      const cached = await compact(value);
      cache.keep(key, { ...tracked, value: cached }, bytesOf(cached), 'answers');
    }
    return value;
  };

  const makeTogether = async (key: string, request: RequestContext, work: Work): Promise<CachedAnswer | undefined> => {
    const state = cache.state();
    if (state === undefined) return makeAlone(key, request, work);
    const other = running.get(key);
    if (other?.state === state)
      return other.answer.catch((error: unknown) => {
        // A refusal of the equivalent request refuses this one too.
        Object.assign(request, foundIn(other.request));
        throw error;
      });
    const own = { state, answer: makeAlone(key, request, work), request };
    running.set(key, own);
    try {
      return await own.answer;
    } finally {
      if (running.get(key) === own) running.delete(key);
    }
  };

  return {
    /** Begins to handle a request with the cache. Returns undefined if the response is personal. */
    begin(ctx: Context, request: RequestContext, resource: Resource) {
      if (!isPublic(ctx, request)) return undefined;
      const key = keyOf(request, resource);
      const take = (cached: CachedAnswer | undefined): Answer | undefined => {
        Object.assign(request, cached?.found);
        return cached?.answer;
      };
      return {
        /** Finds the valid response in the memory cache. Undefined if there is none. */
        find: () => take(cache.find<CachedAnswer>(key)),
        /** Finds the response, which an equivalent request may have cached by now, or computes and caches it. Equal requests share the work. */
        make: async (work: Work) => take(cache.find<CachedAnswer>(key) ?? (await makeTogether(key, request, work))),
      };
    },
  };
};
