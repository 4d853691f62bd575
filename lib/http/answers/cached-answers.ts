import type { Context } from 'koa';
import type { Cache } from '../../cache';
import { type Args, RESERVED_ARGS } from '../../registry';
import type { Answer, RequestContext } from '../requests/request-context';
import { valuesFor } from '../requests/request-values';

/** A cached answer with the results of resolving its request. */
interface CachedAnswer {
  readonly answer: ReturnType<WriteAnswer>;
  readonly found: Pick<RequestContext, 'language' | 'route' | 'allow'>;
}

type Work = () => Promise<Answer | undefined>;

/** A request whose answer may be cached. */
export interface CachedRequest {
  /** The cached answer. Undefined if there is none or it is out of date. */
  find(): Answer | undefined;
  /** Makes the answer and caches it. Simultaneous requests for the same share one computation. Undefined if `work` gives no answer. */
  make(work: Work): Promise<Answer | undefined>;
}

/** The parts of a request that its answer depends on. */
export interface Resource {
  readonly path: string;
  /** The declared parameters. Others are not part of the key. Undefined: all parameters are. */
  readonly args?: Args | undefined;
  /** Another dependency of the answer, such as the media type that the client prefers. */
  readonly variant?: string;
}

/** Approximate size of an answer's header names, in bytes. */
const HEADER_BYTES = 1000;

/** Request headers that make an answer personal. */
const PERSONAL: readonly string[] = ['authorization', 'x-wp-nonce', 'x-http-method-override'];
/** Parameters that make an answer personal. */
const PERSONAL_PARAMS: readonly string[] = ['_method', '_wpnonce'];
const PRIVATE = /no-store|private/i;

const isPublic = ({ method, headers }: Context, { query }: RequestContext): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  PERSONAL.every((name) => headers[name] === undefined) &&
  PERSONAL_PARAMS.every((name) => query.values[name] === undefined);

/** The key of an answer. Parameters are sorted by name, so that equivalent requests share it. */
const keyOf = ({ baseUrl, language, query, ignored }: RequestContext, { path, args, variant = '' }: Resource): string => {
  const sent = args === undefined ? query.values : valuesFor(args, query);
  const names = Object.keys(sent).filter((name) => args === undefined || Object.hasOwn(args, name) || RESERVED_ARGS.includes(name));
  const values = names.sort().map((name) => [name, sent[name]]);
  // An envelope shows the headers.
  const headers = query.values['_envelope'] === undefined ? '' : ignored;
  return `answer ${baseUrl ?? ''} ${language} ${path} ${variant} ${JSON.stringify([...values, ...(headers ? [headers] : [])])}`;
};

/** True if others may get this answer. Answers for missing pages would only take space. */
const isShared = ({ status, headers }: Answer): boolean => status === 200 && !PRIVATE.test(headers['Cache-Control'] ?? '');

const bytesOf = ({ answer: { written, headers } }: CachedAnswer): number =>
  Object.values(headers).reduce((sum, value) => sum + value.length, HEADER_BYTES) + written.text.length;

/** Writes an answer in the form that is sent. */
type WriteAnswer = (answer: Answer, request: RequestContext) => Answer & Required<Pick<Answer, 'written'>>;

/** Caches public answers: whole answers to requests without credentials. */
export type CachedAnswers = ReturnType<typeof createCachedAnswers>;

/** An answer in the making, and its request. */
interface UnderWay {
  readonly begun: number;
  readonly request: RequestContext;
  readonly answer: Promise<CachedAnswer | undefined>;
}

const foundIn = ({ language, route, allow }: RequestContext): CachedAnswer['found'] => ({ language, route, allow });

/** Waits for the answer to an equivalent request. A refusal of that request refuses this one too. */
const sharedWith = async (request: RequestContext, { answer, request: other }: UnderWay): Promise<CachedAnswer | undefined> => {
  try {
    return await answer;
  } catch (error) {
    Object.assign(request, foundIn(other));
    throw error;
  }
};

/** Makes the cache of public answers: whole answers to requests without credentials. */
export const createCachedAnswers = (cache: Cache, write: WriteAnswer) => {
  const underWay = new Map<string, UnderWay>();

  const makeAlone = async (key: string, request: RequestContext, work: Work): Promise<CachedAnswer | undefined> => {
    const make = async () => {
      const answer = await work();
      if (answer === undefined) return undefined;
      return { answer: write(answer, request), found: foundIn(request) };
    };
    const recorded = await cache.record(make);
    if (recorded === undefined) return make();
    const { value } = recorded;
    if (value !== undefined && isShared(value.answer)) cache.keepRecorded(key, { ...recorded, value }, bytesOf(value));
    return value;
  };
  const makeTogether = async (key: string, request: RequestContext, work: Work): Promise<CachedAnswer | undefined> => {
    const begun = cache.begin();
    const other = underWay.get(key);
    if (other !== undefined && other.begun === begun) return sharedWith(request, other);
    const answer = makeAlone(key, request, work);
    if (begun === undefined) return answer;
    const mine = { begun, answer, request };
    underWay.set(key, mine);
    try {
      return await answer;
    } finally {
      if (underWay.get(key) === mine) underWay.delete(key);
    }
  };

  return {
    /** Begins a request. Undefined if its answer is personal. */
    begin(ctx: Context, request: RequestContext, resource: Resource): CachedRequest | undefined {
      if (!isPublic(ctx, request)) return undefined;
      const key = keyOf(request, resource);
      const take = ({ answer, found }: CachedAnswer): Answer => {
        Object.assign(request, found);
        return answer;
      };
      return {
        find() {
          const known = cache.find<CachedAnswer>(key);
          return known && take(known);
        },
        async make(work) {
          const made = await makeTogether(key, request, work);
          return made && take(made);
        },
      };
    },
  };
};
