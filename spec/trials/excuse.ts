import type { Attempt } from './attempt';

/** Within the 10 s that are promised, and a little for a machine that does other things too, in ms. */
export const SOON = 10_500;

/** The codes of a service that is to be asked again; what it has begun for a key before the connection broke may be under way still. */
const CODES: Readonly<Record<number, readonly string[]>> = {
  409: ['rest_idempotency_key_in_use'],
  503: ['database_unavailable', 'rest_overloaded'],
};

/** Whether a request was refused as it should be while the database is away: soon, with a code that says why, and when to try again. */
export const isExcused = ({ status, body, headers, milliseconds }: Attempt): boolean =>
  CODES[status]?.includes(body.code) === true &&
  Number(headers['retry-after']) >= 1 &&
  Number(headers['retry-after']) <= 60 &&
  milliseconds <= SOON;
