import type { Log } from '../http/options';
import { publishDue } from '../kinds/posts/publish-due';
import type { Services } from '../kinds/services';
import { announceLayouts, updateLayouts } from '../records/layout';
import type { Job } from './schedule';

const SOON_MILLISECONDS = 5000;
const FORGETTING_MILLISECONDS = 10 * 60_000;

/** What a service does by itself; `outdated` tells which collections have an older layout, and of which version. */
export const jobsOf = (services: Services, outdated: Readonly<Record<string, number>>, log: Log): readonly Job[] => [
  publishing(services, log),
  forgetting(services),
  updating(services, outdated, log),
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

const forgetting = (services: Services): Job => ({
  every: FORGETTING_MILLISECONDS,
  trouble: 'Answers that were kept for a day could not be forgotten yet.',
  async work(signal) {
    await services.idempotency.forgetExpired(signal);
    return false;
  },
});

/** After so many looks in vain the client is replaced: one may wait for ever on a connection that broke, while the server answers others. */
const LOOKS_IN_VAIN = 3;

const reconnecting = ({ connection }: Services, log: Log): Job => {
  let inVain = 0;
  return {
    every: SOON_MILLISECONDS,
    trouble: 'It could not be looked whether the database answers.',
    async work() {
      inVain = (await connection.ready()) ? 0 : inVain + 1;
      if (inVain < LOOKS_IN_VAIN || !(await connection.renew())) return false;
      inVain = 0;
      log.warn({}, 'The connections to the database were made anew: over the former ones nothing came any more.');
      return false;
    },
  };
};

const updating = (services: Services, outdated: Readonly<Record<string, number>>, log: Log): Job => {
  let isAnnounced = false;
  return {
    every: SOON_MILLISECONDS,
    trouble: 'The records could not be brought to the present version of their layout yet.',
    async work(signal) {
      if (Object.keys(outdated).length === 0) return true;
      if (!isAnnounced) log.info({}, announceLayouts(outdated));
      isAnnounced = true;
      const began = performance.now();
      const looked = new Map<string, number>();
      const known = new Map(services.kinds.known.map((kind) => [kind.plural, kind]));
      const isDone = await updateLayouts(services.connection.db(), outdated, {
        signal,
        keysOf: (collection, record) => known.get(collection)?.keys(record) ?? record['keys'],
        noteWords: async () => undefined,
        progress: (collection, records) => void looked.set(collection, records),
      });
      if (isDone) services.kinds.layout.note();
      const seconds = Math.round((performance.now() - began) / 1000);
      const records = [...looked.values()].reduce((sum, count) => sum + count, 0);
      log.info(
        { records, seconds },
        isDone ? 'All records have the present version of their layout.' : 'Bringing records to the present layout was broken off.',
      );
      return isDone;
    },
  };
};
