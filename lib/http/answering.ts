import type { Context } from 'koa';
import { errors } from '../errors';
import { mountAddress } from './address';
import { createRefuser } from './errors';
import type { Answer, Exchange } from './exchange';
import type { Caller, HttpOptions } from './options';
import { prefersProblem } from './problem';
import { send } from './send';

/** What is made of a request; what it throws is answered as a refusal. */
type Work = () => Answer | Promise<Answer>;

type AnsweringOptions = Pick<HttpOptions<Caller>, 'log' | 'corsOrigins' | 'translate' | 'catalogue' | 'trustProxy' | 'publicUrl'>;

/**
 * Makes the outermost function of every request, which never throws: it answers what `work` comes to, else why not, with all headers, and
 * writes one line of log. What others had set on the answer before stays.
 */
export const createAnswering = ({ log, corsOrigins, translate, catalogue, trustProxy, publicUrl }: AnsweringOptions) => {
  const refuse = createRefuser(log, translate, catalogue);

  /** Where a problem document says that its pages are; undefined: the client does not ask for one. */
  const problemRoot = (ctx: Context, { mount }: Exchange): string | undefined => {
    if (!prefersProblem(ctx)) return undefined;
    try {
      return mountAddress(ctx.req, mount, trustProxy, publicUrl);
    } catch {
      // The host is none: a path is a reference too.
      return publicUrl?.replace(/\/+$/, '') ?? mount;
    }
  };

  return async (ctx: Context, exchange: Exchange, work: Work): Promise<void> => {
    const before = ctx.res.getHeaders();
    let answer: Answer;
    try {
      if (ctx.method === 'TRACE') throw errors.methodNotAllowed();
      answer = await work();
    } catch (error) {
      answer = refuse(error, exchange, problemRoot(ctx, exchange));
    }
    try {
      send(ctx, exchange, answer, corsOrigins);
    } catch (error) {
      // What a handler answered cannot be written as JSON, or not in headers: nothing of it stays.
      for (const name of ctx.res.getHeaderNames()) ctx.remove(name);
      for (const [name, value] of Object.entries(before)) if (value !== undefined) ctx.res.setHeader(name, value);
      send(ctx, exchange, refuse(error, exchange, problemRoot(ctx, exchange)), corsOrigins);
    }
    const { id, path, userId: user, language, started } = exchange;
    const milliseconds = Math.round((performance.now() - started) * 10) / 10;
    log.info({ id, method: ctx.method, path, status: ctx.status, milliseconds, user, language }, 'request');
  };
};
