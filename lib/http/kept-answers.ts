import type { Context } from 'koa';
import { type Lasting, type Lasts, lasting } from '../registry/answer-lifetime';
import type { Reply } from '../registry/reply';
import { wantsFresh } from '../registry/wants-fresh';
import { assertFits } from './answer-size';
import type { Answer, Exchange, WrittenAnswer } from './exchange';
import type { CallOptions } from './options';
import { representSlotted } from './representation';

/** What an exchange had learnt, and the time that this holds for: a day, or a second. */
interface Learnt {
  readonly learnt: Pick<Exchange, 'language' | 'route' | 'allow' | 'ignored'>;
  readonly how: Lasting;
  readonly time: string;
}

/** An answer as it is kept. */
interface KeptAnswer extends Learnt {
  readonly answer: Answer;
}

/** How an answer is made once more. */
type Remade = Learnt &
  Pick<NonNullable<Lasts['remade']>, 'remake'> & { /** The last change before it was made. */ made: number | undefined };

/** What answers requests from what was answered before. */
export interface KeptAnswers {
  /** Begins a request below a language root: undefined where its answer depends on more than its address. */
  begin(ctx: Context, exchange: Exchange): Keeping | undefined;
}

/** A request whose answer may be kept. */
export interface Keeping {
  /** What was answered before and still holds. */
  find(): Answer | undefined;
  /** The same with what has been changed that it shows. */
  findAgain(): Promise<Reply | undefined>;
  /** Keeps an answer that lasts. */
  keep(answer: LastingAnswer, lasts: Lasts): void;
}

/** Bytes of the names of an answer's headers and of what its exchange had learnt, more or less. */
const HEADER_BYTES = 1000;
/** Bytes of what an answer is made once more by, more or less. */
const REMAKING_BYTES = 2000;

/** Headers of a request that make its answer one for this request alone. */
const PERSONAL: readonly string[] = ['authorization', 'x-wp-nonce', 'x-http-method-override'];

/** An answer that holds for other requests too. */
export type LastingAnswer = Answer & { readonly written: WrittenAnswer };

const isPlain = ({ method, headers }: Context): boolean =>
  (method === 'GET' || method === 'HEAD') && PERSONAL.every((name) => headers[name] === undefined);

/** Writes an answer in which the address of the service stands in slots. */
export const writeLasting = (answer: Answer, exchange: Exchange): LastingAnswer => {
  const { status, type, text } = representSlotted(answer, exchange);
  assertFits(answer, text.bytes, exchange);
  return { ...answer, body: null, written: { status, type, text } };
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
      const again = `${key} again`;
      /** Whether records change faster than it is asked for: then the whole answer is not worth its room. */
      let isShort = false;
      const inTime = <K extends Learnt>(of: string): K | undefined => {
        const kept = wantsFresh(ctx.headers) ? undefined : cache.find<K>(of);
        return kept !== undefined && kept.time === timeOf(kept.how, at) ? kept : undefined;
      };
      return {
        find() {
          const kept = inTime<KeptAnswer>(key);
          if (kept !== undefined) Object.assign(exchange, kept.learnt);
          return kept?.answer;
        },
        async findAgain() {
          const known = inTime<Remade>(again);
          const reply = await known?.remake();
          if (known === undefined || reply === undefined) return undefined;
          Object.assign(exchange, known.learnt);
          isShort = known.made !== begun;
          known.made = begun;
          return lasting(reply, { how: known.how });
        },
        keep(answer, { how, remade }) {
          const { language, route, allow, ignored } = exchange;
          const learnt: Learnt = { learnt: { language, route, allow, ignored }, how, time: timeOf(how, at) };
          const { bytes, slots } = answer.written.text;
          const headers = Object.values(answer.headers).reduce((sum, value) => sum + value.length, HEADER_BYTES);
          if (remade !== undefined) {
            const { from, bytes: more, remake } = remade;
            cache.keep(again, { ...learnt, remake, made: begun }, REMAKING_BYTES + headers + more, begun, from);
          } else if (!isShort) cache.keep(key, { ...learnt, answer }, bytes.length + slots.byteLength + headers, begun);
        },
      };
    },
  };
};
