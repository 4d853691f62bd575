import type { Context } from 'koa';
import { errors } from '../../errors';
import type { Limits } from '../options';
import { countedAddress } from '../requests/address';
import type { RequestContext } from '../requests/request-context';
import { measureArrival } from './arriving-bodies';
import { createBodyReader, expectedBytes, readBody, receivedBytes } from './body';
import { createBodyBudget } from './body-budget';
import { emptyForm, type Form } from './form';

/** Time after which a client may send an evicted body again, in s. */
const EVICTED_SECONDS = 1;

/** The parameters of a body, or the reason why it cannot be read. Only a route throws this reason, with its `Allow`. */
export interface ReadBody {
  readonly form: Form;
  readonly trouble?: unknown;
}

/** The body of a request, which has arrived. It takes space in memory until `release`. */
export interface HeldBody {
  /** Reads the parameters. Never throws. */
  read(): Promise<ReadBody>;
  release(): void;
}

/** Makes the function that waits for a body within the budget of memory. It throws `rest_overloaded` if there is no space. */
export const createBodyReceiver = (limits: Limits) => {
  const waitForBody = createBodyReader(limits);
  const budget = createBodyBudget(limits.heldBytes);
  return async (ctx: Context, { address, waits }: RequestContext): Promise<HeldBody> => {
    const { req, method, headers } = ctx;
    const slot = budget.enter({
      ...measureArrival(req.socket),
      network: countedAddress(address),
      bytes: expectedBytes({ method, headers }, limits),
      evict: () => req.destroy(),
    });
    try {
      const began = performance.now();
      const received = await waitForBody(ctx);
      if (!slot.arrived(receivedBytes(received))) throw errors.overloaded(EVICTED_SECONDS);
      if (waits !== undefined) waits.body = performance.now() - began;
      const read = () =>
        readBody(received, limits).then(
          (form) => ({ form }),
          (trouble: unknown) => ({ form: emptyForm(), trouble }),
        );
      return { read, release: () => slot.leave() };
    } catch (error) {
      slot.leave();
      throw error;
    }
  };
};
