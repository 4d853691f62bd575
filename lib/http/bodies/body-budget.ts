import { errors } from '../../errors';
import { type ArrivingBody, slowestFirst } from './arriving-bodies';

/** The part of the budget that one body takes. */
export interface BodySlot {
  /** Notes that the body has arrived, with its bytes, which stay until `leave`. False if the body was evicted. */
  arrived(bytes: number): boolean;
  leave(): void;
}

/** A body that is about to arrive. */
export interface ComingBody extends ArrivingBody {
  /** The maximum bytes that it may take. */
  readonly bytes: number;
  /** Ends its request. */
  evict(): void;
}

/** Bounds the bytes of all bodies in memory. */
export interface BodyBudget {
  /**
   * Reserves space for a body. If there is none, the slowest bodies of the network that holds the most are evicted.
   * Throws `rest_overloaded` if that is not enough.
   */
  enter(body: ComingBody): BodySlot;
}

/** Time after which a client may try again, in s. */
const RETRY_SECONDS = 1;

/** Makes a budget of `most` bytes. */
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
