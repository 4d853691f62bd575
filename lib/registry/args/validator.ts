import { ApiError, errors } from '../../errors';
import type { CompiledArgs, SentParams } from '../route';
import type { Arg, ArgRequest, Args } from './arg';
import { bestType } from './coerce';
import { compileBound } from './list-bounds';
import { isRead } from './read-value';
import { compileSchema, type SchemaValidator } from './schema-validator';

/** Values with which an arg does not replace another (`suppliedBy`). */
const UNSAID: readonly unknown[] = [null, 0, '0', ''];

interface CompiledArg {
  readonly name: string;
  readonly arg: Arg;
  readonly isPath: boolean;
  readonly check: SchemaValidator;
  readonly bound: ReturnType<typeof compileBound>;
}

type Reasons = Record<string, ApiError>;

/** Waits for a result, and notes a refusal as the parameter's reason. So one answer reports the refusals of all parameters. */
const noting = async (reasons: Reasons, name: string, answer: () => unknown): Promise<unknown> => {
  try {
    const value = await answer();
    if (value instanceof ApiError) reasons[name] = value;
    return value;
  } catch (error) {
    // If a function of a plugin does not answer, the sent value is not to blame.
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    // The reason of `invalidParam` for this parameter.
    reasons[name] = error.reasons[name] ?? error;
    return undefined;
  }
};

/** The result of `validate`. As in the CMS, false refuses, and any other value that is no refusal accepts. */
const verdictOf = async (arg: Arg, value: unknown, name: string, request: ArgRequest): Promise<unknown> => {
  const verdict: unknown = await arg.validate?.(value, request, name);
  return verdict === false ? errors.notAllowed(name) : verdict;
};

const refuse = (reasons: Reasons, compiled: readonly CompiledArg[]): void => {
  const refused = compiled.flatMap(({ name }) => (reasons[name] === undefined ? [] : [[name, reasons[name]] as const]));
  if (refused.length > 0) throw errors.invalidParams(Object.fromEntries(refused));
};

/** Judges a sent null by the declared type. As in the CMS, a `sanitize` beside `validate` takes over this decision. */
const judgeNull = (arg: Arg, name: string): unknown => {
  if (arg.validate !== undefined && arg.sanitize !== undefined) return null;
  const types = arg.type === undefined ? undefined : [arg.type].flat();
  return types === undefined || bestType(null, types) !== undefined ? null : errors.invalidType(name, types);
};

/**
 * The values that were sent for the args. The body wins over the query. Only the body of an update may send a path variable, to rename.
 */
const collect = (compiled: readonly CompiledArg[], { query, body }: SentParams, editable: boolean): Record<string, unknown> => {
  const sent: Record<string, unknown> = Object.create(null);
  for (const { name, isPath } of compiled) {
    const sources = isPath ? (editable && name !== 'id' ? [body] : []) : [body, query];
    const source = sources.find((from) => Object.hasOwn(from, name) && from[name] !== undefined);
    if (source !== undefined) sent[name] = source[name];
  }
  return sent;
};

/** Compiles the reading of a path's variables by the schemas of their args. `validate` and `sanitize` do not apply. */
export const compileAddress = (
  names: readonly string[],
  args: Args,
): ((captured: Readonly<Record<string, string>>) => Record<string, unknown> | undefined) => {
  const checks = names.flatMap((name) => (args[name] === undefined ? [] : [[name, compileSchema(args[name])] as const]));
  return (captured) => {
    const entries = checks.map(([name, check]) => [name, check(captured[name], name)] as const);
    return entries.some(([, value]) => value instanceof ApiError) ? undefined : Object.fromEntries(entries);
  };
};

/**
 * Compiles the arguments of an endpoint. The order of the checks is the CMS': required args, list bounds, `validate`, schema,
 * `sanitize`.
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
  const compiled = Object.entries(args).map(
    ([name, arg]): CompiledArg => ({
      name,
      arg,
      isPath: pathNames.includes(name),
      check: compileSchema(arg),
      bound: compileBound(arg),
    }),
  );
  // If defaults apply, an arg with a default is never missing.
  const needed = compiled.filter(({ arg, isPath }) => arg.required === true && !isPath && (editable || (arg.default ?? null) === null));
  const defaulted = editable ? [] : compiled.filter(({ arg, isPath }) => !isPath && Object.hasOwn(arg, 'default'));

  const finish = async ({ arg, check, name }: CompiledArg, value: unknown, request: ArgRequest): Promise<unknown> => {
    if (arg.sanitize !== undefined) return arg.sanitize(value, request, name);
    if (arg.validate === undefined) return value;
    const coerced = check(value, name);
    return coerced instanceof ApiError ? value : coerced;
  };

  return async (sent, asked) => {
    const params = collect(compiled, sent, editable);
    const request: ArgRequest = { ...asked, params };
    const isSaid = (name: string) => !UNSAID.includes(params[name] ?? null);
    const isSupplied = ({ suppliedBy }: Arg) => suppliedBy !== undefined && isSaid(suppliedBy.arg);
    const missing = needed.filter(({ name, arg }) => (params[name] ?? null) === null && !isSupplied(arg));
    if (missing.length > 0) {
      const names = missing.map(({ name }) => name);
      throw errors.missingParams(names, Object.keys(params).filter(isSaid));
    }

    const given = compiled.filter(({ name }) => name in params);
    const cleared = given.filter(({ name, arg }) => editable && params[name] === null && arg.required !== true);
    const judged = given.filter((one) => !cleared.includes(one));
    const reasons: Reasons = Object.create(null);
    for (const { name, bound } of judged) {
      const refused = bound(params[name], name);
      if (refused !== undefined) reasons[name] = refused;
    }
    refuse(reasons, compiled);

    const read = new Map<string, unknown>();
    await Promise.all(
      judged.map(async ({ name, arg }) => {
        if (arg.validate === undefined || params[name] === null) return;
        const verdict = await noting(reasons, name, () => verdictOf(arg, params[name], name, request));
        if (isRead(verdict)) read.set(name, verdict.value);
      }),
    );
    refuse(reasons, compiled);

    const settled: Record<string, unknown> = Object.create(null);
    for (const { name, arg, check } of judged) {
      const value = params[name];
      settled[name] = arg.validate === undefined ? check(value, name) : value === null ? judgeNull(arg, name) : value;
      if (settled[name] instanceof ApiError) reasons[name] = settled[name];
    }
    refuse(reasons, compiled);

    const finished: Record<string, unknown> = {};
    await Promise.all(
      judged.map(async (one) => {
        const { name } = one;
        finished[name] = read.has(name) ? read.get(name) : await noting(reasons, name, () => finish(one, settled[name], request));
      }),
    );
    refuse(reasons, compiled);
    for (const { name } of cleared) finished[name] = null;
    for (const one of defaulted) {
      // A null that the type allows means “not given” here, as in the CMS.
      if (one.name in params && (finished[one.name] ?? null) !== null) continue;
      if (isSupplied(one.arg)) continue;
      const value = typeof one.arg.default === 'function' ? await one.arg.default(request) : one.arg.default;
      const typed = value === null || one.arg.validate !== undefined ? value : one.check(value, one.name);
      finished[one.name] = value === null ? null : await finish(one, typed instanceof ApiError ? value : typed, request);
    }
    for (const name of withheld) delete finished[name];
    return finished;
  };
};
