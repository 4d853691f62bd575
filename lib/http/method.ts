import type { Context } from 'koa';
import type { Method } from '../registry/args';

const METHODS: readonly string[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] satisfies Method[];
const isMethod = (name: string): name is Method => METHODS.includes(name);

/**
 * What a request asks for: HEAD is a GET; `_method` in the query, else `X-HTTP-Method-Override`, replaces a POST and nothing else
 *. Undefined: nothing that any route could answer.
 */
export const methodOf = (ctx: Context, override: unknown): Method | 'OPTIONS' | undefined => {
  const header = ctx.get('X-HTTP-Method-Override');
  const replaced = ctx.method === 'POST' ? (override ?? (header === '' ? undefined : header)) : undefined;
  // A method itself is spelt in capitals, or is another one, whose body nobody has read.
  const name = replaced === undefined ? ctx.method : typeof replaced === 'string' ? replaced.toUpperCase() : '';
  if (name === 'OPTIONS') return name;
  if (name === 'HEAD') return 'GET';
  return isMethod(name) ? name : undefined;
};
