import type { Context, Middleware } from 'koa';
import { decodedPart } from '../registry';
import { percentPairs, readForm } from './bodies/form';
import type { AnswerBelow } from './life';
import type { WhileDatabaseAnswers } from './limits/deadlines';
import { type Caller, DEFAULT_LIMITS, type HttpOptions, type OldAnswer } from './options';
import { serviceAddress } from './requests/address';
import { readCmsRequest } from './requests/cms-address';
import type { Answer, RequestContext } from './requests/request-context';
import { isReading } from './requests/target';
import type { State } from './service-routes';

const OLD_PATH = /^\/(?:(?:events?|venue|organizer|index\.php)(?:\/|$)|$)/i;

/**
 * Makes the middleware for addresses of The Events Calendar: the API below `/wp-json/`, and legacy addresses of pages and calendars.
 * Such a request is answered as the equivalent request below a language root, or redirected.
 */
export const createLegacyAddresses = <U extends Caller>(
  options: HttpOptions<U>,
  answerBelow: AnswerBelow,
  whileDatabaseAnswers: WhileDatabaseAnswers,
): Middleware<State> => {
  const { cms: names, served } = options;
  return async (ctx, next) => {
    const { request } = ctx.state;
    const cms = names && readCmsRequest(request.path, request.search, served, names);
    if (cms !== undefined) {
      Object.assign(request, { cms, search: cms.search, language: cms.prefix });
      ctx.state.answer = await answerBelow(ctx, request, cms);
      return;
    }
    const old = mayBeOld(ctx, request) ? await whileDatabaseAnswers(oldAnswer(ctx, request, options)) : undefined;
    if (old === undefined) return next();
    if ('location' in old) {
      ctx.state.answer = movedAnswer(old.location);
      return;
    }
    Object.assign(request, { search: old.search, language: old.prefix, isForPeople: old.isForPeople });
    ctx.state.answer = await answerBelow(ctx, request, old);
  };
};

/** True if a request may be for a legacy address of The Events Calendar. */
const mayBeOld = (ctx: Context, { path, search }: RequestContext): boolean =>
  isReading(ctx) && OLD_PATH.test(path) && (path !== '/' || search !== '');

const oldAnswer = async <U extends Caller>(
  ctx: Context,
  { path, search }: RequestContext,
  options: HttpOptions<U>,
): Promise<OldAnswer | undefined> => {
  const { values: query } = readForm(percentPairs(search), { ...DEFAULT_LIMITS, ...options.limits }.parameters);
  return options.old?.({ path: decodedPart(path), query, address: serviceAddress(ctx.req, options) });
};

/** Makes a permanent redirect to an address, cacheable for an hour. */
const movedAnswer = (location: string): Answer => ({
  status: 301,
  headers: { Location: location, 'Content-Type': 'text/plain; charset=UTF-8', 'Cache-Control': 'public, max-age=3600' },
  body: `${location}\n`,
});
