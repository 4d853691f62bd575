import type { Context } from 'koa';
import { errors } from '../../errors';
import type { Limits } from '../options';
import { countedAddress } from '../requests/address';
import type { RequestContext } from '../requests/request-context';
import { type ArrivingBody, measureArrival, slowestFirst } from './arriving-bodies';
import { createBodyReader, expectedBytes } from './body';
import { emptyForm, type Form } from './form';

interface ReservedBody extends ArrivingBody {
  /** The maximum memory of the body, in bytes. */
  readonly bytes: number;
  evict(): void;
}

/** The parameters of a request body, or the reason why the body cannot be read. Only a route throws this reason, with its `Allow`. */
export interface ReadBody {
  readonly form: Form;
  readonly trouble?: unknown;
}

/** The value of `Retry-After` for a refused or evicted body, in s. */
const RETRY_SECONDS = 1;

/**
 * Makes the function that receives a request body within a limit of memory for all bodies. If there is no space, the slowest bodies of
 * the network with the most bytes are evicted. Throws `rest_overloaded` if that is not enough, and for an evicted body. A received body
 * uses space until `release`.
 */
export const createBodyReceiver = (limits: Limits) => {
  const waitForBody = createBodyReader(limits);
  const arriving = new Set<ReservedBody>();
  let reservedBytes = 0;
  let arrivedBytes = 0;

  const unreserve = (body: ReservedBody): void => {
    if (arriving.delete(body)) reservedBytes -= body.bytes;
  };

  const reserve = (body: ReservedBody): void => {
    const room = limits.heldBytes - body.bytes - arrivedBytes;
    if (room < 0) throw errors.overloaded(RETRY_SECONDS);
    if (reservedBytes > room) {
      const { slow, fair, young } = slowestFirst(arriving, ({ bytes }) => bytes);
      for (const one of [...slow, ...fair, ...young]) {
        if (reservedBytes <= room) break;
        unreserve(one);
        one.evict();
      }
    }
    arriving.add(body);
    reservedBytes += body.bytes;
  };

  return async (ctx: Context, { address, waits }: RequestContext) => {
    const body: ReservedBody = {
      ...measureArrival(ctx.req.socket),
      network: countedAddress(address),
      bytes: expectedBytes(ctx, limits),
      evict: () => ctx.req.destroy(),
    };
    reserve(body);
    try {
      const began = performance.now();
      const received = await waitForBody(ctx);
      if (!arriving.has(body)) throw errors.overloaded(RETRY_SECONDS);
      if (waits !== undefined) waits.body = performance.now() - began;
      arrivedBytes += received.bytes;
      return {
        /** Reads the parameters in the body. Never throws. */
        async read(): Promise<ReadBody> {
          try {
            return { form: await received.read() };
          } catch (trouble) {
            return { form: emptyForm(), trouble };
          }
        },
        release(): void {
          arrivedBytes -= received.bytes;
        },
      };
    } finally {
      unreserve(body);
    }
  };
};
