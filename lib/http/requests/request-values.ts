import type { Context } from 'koa';
import { isServed, type Language, type Served } from '../../language';
import { type Args, META_PARAMS, type MetaParams, type Method } from '../../registry';
import type { Form } from '../bodies/form';
import type { RequestContext } from './request-context';

const METHODS: readonly string[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] satisfies Method[];
const isMethod = (name: string): name is Method => METHODS.includes(name);

/**
 * The method that a request means. HEAD is a GET. `_method` in the query, else `X-HTTP-Method-Override`, replaces a POST.
 * Undefined for a method that no route can have.
 */
export const methodOf = (ctx: Context, override: unknown): Method | 'OPTIONS' | undefined => {
  const header = ctx.get('X-HTTP-Method-Override');
  const replaced = ctx.method === 'POST' ? (override ?? (header === '' ? undefined : header)) : undefined;
  // A sent method is case-sensitive; in lower case it is another method, whose body was not read.
  const name = replaced === undefined ? ctx.method : typeof replaced === 'string' ? replaced.toUpperCase() : '';
  if (name === 'OPTIONS') return name;
  if (name === 'HEAD') return 'GET';
  return isMethod(name) ? name : undefined;
};

/**
 * The path of the requested resource, below the language root.
 * On the root itself it is the value of `rest_route`, as clients of sites with plain permalinks send it
 * (`/en/?rest_route=/cal/events/v1/events`). An empty `rest_route` counts as none. Undefined for a `rest_route` without a first slash.
 */
export const requestPath = (path: string, restRoute: unknown): string | undefined => {
  if (!isRoot(path) || restRoute === undefined || restRoute === '') return path;
  return typeof restRoute === 'string' && restRoute.startsWith('/') ? restRoute : undefined;
};

/** True if a path is the language root, with or without its slash. */
export const isRoot = (path: string | undefined): boolean => path === '' || path === '/';

/** The effective language: `ml_language` of the body, else of the query, else the address'. Values that are not served are ignored. */
export const effectiveLanguage = (body: Form | undefined, query: Form, prefix: Language, served: Served): Language =>
  [body?.values['ml_language'], query.values['ml_language']].find((one): one is Language => isServed(one, served)) ?? prefix;

/** The sent meta parameters, so that the links of lists can repeat them. */
export const metaOf = ({ query, fields }: Pick<RequestContext, 'query' | 'fields'>): MetaParams => {
  const sent: Readonly<Record<string, unknown>> = { ...query.values, _fields: fields };
  return Object.fromEntries(META_PARAMS.filter((name) => sent[name] !== undefined).map((name) => [name, sent[name]]));
};

/** The values of a form for an endpoint. A repeated plain name is a list if the arg is one; otherwise its last value counts. */
export const valuesFor = (args: Args, { values, repeated }: Form): Readonly<Record<string, unknown>> => {
  const lists = [...repeated].filter(([name]) => Object.hasOwn(args, name) && [args[name]?.type].flat().includes('array'));
  return lists.length === 0 ? values : Object.assign(Object.create(null), values, Object.fromEntries(lists));
};
