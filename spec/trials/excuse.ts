import type { Attempt } from './attempt';

/** The promised limit of 10 s in ms, with a margin for a busy machine. */
export const MAX_LATENCY_MS = 10_500;

/** Error codes that ask the client to retry. A request with a reused key may still run after its connection broke. */
const CODES: Readonly<Record<number, readonly string[]>> = {
  409: ['rest_idempotency_key_in_use'],
  503: ['database_unavailable', 'rest_overloaded'],
};

/** Checks that an answer is a correct refusal during an outage: in time, with a known code and `Retry-After`. */
export const isExcused = ({ status, body, headers, milliseconds }: Attempt): boolean =>
  CODES[status]?.includes(body.code) === true &&
  Number(headers['retry-after']) >= 1 &&
  Number(headers['retry-after']) <= 60 &&
  milliseconds <= MAX_LATENCY_MS;

/** Creates a check of refusals that counts the correct ones. Without `isAllowed` it accepts none. */
export const countExcuses = (isAllowed = true) => {
  let refused = 0;
  const excuses = (attempt: Attempt): boolean => {
    const isExcuse = isAllowed && isExcused(attempt);
    refused += Number(isExcuse);
    return isExcuse;
  };
  return { excuses, refused: () => refused };
};
