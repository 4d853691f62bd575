import type { Attempt } from './attempt';

/** Within the 10 s that are promised, and a little for a machine that does other things too, in ms. */
export const SOON = 10_500;

/** Whether a request was refused as it should be while the database is away: soon, with 503, a code that says why and when to try again. */
export const isExcused = ({ status, body, headers, milliseconds }: Attempt): boolean =>
  status === 503 &&
  ['database_unavailable', 'rest_overloaded'].includes(body.code) &&
  Number(headers['retry-after']) >= 1 &&
  Number(headers['retry-after']) <= 60 &&
  milliseconds <= SOON;
