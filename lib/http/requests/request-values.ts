import type { Context } from 'koa';
import { isServed, type Language, type Served } from '../../language';
import { type Args, META_PARAMS, type MetaParams, type Method } from '../../registry';
import type { Form } from '../bodies/form';
import type { RequestContext } from './request-context';

const METHODS: readonly string[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] satisfies Method[];
const isMethod = (name: string): name is Method => METHODS.includes(name);

/**
 * What a request asks for: HEAD is a GET; `_method` in the query, else `X-HTTP-Method-Override`, replaces a POST and
 * nothing else. Undefined: nothing that any route could answer.
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

/**
 * The path that a request asks for, below the language root. On the root itself it is what `rest_route` names, as clients of sites with plain
 * permalinks send it (`/en/?rest_route=/cal/events/v1/events`); on every other address the path alone decides.
 * An empty `rest_route` names nothing. Undefined: what it names begins with no slash, and is no path.
 */
export const requestPath = (path: string, restRoute: unknown): string | undefined => {
  if (!isRoot(path) || restRoute === undefined || restRoute === '') return path;
  return typeof restRoute === 'string' && restRoute.startsWith('/') ? restRoute : undefined;
};

/** Tells whether a path is the language root, with its slash or without. */
export const isRoot = (path: string | undefined): boolean => path === '' || path === '/';

/** The effective language: `ml_language` of the body, else of the query, else the address'; one that is not served counts as not sent. */
export const effectiveLanguage = (body: Form, query: Form, prefix: Language, served: Served): Language =>
  [body.values['ml_language'], query.values['ml_language']].find((said): said is Language => isServed(said, served)) ?? prefix;

/** The parameters that shape any answer, as they were sent, so that the links of lists can carry them. */
export const metaOf = ({ query, fields }: Pick<RequestContext, 'query' | 'fields'>): MetaParams => {
  const sent: Readonly<Record<string, unknown>> = { ...query.values, _fields: fields };
  return Object.fromEntries(META_PARAMS.filter((name) => sent[name] !== undefined).map((name) => [name, sent[name]]));
};

/** What a form says to an endpoint: a plain name that came several times is a list where the arg is one, else the last counts. */
export const valuesFor = (args: Args, { values, repeated }: Form): Readonly<Record<string, unknown>> => {
  const lists = [...repeated].filter(([name]) => Object.hasOwn(args, name) && [args[name]?.type].flat().includes('array'));
  return lists.length === 0 ? values : Object.assign(Object.create(null), values, Object.fromEntries(lists));
};
