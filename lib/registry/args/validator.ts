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

/** The compiled arguments of an endpoint. */
interface CompiledAll {
  readonly all: readonly CompiledArg[];
  /** Required args. If defaults apply, an arg with a default is never missing. */
  readonly needed: readonly CompiledArg[];
  readonly defaulted: readonly CompiledArg[];
  readonly editable: boolean;
}

/** The reading of one request's arguments. */
interface Reading {
  /** The sent values. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly request: ArgRequest;
  /** Refusals by parameter. */
  readonly reasons: Reasons;
}

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
  const compiled = compileAll(args, pathNames, editable);
  return async (sent, context) => {
    const params = collect(compiled.all, sent, editable);
    const reading: Reading = { params, request: { ...context, params }, reasons: Object.create(null) };
    assertComplete(compiled, params);
    const given = compiled.all.filter(({ name }) => name in params);
    const cleared = given.filter(({ name, arg }) => editable && params[name] === null && arg.required !== true);
    const judged = given.filter((one) => !cleared.includes(one));

    for (const { name, bound } of judged) note(reading.reasons, name, bound(params[name], name));
    refuse(reading.reasons, compiled.all);
    const read = await validateAll(judged, reading);
    refuse(reading.reasons, compiled.all);
    const settled = judgeAll(judged, reading);
    refuse(reading.reasons, compiled.all);
    const finished = await finishAll(judged, reading, settled, read);
    refuse(reading.reasons, compiled.all);

    for (const { name } of cleared) finished[name] = null;
    await applyDefaults(compiled, reading, finished);
    for (const name of withheld) delete finished[name];
    return finished;
  };
};

const compileAll = (args: Args, pathNames: readonly string[], editable: boolean): CompiledAll => {
  const all = Object.entries(args).map(
    ([name, arg]): CompiledArg => ({
      name,
      arg,
      isPath: pathNames.includes(name),
      check: compileSchema(arg),
      bound: compileBound(arg),
    }),
  );
  return {
    all,
    needed: all.filter(({ arg, isPath }) => arg.required === true && !isPath && (editable || (arg.default ?? null) === null)),
    defaulted: editable ? [] : all.filter(({ arg, isPath }) => !isPath && Object.hasOwn(arg, 'default')),
    editable,
  };
};

const note = (reasons: Reasons, name: string, refused: unknown): void => {
  if (refused instanceof ApiError) reasons[name] = refused;
};

/** True for a sent value that replaces another arg. */
const isSaid = (params: Reading['params'], name: string): boolean => !UNSAID.includes(params[name] ?? null);

/** True if another arg was sent that replaces this one (`suppliedBy`). */
const isSupplied = (params: Reading['params'], { suppliedBy }: Arg): boolean => suppliedBy !== undefined && isSaid(params, suppliedBy.arg);

/** Throws `rest_missing_callback_param` if a required argument is missing. */
const assertComplete = ({ needed }: CompiledAll, params: Reading['params']): void => {
  const missing = needed.filter(({ name, arg }) => (params[name] ?? null) === null && !isSupplied(params, arg));
  if (missing.length === 0) return;
  const sent = Object.keys(params).filter((name) => isSaid(params, name));
  throw errors.missingParams(
    missing.map(({ name }) => name),
    sent,
  );
};

/** Calls `validate` of all args, and answers the values that they have read, by name. */
const validateAll = async (judged: readonly CompiledArg[], { params, request, reasons }: Reading): Promise<Map<string, unknown>> => {
  const read = new Map<string, unknown>();
  await Promise.all(
    judged.map(async ({ name, arg }) => {
      if (arg.validate === undefined || params[name] === null) return;
      const verdict = await noting(reasons, name, () => verdictOf(arg, params[name], name, request));
      if (verdict instanceof Read) read.set(name, verdict.value);
    }),
  );
  return read;
};

/** Judges and coerces values by their schemas. A `validate` replaces the schema. */
const judgeAll = (judged: readonly CompiledArg[], { params, reasons }: Reading): Readonly<Record<string, unknown>> => {
  const settled: Record<string, unknown> = Object.create(null);
  for (const { name, arg, check } of judged) {
    const value = params[name];
    settled[name] = arg.validate === undefined ? check(value, name) : value === null ? judgeNull(arg, name) : value;
    note(reasons, name, settled[name]);
  }
  return settled;
};

/** Calls `sanitize` of all args whose values were not read. */
const finishAll = async (
  judged: readonly CompiledArg[],
  { request, reasons }: Reading,
  settled: Readonly<Record<string, unknown>>,
  read: ReadonlyMap<string, unknown>,
): Promise<Record<string, unknown>> => {
  const finished: Record<string, unknown> = {};
  await Promise.all(
    judged.map(async (one) => {
      const { name } = one;
      finished[name] = read.has(name) ? read.get(name) : await noting(reasons, name, () => finish(one, settled[name], request));
    }),
  );
  return finished;
};

/** The value of an argument for the handler: the result of `sanitize`, else the coerced value. */
const finish = async ({ arg, check, name }: CompiledArg, value: unknown, request: ArgRequest): Promise<unknown> => {
  if (arg.sanitize !== undefined) return arg.sanitize(value, request, name);
  if (arg.validate === undefined) return value;
  const coerced = check(value, name);
  return coerced instanceof ApiError ? value : coerced;
};

const applyDefaults = async (
  { defaulted }: CompiledAll,
  { params, request }: Reading,
  finished: Record<string, unknown>,
): Promise<void> => {
  for (const one of defaulted) {
    const { name, arg, check } = one;
    // A null that the type allows means “not given” here, as in the CMS.
    if (name in params && (finished[name] ?? null) !== null) continue;
    if (isSupplied(params, arg)) continue;
    const value = typeof arg.default === 'function' ? await arg.default(request) : arg.default;
    const typed = value === null || arg.validate !== undefined ? value : check(value, name);
    finished[name] = value === null ? null : await finish(one, typed instanceof ApiError ? value : typed, request);
  }
};
