import { publishDue, type Services } from '../../content';
import type { Log } from '../../http';
import type { Job } from './schedule';

const SOON_MILLISECONDS = 5000;
const FORGETTING_MILLISECONDS = 10 * 60_000;

export const jobsOf = (services: Services, log: Log): readonly Job[] => [
  publishing(services, log),
  expiry(services),
  reconnecting(services, log),
];

const publishing = (services: Services, log: Log): Job => ({
  every: SOON_MILLISECONDS,
  trouble: 'Scheduled records could not be published yet.',
  async work(signal) {
    const published = await publishDue(services, signal);
    if (published > 0) log.info({ published }, 'Scheduled records were published.');
    return false;
  },
});

const expiry = (services: Services): Job => ({
  every: FORGETTING_MILLISECONDS,
  trouble: 'Answers that were kept for a day could not be forgotten yet.',
  async work(signal) {
    await services.idempotency.forgetExpired(signal);
    return false;
  },
});

/**
 * The number of failed checks after which the client is replaced. A broken connection may hang for ever while the server answers others.
 */
const LOOKS_IN_VAIN = 3;

const reconnecting = ({ connection }: Services, log: Log): Job => {
  let inVain = 0;
  return {
    every: SOON_MILLISECONDS,
    trouble: 'It could not be looked whether the database answers.',
    async work() {
      inVain = (await connection.ready()) ? 0 : inVain + 1;
      if (inVain < LOOKS_IN_VAIN || !(await connection.reconnect())) return false;
      inVain = 0;
      log.warn({}, 'The connections to the database were made anew: over the former ones nothing came any more.');
      return false;
    },
  };
};
