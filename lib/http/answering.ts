import type { Context } from 'koa';
import { createRefuser } from './errors';
import type { Answer, Exchange } from './exchange';
import { traceAnswer } from './front';
import type { Caller, HttpOptions } from './options';
import { send } from './send';

/** What is made of a request; what it throws is answered as a refusal. */
type Work = () => Answer | Promise<Answer>;

/**
 * Makes the outermost function of every request, which never throws: it answers what `work` comes to, else why not, with all headers, and
 * writes one line of log. What others had set on the answer before stays.
 */
export const createAnswering = ({ log, corsOrigins, translate }: Pick<HttpOptions<Caller>, 'log' | 'corsOrigins' | 'translate'>) => {
  const refuse = createRefuser(log, translate);

  return async (ctx: Context, exchange: Exchange, work: Work): Promise<void> => {
    const before = ctx.res.getHeaders();
    let answer: Answer;
    try {
      answer = ctx.method === 'TRACE' ? traceAnswer() : await work();
    } catch (error) {
      answer = refuse(error, exchange);
    }
    try {
      send(ctx, exchange, answer, corsOrigins);
    } catch (error) {
      // What a handler answered cannot be written as JSON, or not in headers: nothing of it stays.
      for (const name of ctx.res.getHeaderNames()) ctx.remove(name);
      for (const [name, value] of Object.entries(before)) if (value !== undefined) ctx.res.setHeader(name, value);
      send(ctx, exchange, refuse(error, exchange), corsOrigins);
    }
    const { id, path, userId: user, language, started } = exchange;
    const milliseconds = Math.round((performance.now() - started) * 10) / 10;
    log.info({ id, method: ctx.method, path, status: ctx.status, milliseconds, user, language }, 'request');
  };
};
