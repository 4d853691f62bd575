import { translateTrouble } from '../../database';
import type { ApiError } from '../../errors';
import type { Log } from '../../http';

/** Each write that finds no room would say so: the log says it this often at most, in ms. */
const AGAIN_MILLISECONDS = 60_000;

/** Makes what reads errors of the database as `translateTrouble` does, and has the log say where the database has no room. */
export function tellingFullDisk(log: Pick<Log, 'error'>, database: object): (error: unknown) => ApiError | undefined {
  let told = Number.NEGATIVE_INFINITY;
  return (error) => {
    const refusal = translateTrouble(error);
    const now = performance.now();
    if (refusal?.code === 'insufficient_storage' && now - told >= AGAIN_MILLISECONDS) {
      told = now;
      log.error(
        { ...database, err: error },
        'The database has no room for what is written: make room on its disk. Until then writes are refused (507).',
      );
    }
    return refusal;
  };
}
