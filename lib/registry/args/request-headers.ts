import { createHash } from 'node:crypto';
import type { RequestHeaders, SentParams } from '../route';
import type { ArgRequest, Args, RequestHeaderArgs } from './arg';
import { identity } from './judge';
import { compileArgs } from './validator';

/** Compiles declared request headers. The function throws `rest_missing_callback_param` or `rest_invalid_param`, as for args. */
export const compileHeaders = (
  declared: RequestHeaderArgs,
): ((headers: RequestHeaders, request: Omit<ArgRequest, 'params'>) => Promise<void>) => {
  const validate = compileArgs(declared);
  const names = Object.keys(declared).map((name) => [name, name.toLowerCase()] as const);
  return async (headers, request) => {
    const sent = names.flatMap(([name, lower]) => (headers[lower] === undefined ? [] : [[name, headers[lower]] as const]));
    await validate({ query: {}, body: Object.fromEntries(sent) }, request);
  };
};

/** A digest of the values sent for args, whatever their order and whether body or query had them. */
export const digestOf = (args: Args, { query, body }: SentParams): string => {
  const sent = Object.entries({ ...query, ...body }).filter(([name]) => Object.hasOwn(args, name));
  return createHash('sha256')
    .update(identity(Object.fromEntries(sent)))
    .digest('base64url');
};
