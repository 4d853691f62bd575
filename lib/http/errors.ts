import { ApiError, errors } from '../errors';
import type { Catalogue } from '../errors/catalogue';
import { hookText, takeHook } from '../registry/hook';
import { errorBody } from './error-body';
import type { Answer, Exchange } from './exchange';
import { logFailure } from './failure';
import type { Log } from './options';
import { PROBLEM_TYPE, problemBody } from './problem';

/**
 * Makes the one function that turns what was thrown into an answer: `{ code, message, data }` and nothing else, or a problem
 * document (RFC 9457) where the address above the language roots is given, without a slash at its end.
 * What is no refusal is a bug: it is logged with the request ID and the route, and nothing of its inside is answered.
 */
export const createRefuser = (
  log: Log,
  translate: (error: unknown) => ApiError | undefined = () => undefined,
  catalogue: Catalogue | undefined = undefined,
) => {
  const refusalAnswer = (refusal: ApiError, { id, language }: Exchange, root: string | undefined): Answer => {
    const { status, headers } = refusal;
    if (root === undefined) return { status, headers, body: errorBody(refusal, language), refusal: true };
    const body = problemBody(refusal, { id, language, root, catalogue });
    return { status, headers: { ...headers, 'Content-Type': PROBLEM_TYPE }, body, refusal: true };
  };

  return (error: unknown, exchange: Exchange, problemRoot?: string): Answer => {
    try {
      const known = error instanceof ApiError ? error : translate(error);
      if (known !== undefined) return refusalAnswer(known, exchange, problemRoot);
    } catch {
      // Even to look at what was thrown may throw: then it is no refusal.
    }
    const { id, method, route } = exchange;
    const hook = takeHook(error);
    // The route says all of a handler.
    const where = hook === undefined || hook.hook === 'handle' ? '' : `: ${hookText(hook)}`;
    logFailure(log, { id, method, route, ...hook }, error, `a request failed${where}`);
    return refusalAnswer(errors.internal(), exchange, problemRoot);
  };
};
