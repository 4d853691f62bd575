import { waitAtMost } from '../deadline';
import { errors } from '../errors';
import type { Metrics } from './metrics';
import type { Answer } from './requests/request-context';

/** Time that `/readyz` waits for the database, in ms. The probe must answer within 2 s. */
const PATIENCE = 1500;

const NO_STORE = { 'Cache-Control': 'no-store' };

/** `/healthz`: the process runs. */
export const healthAnswer = (): Answer => ({ status: 200, headers: NO_STORE, body: { status: 'ok' } });

/** `/readyz`: 200 if the database answers in time, else 503. */
export const readyAnswer = async (ready: () => Promise<boolean>): Promise<Answer> => {
  const isReady = await waitAtMost(
    PATIENCE,
    ready().catch(() => false),
    { late: () => false },
  );
  return isReady
    ? { status: 200, headers: NO_STORE, body: { status: 'ok' } }
    : { status: 503, headers: { ...NO_STORE, 'Retry-After': '2' }, body: { status: 'unavailable' } };
};

/** `/metrics`, for clients that may read them. Other clients get 404. */
export const metricsAnswer = async (metrics: Metrics, allowed: boolean): Promise<Answer> => {
  if (!allowed) throw errors.noRoute();
  const { type, text } = await metrics.read();
  return { status: 200, headers: { ...NO_STORE, 'Content-Type': type }, body: text };
};
