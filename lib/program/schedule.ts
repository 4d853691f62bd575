import type { Log } from '../http/options';
import { publishDue } from '../kinds/posts/scheduled';
import type { Services } from '../kinds/services';

/** How often the service looks for records whose time has come, in ms. */
const EVERY_MILLISECONDS = 5000;

/** Publishes scheduled records in time from now on; the function that is answered ends it as soon as the record under way is done. */
export function startSchedule({ services }: { readonly services: Services }, log: Log): () => Promise<void> {
  let running = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const ending = new AbortController();
  const look = async () => {
    try {
      const published = await publishDue(services, ending.signal);
      if (published > 0) log.info({ published }, 'Scheduled records were published.');
    } catch (error) {
      log.warn({ error: String(error) }, 'Scheduled records could not be published yet.');
    }
    if (!ending.signal.aborted) timer = setTimeout(start, EVERY_MILLISECONDS);
    timer?.unref();
  };
  const start = () => {
    running = look();
  };
  start();
  return () => {
    ending.abort();
    clearTimeout(timer);
    return running;
  };
}
