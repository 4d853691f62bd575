import { ApiError, errors } from '../../errors';
import type { CompiledArgs, SentParams } from '../route';
import type { Arg, ArgRequest, Args } from './arg';
import { bestType } from './coerce';
import { compileBound } from './list-bounds';
import { isRead } from './read-value';
import { compileSchema, type SchemaValidator } from './schema-validator';

/** With these an arg supplies no other. */
const UNSAID: readonly unknown[] = [null, 0, '0', ''];

interface CompiledArg {
  readonly name: string;
  readonly arg: Arg;
  readonly isPath: boolean;
  readonly check: SchemaValidator;
  readonly bound: ReturnType<typeof compileBound>;
}

type Reasons = Record<string, ApiError>;

/** Waits for an answer; a refusal is noted as the parameter's reason, so that all of them are told at once. */
const noting = async (reasons: Reasons, name: string, answer: () => unknown): Promise<unknown> => {
  try {
    const value = await answer();
    if (value instanceof ApiError) reasons[name] = value;
    return value;
  } catch (error) {
    // A function of a plugin that does not answer is no fault of what was sent.
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    // Of `invalidParam` it is what is said of this parameter.
    reasons[name] = error.reasons[name] ?? error;
    return undefined;
  }
};

/** What `validate` says: as in the CMS, false refuses, and what is neither false nor a refusal lets the value pass. */
const verdictOf = async (arg: Arg, value: unknown, name: string, request: ArgRequest): Promise<unknown> => {
  const verdict: unknown = await arg.validate?.(value, request, name);
  return verdict === false ? errors.notAllowed(name) : verdict;
};

const refuse = (reasons: Reasons, compiled: readonly CompiledArg[]): void => {
  const refused = compiled.flatMap(({ name }) => (reasons[name] === undefined ? [] : [[name, reasons[name]] as const]));
  if (refused.length > 0) throw errors.invalidParams(Object.fromEntries(refused));
};

/** A null that is sent is judged by the declared type, as the CMS does only where no `sanitize` takes that over. */
const judgeNull = (arg: Arg, name: string): unknown => {
  if (arg.validate !== undefined && arg.sanitize !== undefined) return null;
  const types = arg.type === undefined ? undefined : [arg.type].flat();
  return types === undefined || bestType(null, types) !== undefined ? null : errors.invalidType(name, types);
};

/** What was sent for the declared arguments: body over query; a path's variable only by the body, and only where that may rename. */
const collect = (compiled: readonly CompiledArg[], { query, body }: SentParams, editable: boolean): Record<string, unknown> => {
  const sent: Record<string, unknown> = Object.create(null);
  for (const { name, isPath } of compiled) {
    const sources = isPath ? (editable && name !== 'id' ? [body] : []) : [body, query];
    const source = sources.find((from) => Object.hasOwn(from, name) && from[name] !== undefined);
    if (source !== undefined) sent[name] = source[name];
  }
  return sent;
};

/** Compiles what reads the variables of a path: by the schemas of their args, which `validate` and `sanitize` have no part in. */
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
 * Compiles the arguments of an endpoint. On endpoints that update (`editable`) defaults are not applied and a null for an optional argument
 * reaches the handler as it is; `withheld` arguments are validated and not handed on. The order of the checks is the CMS': what is missing, then how long lists are, `validate`, the schema, `sanitize`.
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
  // What has a default is never missing, where defaults are applied.
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
