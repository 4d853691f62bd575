import { ApiError, errors } from '../../errors';
import type { CompiledArgs, SentParams } from '../route';
import type { Arg, ArgRequest, Args, ReadValue } from './arg';
import { bestType } from './coerce';
import { compileBound } from './list-bounds';
import { compileSchema, type SchemaValidator } from './schema-validator';

class Read<V> implements ReadValue<V> {
  constructor(readonly value: V) {}
}

/** Accepts a value as the result of reading it, so that nothing reads it again. */
export const readAs = <V>(value: V): ReadValue<V> => new Read(value);

interface CompiledArg {
  readonly name: string;
  readonly arg: Arg;
  readonly isPath: boolean;
  readonly check: SchemaValidator;
  readonly bound: ReturnType<typeof compileBound>;
}

type Values = Record<string, unknown>;

/** Compiles the reading of a path's variables by the schemas of their args. `validate` and `sanitize` do not apply. */
export const compileAddress = (
  names: readonly string[],
  args: Args,
): ((captured: Readonly<Record<string, string>>) => Values | undefined) => {
  const checks = names.flatMap((name) => (args[name] === undefined ? [] : [[name, compileSchema(args[name])] as const]));
  return (captured) => {
    const entries = checks.map(([name, check]) => [name, check(captured[name], name)] as const);
    return entries.some(([, value]) => value instanceof ApiError) ? undefined : Object.fromEntries(entries);
  };
};

/**
 * Compiles the arguments of an endpoint. The order of the checks is the CMS': required args, list bounds, `validate`, schema, `sanitize`.
 * For endpoints that update (`editable`), there are no defaults, and a null for an optional argument reaches the handler. `withheld`
 * arguments are validated but not passed on.
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
  // If defaults apply, an arg with a default is never missing.
  const needed = all.filter(({ arg, isPath }) => arg.required === true && !isPath && (editable || (arg.default ?? null) === null));
  const defaulted = editable ? [] : all.filter(({ arg, isPath }) => !isPath && Object.hasOwn(arg, 'default'));
  return async (sent, context) => {
    const params = collect(all, sent, { editable });
    const request: ArgRequest = { ...context, params };
    assertComplete(needed, params);
    const given = all.filter(({ name }) => name in params);
    const cleared = given.filter(({ name, arg }) => editable && params[name] === null && arg.required !== true);
    const judged = given.filter((one) => !cleared.includes(one));

    await forEachArg(judged, ({ name, bound }) => bound(params[name], name));
    const verdicts = await forEachArg(judged, (one) => validate(one, params[one.name], request));
    const settled = await forEachArg(judged, (one) => judge(one, params[one.name]));
    const values = await forEachArg(judged, (one) => {
      const verdict = verdicts[one.name];
      return verdict instanceof Read ? verdict.value : finish(one, settled[one.name], request);
    });

    for (const { name } of cleared) values[name] = null;
    for (const one of defaulted) {
      // A null that the type allows means “not given” here, as in the CMS.
      const isGiven = one.name in params && (values[one.name] ?? null) !== null;
      if (!isGiven && !isSupplied(one.arg, params)) values[one.name] = await defaultOf(one, request);
    }
    for (const name of withheld) delete values[name];
    return values;
  };
};

/** The values that were sent for the args. The body wins over the query. Only the body of an update may send a path variable, to rename. */
const collect = (all: readonly CompiledArg[], { query, body }: SentParams, { editable }: { readonly editable: boolean }): Values => {
  const sent: Values = Object.create(null);
  for (const { name, isPath } of all) {
    const sources = isPath ? (editable && name !== 'id' ? [body] : []) : [body, query];
    const source = sources.find((from) => Object.hasOwn(from, name) && from[name] !== undefined);
    if (source !== undefined) sent[name] = source[name];
  }
  return sent;
};

/** True for a sent value that replaces another arg (`suppliedBy`). */
const isSupplying = (value: unknown): boolean => ![undefined, null, 0, '0', ''].some((empty) => value === empty);

const isSupplied = ({ suppliedBy }: Arg, params: Values): boolean => suppliedBy !== undefined && isSupplying(params[suppliedBy.arg]);

/** Throws `rest_missing_callback_param` if a required argument is missing. */
const assertComplete = (needed: readonly CompiledArg[], params: Values): void => {
  const missing = needed.filter(({ name, arg }) => (params[name] ?? null) === null && !isSupplied(arg, params)).map(({ name }) => name);
  if (missing.length === 0) return;
  const sent = Object.keys(params).filter((name) => isSupplying(params[name]));
  throw errors.missingParams(missing, sent);
};

/** Does a step for each arg, and answers the results by name. Throws one refusal with the reasons of all args. */
const forEachArg = async (all: readonly CompiledArg[], step: (one: CompiledArg) => unknown): Promise<Values> => {
  const results: Values = {};
  const reasons = new Map<string, ApiError>();
  await Promise.all(
    all.map(async (one) => {
      try {
        const result = await step(one);
        if (result instanceof ApiError) reasons.set(one.name, result);
        else results[one.name] = result;
      } catch (error) {
        // If a function of a plugin does not answer, the sent value is not to blame.
        if (!(error instanceof ApiError) || error.status >= 500) throw error;
        // The reason of `invalidParam` for this parameter.
        reasons.set(one.name, error.reasons[one.name] ?? error);
      }
    }),
  );
  if (reasons.size === 0) return results;
  const refused = all.flatMap(({ name }) => {
    const reason = reasons.get(name);
    return reason === undefined ? [] : [[name, reason] as const];
  });
  throw errors.invalidParams(Object.fromEntries(refused));
};

/** The result of `validate`. As in the CMS, false refuses, and any other value that is no refusal accepts. */
const validate = async ({ arg, name }: CompiledArg, value: unknown, request: ArgRequest): Promise<unknown> => {
  const verdict: unknown = value === null ? undefined : await arg.validate?.(value, request, name);
  return verdict === false ? errors.notAllowed(name) : verdict;
};

/** Judges and coerces a value by its schema. A `validate` replaces the schema. */
const judge = ({ arg, name, check }: CompiledArg, value: unknown): unknown => {
  if (arg.validate === undefined) return check(value, name);
  // As in the CMS, a `sanitize` beside `validate` decides on null.
  if (value !== null || arg.sanitize !== undefined || arg.type === undefined) return value;
  const types = [arg.type].flat();
  return bestType(null, types) === undefined ? errors.invalidType(name, types) : null;
};

/** The value of an argument for the handler: the result of `sanitize`, else the coerced value. */
const finish = async ({ arg, check, name }: CompiledArg, value: unknown, request: ArgRequest): Promise<unknown> => {
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
  return finish(one, typed instanceof ApiError ? value : typed, request);
};
