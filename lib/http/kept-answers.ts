import type { Context } from 'koa';
import { findSlots } from '../registry/address-slot';
import type { Lasting } from '../registry/lasting';
import { wantsFresh } from '../registry/wants-fresh';
import type { Answer, Exchange, WrittenAnswer } from './exchange';
import type { CallOptions } from './options';
import { represent } from './representation';

/** An answer as it is kept, and what its exchange had learnt. */
interface KeptAnswer {
  readonly answer: Answer;
  readonly learnt: Pick<Exchange, 'language' | 'route' | 'allow'>;
  readonly how: Lasting;
  /** The time that it holds for: a day, or a second. */
  readonly time: string;
}

/** What answers requests from what was answered before. */
export interface KeptAnswers {
  /** Begins a request below a language root: undefined where its answer depends on more than its address. */
  begin(ctx: Context, exchange: Exchange): Keeping | undefined;
}

/** A request whose answer may be kept. */
export interface Keeping {
  /** What was answered before and still holds. */
  find(): Answer | undefined;
  /** Keeps an answer that lasts. */
  keep(answer: LastingAnswer, how: Lasting, madeOf: readonly string[] | undefined): void;
}

/** Bytes of the names of an answer's headers and of what its exchange had learnt, more or less. */
const HEADER_BYTES = 1000;

/** Headers of a request that make its answer one for this request alone. */
const PERSONAL: readonly string[] = ['authorization', 'x-wp-nonce', 'x-http-method-override', 'transfer-encoding'];

/** An answer that holds for other requests too. */
export type LastingAnswer = Answer & { readonly written: WrittenAnswer };

const isPlain = ({ method, headers }: Context): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  PERSONAL.every((name) => headers[name] === undefined) &&
  (headers['content-length'] ?? '0') === '0';

/** Writes an answer in which the address of the service stands in slots. */
export const writeLasting = (answer: Answer, exchange: Exchange): LastingAnswer => {
  const { status, type, text } = represent(answer, exchange);
  return { ...answer, body: null, written: { status, type, text: findSlots(String(text)) } };
};

/** Makes the function that names the time that an answer holds for which is made at a moment. */
const createTimes = (timezone: string) => {
  const days = new Intl.DateTimeFormat('en-CA', { timeZone: timezone });
  let minute = 0;
  let day = '';
  return (how: Lasting, at: Date): string => {
    if (how === 'always') return '';
    if (how === 'second') return String(Math.floor(at.getTime() / 1000));
    // Days begin with a minute, in every zone.
    const present = Math.floor(at.getTime() / 60_000);
    if (present !== minute) day = days.format(at);
    minute = present;
    return day;
  };
};

/** Makes what keeps answers; days are those of the zone, an IANA name. */
export const createKeptAnswers = ({ cache, now }: NonNullable<CallOptions<never>['kept']>, timezone: string): KeptAnswers => {
  const timeOf = createTimes(timezone);
  return {
    begin(ctx, exchange) {
      if (!isPlain(ctx)) return undefined;
      // The language of an address that names none is the client's.
      const key = `${exchange.language} ${exchange.path}?${exchange.search}`;
      const at = now();
      const begun = cache.begin();
      return {
        find() {
          if (wantsFresh(ctx.headers)) return undefined;
          const kept = cache.find<KeptAnswer>(key);
          if (kept === undefined || kept.time !== timeOf(kept.how, at)) return undefined;
          Object.assign(exchange, kept.learnt);
          return kept.answer;
        },
        keep(answer, how, madeOf) {
          const { language, route, allow } = exchange;
          const kept: KeptAnswer = { answer, learnt: { language, route, allow }, how, time: timeOf(how, at) };
          const { bytes, slots } = answer.written.text;
          const headers = Object.values(answer.headers).reduce((sum, value) => sum + value.length, HEADER_BYTES);
          cache.keep(key, kept, bytes.length + slots.byteLength + headers, begun, madeOf);
        },
      };
    },
  };
};
