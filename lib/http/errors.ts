import { ApiError, errors } from '../errors';
import type { Language } from '../language';
import type { Answer, Exchange } from './exchange';
import { logFailure } from './failure';
import type { Log } from './options';

/**
 * Makes the one function that turns what was thrown into an answer (REFERENCE 1.4): `{ code, message, data }` and nothing else.
 * What is no refusal is a bug: it is logged with the request ID and the route, and nothing of its inside is answered.
 */
export const createRefuser =
  (log: Log, translate: (error: unknown) => ApiError | undefined = () => undefined) =>
  (error: unknown, exchange: Exchange): Answer => {
    try {
      const known = error instanceof ApiError ? error : translate(error);
      if (known !== undefined) return refusalAnswer(known, exchange.language);
    } catch {
      // Even to look at what was thrown may throw: then it is no refusal.
    }
    logFailure(log, { id: exchange.id, method: exchange.method, route: exchange.route }, error, 'a request failed');
    return refusalAnswer(errors.internal(), exchange.language);
  };

const refusalAnswer = (refusal: ApiError, language: Language): Answer => ({
  status: refusal.status,
  headers: refusal.headers,
  body: errorBody(refusal, language),
  refusal: true,
});

/** The body of an error: `data.params` and `data.details` tell the refused parameters apart where there are any. */
export const errorBody = (error: ApiError, language: Language): Record<string, unknown> => ({
  code: error.code,
  message: error.text[language],
  data: { status: error.status, ...error.data, ...(error.code === 'rest_invalid_param' ? reasonsOf(error, language) : {}) },
});

const reasonsOf = ({ reasons }: ApiError, language: Language) => {
  const entries = Object.entries(reasons);
  const details = entries
    .filter(([, reason]) => reason.code !== 'rest_invalid_param')
    .map(([name, { code, text, data }]) => [name, { code, message: text[language], data: Object.keys(data).length === 0 ? null : data }]);
  return {
    params: Object.fromEntries(entries.map(([name, reason]) => [name, reason.text[language]])),
    // An empty PHP array is a list: clients of the reference know it so.
    details: details.length === 0 ? [] : Object.fromEntries(details),
  };
};
