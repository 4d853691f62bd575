import { inspect } from 'node:util';
import { waitAtMost } from '../deadline';
import type { Arg, Args } from './args/arg';

/** A function of a declaration, for the log: its keyword, its plugin, and what it is declared for. */
export interface Hook {
  readonly hook: string;
  readonly plugin?: string | undefined;
  /** The singular and plural names of the content type that declares the hook, if any. */
  readonly kind?: string;
  readonly plural?: string;
  readonly field?: string;
  readonly arg?: string;
}

/** Describes a hook in the log: `"write" of the field "doors" of events (plugin evenings)`. */
export const hookText = ({ hook, plugin, plural, field, arg }: Hook): string => {
  const named = [field !== undefined && `the field "${field}"`, arg !== undefined && `the arg "${arg}"`, plural].filter(Boolean);
  return [`"${hook}"`, ...named].join(' of ').concat(plugin === undefined ? '' : ` (plugin ${plugin})`);
};

/** The hooks that threw errors. A note beside the error, since drivers and clients rely on the thrown object itself. */
const throwers = new WeakMap<object, Hook>();

/**
 * Notes the hook that has thrown. An earlier note stays, since it is nearer to the cause.
 * Answers the value to throw: an Error in place of a value that cannot have a note.
 */
export const thrownBy = (hook: Hook, thrown: unknown): unknown => {
  const isObject = (typeof thrown === 'object' && thrown !== null) || typeof thrown === 'function';
  const error: object = isObject ? thrown : new Error(`what was thrown is no Error, but ${inspect(thrown)}`);
  if (!throwers.has(error)) throwers.set(error, hook);
  return error;
};

/** Answers the hook that has thrown, once, since another hook may throw the same Error again. */
export const takeHook = (thrown: unknown): Hook | undefined => {
  const hook = throwers.get(thrown as object);
  throwers.delete(thrown as object);
  return hook;
};

const PROTOTYPES = { 'Object.prototype': Object.prototype, 'Array.prototype': Array.prototype };

let removed: { readonly names: readonly string[]; readonly by: object }[] = [];

/**
 * Removes members that were added to the prototypes of objects and lists. Each object would seem to have them.
 * Members that loops do not see stay, as libraries extend prototypes in this way.
 */
export const removeInherited = (by: object = {}): void => {
  const names = Object.entries(PROTOTYPES).flatMap(([owner, prototype]) =>
    Object.keys(prototype).flatMap((name) => (Reflect.deleteProperty(prototype, name) ? [`${owner}.${name}`] : [])),
  );
  if (names.length > 0) removed.push({ names, by });
};

/** Logs the members that were removed since the last call, with the functions that had added them, if known. */
export const reportRemoved = (log: { warn(fields: object, message: string): void }): void => {
  if (removed.length === 0) return;
  const all = removed;
  removed = [];
  for (const { names, by } of all)
    log.warn(
      { names, ...by },
      `a plugin added ${names.join(', ')}, which every object would inherit: that was removed. Define it on objects of your own.`,
    );
};

/** Wraps a plugin's function: notes its errors, and removes members that it adds to the prototype of all objects. */
export const hooked = <Given extends unknown[], Answer>(hook: Hook, run: (...given: Given) => Answer): ((...given: Given) => Answer) => {
  return function (this: unknown, ...given: Given): Answer {
    try {
      const answer = run.apply(this, given);
      removeInherited(hook);
      if (!(answer instanceof Promise)) return answer;
      return answer
        .catch((thrown: unknown) => {
          throw thrownBy(hook, thrown);
        })
        .finally(() => removeInherited(hook)) as Answer;
    } catch (thrown) {
      removeInherited(hook);
      throw thrownBy(hook, thrown);
    }
  };
};

/** The maximum time that a request waits for a function of a plugin, in ms. */
export const HANGING_MILLISECONDS = 5000;

/** Wraps a plugin's function. If it does not answer in time, `late` throws the failure of the request. */
export const watched =
  <Given extends unknown[], Answer>(hook: Hook, run: (...given: Given) => Answer, late: (hook: Hook) => never) =>
  (...given: Given): Answer => {
    const answer = run(...given);
    return answer instanceof Promise ? (waitAtMost(HANGING_MILLISECONDS, answer, { late: () => late(hook) }) as Answer) : answer;
  };

/** Labels the errors that an arg's functions throw. `late` throws the error for a function that does not answer in time. */
export const hookedArg = <A extends Arg>(arg: A, of: Omit<Hook, 'hook'>, late?: (hook: Hook) => never): A => {
  const { validate, sanitize, default: value } = arg;
  const wrapped = <Given extends unknown[], Answer>(name: string, run: (...given: Given) => Answer) => {
    const hook = { hook: name, ...of };
    return hooked(hook, late === undefined ? run : watched(hook, run, late));
  };
  return {
    ...arg,
    ...(validate && { validate: wrapped('validate', validate) }),
    ...(sanitize && { sanitize: wrapped('sanitize', sanitize) }),
    ...(typeof value === 'function' && { default: wrapped('default', value as () => unknown) }),
  };
};

const failHanging = (): never => {
  throw new Error(`it did not answer within ${HANGING_MILLISECONDS / 1000} s`);
};

/** Labels the errors that the functions of args throw. With `bounded`, a function that does not answer in time fails. */
export const hookedArgs = (args: Args, plugin: string | undefined, { bounded }: { readonly bounded: boolean }): Args =>
  Object.fromEntries(
    Object.entries(args).map(([name, arg]) => [name, hookedArg(arg, { plugin, arg: name }, bounded ? failHanging : undefined)]),
  );
