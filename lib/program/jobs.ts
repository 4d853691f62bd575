import type { Log } from '../http/options';
import { publishDue } from '../kinds/posts/scheduled';
import type { Services } from '../kinds/services';
import { announceLayouts, updateLayouts } from '../records/layout';
import type { Job } from './schedule';

const PUBLISHING_MILLISECONDS = 5000;
const RETRY_MILLISECONDS = 5000;
const FORGETTING_MILLISECONDS = 10 * 60_000;

/** What a service does by itself; `outdated` tells which collections have an older layout, and of which version. */
export const jobsOf = (services: Services, outdated: Readonly<Record<string, number>>, log: Log): readonly Job[] => [
  {
    every: PUBLISHING_MILLISECONDS,
    trouble: 'Scheduled records could not be published yet.',
    async work(signal) {
      const published = await publishDue(services, signal);
      if (published > 0) log.info({ published }, 'Scheduled records were published.');
      return false;
    },
  },
  {
    every: FORGETTING_MILLISECONDS,
    trouble: 'Answers that were kept for a day could not be forgotten yet.',
    async work() {
      await services.idempotency.forgetExpired();
      return false;
    },
  },
  {
    every: RETRY_MILLISECONDS,
    trouble: 'The records could not be brought to the present version of their layout yet.',
    async work(signal) {
      if (Object.keys(outdated).length === 0) return true;
      log.info({}, announceLayouts(outdated));
      const began = performance.now();
      const looked = new Map<string, number>();
      const isDone = await updateLayouts(services.connection.db(), outdated, {
        signal,
        progress: (collection, records) => void looked.set(collection, records),
      });
      const seconds = Math.round((performance.now() - began) / 1000);
      const records = [...looked.values()].reduce((sum, count) => sum + count, 0);
      log.info(
        { records, seconds },
        isDone ? 'All records have the present version of their layout.' : 'Bringing records to the present layout was broken off.',
      );
      return isDone;
    },
  },
];
