import type { Services } from '../../content';
import { completeIndexes, lackingIndexes } from '../../database';

const MEGABYTE = 1_000_000;

interface IndexCompletion {
  areLacking(): Promise<boolean>;
  completeIndexes(): Promise<void>;
}

/** Finds and makes missing indexes, once. It prints the time for each collection, and the size of each search index. */
export function indexCompletion({ connection, kinds: { indexes } }: Services, say: (line: string) => void): IndexCompletion {
  const areLacking = async () => Object.keys(await lackingIndexes(connection.db(), indexes)).length > 0;
  const complete = async () => {
    if (await areLacking())
      say('Making the indexes: what is broken off now is finished by the next "seed", or by the next start of the service.');
    await completeIndexes(connection, indexes, ({ collection, isOfWords, seconds, bytes }) =>
      say(
        `${isOfWords ? 'The search index' : 'The indexes'} of ${collection}: ${seconds.toFixed(1)} s${bytes === undefined ? '' : `, ${(bytes / MEGABYTE).toFixed(1)} MB on disk`}.`,
      ),
    );
  };
  let completing: Promise<void> | undefined;
  return {
    areLacking,
    completeIndexes() {
      completing ??= complete();
      return completing;
    },
  };
}
