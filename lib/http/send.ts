import type { Context } from 'koa';
import { belowRoot } from './call';
import { entityTag, isKnown } from './conditional';
import { corsHeaders } from './cors';
import type { Answer, Exchange } from './exchange';
import { PRIVATE_HEADERS, SECURITY_HEADERS } from './headers';
import { represent } from './representation';
import { linkHeader } from './root-link';

/** Sends an answer with every header that it must have, or 304 where the client has it already. */
export const send = (ctx: Context, exchange: Exchange, answer: Answer, origins: readonly string[] | undefined): void => {
  check(answer);
  const { status, type, text, tag: known } = represent(answer, exchange);
  const { Link: own, Vary: varies, ...headers } = answer.headers;
  const link = linkHeader(exchange.baseUrl, own);
  ctx.status = status;
  ctx.set({
    ...SECURITY_HEADERS,
    ...(type.startsWith('application/') ? { 'X-Robots-Tag': 'noindex' } : {}),
    ...corsHeaders(ctx.get('Origin'), origins),
    ...(ctx.get('Authorization') === '' ? {} : PRIVATE_HEADERS),
    ...(link === undefined ? {} : { Link: link }),
    ...(exchange.allow === undefined ? {} : { Allow: exchange.allow.join(', ') }),
    Vary: [
      belowRoot(exchange.path) === undefined ? 'Origin, Authorization, Accept-Language' : 'Origin, Authorization',
      answer.refusal && 'Accept',
      varies,
    ]
      .filter(Boolean)
      .join(', '),
    'Content-Language': answer.language ?? exchange.language,
    'X-Request-Id': exchange.id,
    ...headers,
    'Content-Type': type,
  });
  if ((ctx.method === 'GET' || ctx.method === 'HEAD') && answer.status === 200 && headers['Cache-Control'] !== 'no-store') {
    const tag = headers['ETag'] ?? known ?? entityTag(text);
    ctx.set('ETag', tag);
    if (isKnown(ctx.get('If-None-Match'), tag)) ctx.status = 304;
  }
  // Koa leaves the body out where the method or the status allows none.
  ctx.body = text;
};

/** Headers of the connection, which is the server's own affair. */
const OF_CONNECTION = new Set(['connection', 'content-length', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade']);

/** Statuses that have no body. */
const EMPTY: readonly number[] = [204, 205, 304];

/** Throws an Error, which is a bug of the handler, for what an envelope would hide or Node would send although it is no answer. */
const check = ({ status, headers, body }: Answer): void => {
  if (!Number.isInteger(status) || status < 200 || status > 599)
    throw new Error(`the status of an answer is from 200 to 599, not ${status}`);
  const name = Object.keys(headers).find((one) => OF_CONNECTION.has(one.toLowerCase()));
  if (name !== undefined) throw new Error(`the header ${name} is the server's own and cannot be answered`);
  const isNone = body === undefined ? !EMPTY.includes(status) : typeof body === 'number' && !Number.isFinite(body);
  if (isNone || typeof body === 'function' || typeof body === 'symbol') throw new Error(`${String(body)} cannot be written as JSON`);
};
