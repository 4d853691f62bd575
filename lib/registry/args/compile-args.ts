import { ApiError, errors } from '../../errors';
import type { CompiledArgs, SentParams } from '../route';
import type { Arg, ArgRequest, Args, ReadValue } from './arg';
import { bestType } from './coerce';
import { compileBound } from './list-bounds';
import { compileSchema, type SchemaValidator } from './schema-validator';

class Read<V> implements ReadValue<V> {
  constructor(readonly value: V) {}
}

/** Makes the result of a `validate` that has converted the argument to `value`. */
export const readAs = <V>(value: V): ReadValue<V> => new Read(value);

interface CompiledArg {
  readonly name: string;
  readonly arg: Arg;
  readonly isPath: boolean;
  readonly check: SchemaValidator;
  readonly bound: ReturnType<typeof compileBound>;
}

type Values = Record<string, unknown>;

/** Compiles the coercion of path variables by their schemas, without `validate` and `sanitize`. */
export const compilePathCoercion = (
  names: readonly string[],
  args: Args,
): ((decoded: Readonly<Record<string, string>>) => Values | undefined) => {
  const checks = names.flatMap((name) => (args[name] === undefined ? [] : [[name, compileSchema(args[name])] as const]));
  return (decoded) => {
    const entries = checks.map(([name, check]) => [name, check(decoded[name], name)] as const);
    return entries.some(([, value]) => value instanceof ApiError) ? undefined : Object.fromEntries(entries);
  };
};

/**
 * Compiles the arguments of an endpoint. Checks in this order: required, list bounds, `validate`, schema, `sanitize`.
 * Endpoints that update (`editable`) have no defaults, and the handler gets null for an optional argument. `withheld`
 * arguments are validated, but not in the result.
 */
export const compileArgs = (
  args: Args,
  {
    editable = false,
    pathNames = [],
    withheld = [],
  }: { editable?: boolean; pathNames?: readonly string[]; withheld?: readonly string[] } = {},
): CompiledArgs => {
  const all = Object.entries(args).map(
    ([name, arg]): CompiledArg => ({ name, arg, isPath: pathNames.includes(name), check: compileSchema(arg), bound: compileBound(arg) }),
  );
  const needed = all.filter(({ arg, isPath }) => !isPath && isNeeded(arg, { editable }));
  const defaulted = editable ? [] : all.filter(({ arg, isPath }) => !isPath && Object.hasOwn(arg, 'default'));
  return async (sent, context) => {
    const params = collect(all, sent, { editable });
    const request: ArgRequest = { ...context, params };
    assertComplete(needed, params);
    const given = all.filter(({ name }) => name in params);
    const cleared = given.filter(({ name, arg }) => editable && params[name] === null && arg.required !== true);
    const checked = given.filter((one) => !cleared.includes(one));

    await forEachArg(checked, ({ name, bound }) => bound(params[name], name));
    const verdicts = await forEachArg(checked, (one) => validate(one, params[one.name], request));
    const coerced = await forEachArg(checked, (one) => coerceBySchema(one, params[one.name]));
    const values = await forEachArg(checked, (one) => {
      const verdict = verdicts[one.name];
      return verdict instanceof Read ? verdict.value : sanitized(one, coerced[one.name], request);
    });

    for (const { name } of cleared) values[name] = null;
    for (const one of defaulted) {
      // As in WordPress, a null that the type allows gives the default.
      const isGiven = one.name in params && (values[one.name] ?? null) !== null;
      if (!isGiven && !isSupplied(one.arg, params)) values[one.name] = await defaultOf(one, request);
    }
    for (const name of withheld) delete values[name];
    return values;
  };
};

/** True if a request must contain an argument. Where defaults apply, an argument with a default is never missing. */
export const isNeeded = ({ required, default: given }: Arg, { editable }: { readonly editable: boolean }): boolean =>
  required === true && (editable || (given ?? null) === null);

/** Collects the sent values of arguments. The body precedes the query. Only the body of an update may contain a path variable. */
const collect = (all: readonly CompiledArg[], { query, body }: SentParams, { editable }: { readonly editable: boolean }): Values => {
  const sent: Values = Object.create(null);
  for (const { name, isPath } of all) {
    const sources = isPath ? (editable && name !== 'id' ? [body] : []) : [body, query];
    const source = sources.find((from) => Object.hasOwn(from, name) && from[name] !== undefined);
    if (source !== undefined) sent[name] = source[name];
  }
  return sent;
};

const EMPTY: readonly unknown[] = [undefined, null, 0, '0', ''];

/** True for a sent value that replaces another argument (`suppliedBy`), which is neither empty nor 0. */
const isSupplying = (value: unknown): boolean => !EMPTY.includes(value);

const isSupplied = ({ suppliedBy }: Arg, params: Values): boolean => suppliedBy !== undefined && isSupplying(params[suppliedBy.arg]);

const assertComplete = (needed: readonly CompiledArg[], params: Values): void => {
  const missing = needed.filter(({ name, arg }) => (params[name] ?? null) === null && !isSupplied(arg, params)).map(({ name }) => name);
  if (missing.length === 0) return;
  const sent = Object.keys(params).filter((name) => isSupplying(params[name]));
  throw errors.missingParams(missing, sent);
};

/** Runs a step for each argument. Returns results by name. Throws one error with the reasons of all arguments. */
const forEachArg = async (all: readonly CompiledArg[], step: (one: CompiledArg) => unknown): Promise<Values> => {
  const outcomes = all.map(async (one): Promise<readonly [name: string, result: unknown]> => {
    try {
      return [one.name, await step(one)];
    } catch (error) {
      // If a plugin's function takes too long, the sent value is not to blame.
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
      // An error of `invalidParam` contains the reason for this parameter.
      return [one.name, error.reasons[one.name] ?? error];
    }
  });
  const results = await Promise.all(outcomes);
  const refused = results.flatMap(([name, result]) => (result instanceof ApiError ? [[name, result] as const] : []));
  if (refused.length > 0) throw errors.invalidParams(Object.fromEntries(refused));
  return Object.fromEntries(results);
};

/** Calls `validate` of an argument. As in WordPress, false refuses, and any other result than an ApiError accepts. */
const validate = async ({ arg, name }: CompiledArg, value: unknown, request: ArgRequest): Promise<unknown> => {
  const verdict: unknown = value === null ? undefined : await arg.validate?.(value, request, name);
  return verdict === false ? errors.notAllowed(name) : verdict;
};

/** Validates and coerces the value of an argument by the schema, unless the argument has `validate`. */
const coerceBySchema = ({ arg, name, check }: CompiledArg, value: unknown): unknown => {
  if (arg.validate === undefined) return check(value, name);
  // As in WordPress, `sanitize` decides on null if the argument also has `validate`.
  if (value !== null || arg.sanitize !== undefined || arg.type === undefined) return value;
  const types = [arg.type].flat();
  return bestType(null, types) === undefined ? errors.invalidType(name, types) : null;
};

/** Returns the value of an argument for the handler: the result of `sanitize`, else the coerced value. */
const sanitized = async ({ arg, check, name }: CompiledArg, value: unknown, request: ArgRequest): Promise<unknown> => {
  if (arg.sanitize !== undefined) return arg.sanitize(value, request, name);
  if (arg.validate === undefined) return value;
  const coerced = check(value, name);
  return coerced instanceof ApiError ? value : coerced;
};

const defaultOf = async (one: CompiledArg, request: ArgRequest): Promise<unknown> => {
  const { name, arg, check } = one;
  const value: unknown = typeof arg.default === 'function' ? await arg.default(request) : arg.default;
  if (value === null) return null;
  const typed = arg.validate === undefined ? check(value, name) : value;
  return sanitized(one, typed instanceof ApiError ? value : typed, request);
};
