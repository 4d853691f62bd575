import { errors } from '../../errors';
import { type ArrivingBody, slowestFirst } from './arriving-bodies';

/** The part of the budget that one body takes. */
export interface BodySlot {
  /** The body has come, in so many bytes: it stays until the place is left. False where it had to make room for others. */
  arrived(bytes: number): boolean;
  leave(): void;
}

/** A body that is to arrive. */
export interface ComingBody extends ArrivingBody {
  /** Bytes that it may take. */
  readonly bytes: number;
  /** Ends its request. */
  evict(): void;
}

/** Bounds how many bytes of bodies are held at once. */
export interface BodyBudget {
  /**
   * Takes room for a body. Where there is none left, those go that arrive slowest, of the network that holds the most of it. Throws
   * `rest_overloaded` where that is not enough.
   */
  enter(body: ComingBody): BodySlot;
}

/** How soon one may try again, in s. */
const RETRY_SECONDS = 1;

/** Makes a budget of so many bytes. */
export const createBodyBudget = (most: number): BodyBudget => {
  const arriving = new Set<ComingBody>();
  let arrivedBytes = 0;
  let coming = 0;

  const leaveOff = (body: ComingBody): boolean => {
    const was = arriving.delete(body);
    if (was) coming -= body.bytes;
    return was;
  };

  const makeRoom = (bytes: number): void => {
    if (arrivedBytes + bytes > most) throw errors.overloaded(RETRY_SECONDS);
    if (arrivedBytes + coming + bytes <= most) return;
    const { slow, fair, young } = slowestFirst(arriving, (body) => body.bytes);
    for (const one of [...slow, ...fair, ...young]) {
      if (arrivedBytes + coming + bytes <= most) return;
      leaveOff(one);
      one.evict();
    }
  };

  return {
    enter(body) {
      makeRoom(body.bytes);
      arriving.add(body);
      coming += body.bytes;
      let held = 0;
      return {
        arrived(bytes) {
          const isHere = leaveOff(body);
          if (isHere) {
            held = bytes;
            arrivedBytes += held;
          }
          return isHere;
        },
        leave() {
          leaveOff(body);
          arrivedBytes -= held;
          held = 0;
        },
      };
    },
  };
};
