import { errors } from '../errors';

/** What one body takes of the budget. */
export interface BodyPlace {
  /** The body has come, in so many bytes: it stays until the place is left. False where it had to make room for others. */
  arrived(bytes: number): boolean;
  leave(): void;
}

/** Bounds how many bytes of bodies are held at once. */
export interface BodyBudget {
  /**
   * Takes room for so many bytes that are to come; `evict` ends that. Where there is none left, those go that have been arriving longest. Throws
   * `rest_overloaded` where that is not enough.
   */
  enter(bytes: number, evict: () => void): BodyPlace;
}

/** How soon one may try again, in s. */
const RETRY_SECONDS = 1;

/** A body that is still arriving. */
interface Arriving {
  bytes: number;
  evict(): void;
}

/** Makes a budget of so many bytes. */
export const createBodyBudget = (most: number): BodyBudget => {
  /** In the order in which they began. */
  const arriving = new Set<Arriving>();
  let held = 0;
  let coming = 0;

  const hold = (one: Arriving, bytes: number): void => {
    held += bytes - one.bytes;
    one.bytes = bytes;
  };

  const leaveOff = (one: Arriving): boolean => {
    const was = arriving.delete(one);
    if (was) coming -= one.bytes;
    return was;
  };

  const makeRoom = (bytes: number): void => {
    if (held - coming + bytes > most) throw errors.overloaded(RETRY_SECONDS);
    for (const one of arriving) {
      if (held + bytes <= most) return;
      leaveOff(one);
      hold(one, 0);
      one.evict();
    }
  };

  return {
    enter(bytes, evict) {
      makeRoom(bytes);
      const one: Arriving = { bytes: 0, evict };
      hold(one, bytes);
      arriving.add(one);
      coming += bytes;
      return {
        arrived(now) {
          const isHere = leaveOff(one);
          if (isHere) hold(one, now);
          return isHere;
        },
        leave() {
          leaveOff(one);
          hold(one, 0);
        },
      };
    },
  };
};
