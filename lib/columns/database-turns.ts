import { createLimiter } from '../limiter';
import { createWaitingTime, currentWaits, type WaitingTime } from '../waits';

/** How many ask the database at once for what the columns will tell: more would take so much of its time that reading these took ten times as long. */
const AT_ONCE = 2;

/** Who asks the database while columns are being read. */
export interface DatabaseTurns {
  /** How requests wait for their turns. */
  readonly waits: Pick<WaitingTime, 'waiting' | 'milliseconds'>;
  /** What the columns tell, or else the database: in turn as long as they are being read, unless they tell it by then. */
  answer<T>(inMemory: () => Promise<T | undefined>, isReading: () => boolean, inDatabase: () => Promise<T>): Promise<T>;
}

/** Makes the turns that all collections of a database share. */
export function createDatabaseTurns(): DatabaseTurns {
  const turns = createLimiter(AT_ONCE);
  const waits = createWaitingTime();
  const take = async (): Promise<() => void> => {
    const begun = performance.now();
    const leave = await waits.during(() => turns.take());
    const noted = currentWaits();
    if (noted !== undefined) noted.queue += performance.now() - begun;
    return leave;
  };
  return {
    waits,
    async answer(inMemory, isReading, inDatabase) {
      const found = await inMemory();
      if (found !== undefined) return found;
      if (!isReading()) return inDatabase();
      const leave = await take();
      try {
        const told = await inMemory();
        if (told !== undefined) return told;
        if (isReading()) return await inDatabase();
      } finally {
        leave();
      }
      return inDatabase();
    },
  };
}
