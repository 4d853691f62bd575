import { inspect } from 'node:util';
import { waitAtMost } from '../deadline';
import type { Arg, Args } from './args/arg';

/** The origin of a declared function, for the log: keyword, plugin, and content type, field or argument. */
export interface Hook {
  readonly hook: string;
  readonly plugin?: string | undefined;
  /** The singular name of the content type that declares the function. `plural` is the plural name. */
  readonly kind?: string;
  readonly plural?: string;
  readonly field?: string;
  readonly arg?: string;
}

/** Describes a plugin's function for the log: `"write" of the field "doors" of events (plugin evenings)`. */
export const hookText = ({ hook, plugin, plural, field, arg }: Hook): string => {
  const named = [field !== undefined && `the field "${field}"`, arg !== undefined && `the arg "${arg}"`, plural].filter(Boolean);
  return [`"${hook}"`, ...named].join(' of ').concat(plugin === undefined ? '' : ` (plugin ${plugin})`);
};

/** The plugin functions that threw errors, by error. Drivers rely on unchanged errors. */
const throwers = new WeakMap<object, Hook>();

/** Records the plugin function that threw an error, unless an inner one is recorded. Returns an Error in place of a thrown value. */
export const thrownBy = (hook: Hook, thrown: unknown): unknown => {
  const isObject = (typeof thrown === 'object' && thrown !== null) || typeof thrown === 'function';
  const error: object = isObject ? thrown : new Error(`the thrown value is not an Error, but ${inspect(thrown)}`);
  if (!throwers.has(error)) throwers.set(error, hook);
  return error;
};

/** Returns and removes the recorded plugin function of an error, which another function may throw again. */
export const takeHook = (thrown: unknown): Hook | undefined => {
  const hook = throwers.get(thrown as object);
  throwers.delete(thrown as object);
  return hook;
};

const PROTOTYPES = { 'Object.prototype': Object.prototype, 'Array.prototype': Array.prototype };

let removed: { readonly names: readonly string[]; readonly by: object }[] = [];

/** Removes enumerable members that plugins added to the prototypes of Object and Array. Libraries add members that are not. */
export const removeInherited = (by: object = {}): void => {
  const names = Object.entries(PROTOTYPES).flatMap(([owner, prototype]) =>
    Object.keys(prototype).flatMap((name) => (Reflect.deleteProperty(prototype, name) ? [`${owner}.${name}`] : [])),
  );
  if (names.length > 0) removed.push({ names, by });
};

/** Logs the members that `removeInherited` removed since the last call, with the plugin functions that added them. */
export const reportRemoved = (log: { warn(fields: object, message: string): void }): void => {
  if (removed.length === 0) return;
  const all = removed;
  removed = [];
  for (const { names, by } of all)
    log.warn(
      { names, ...by },
      `a plugin added ${names.join(', ')} to a prototype that all objects inherit: it was removed. Define it on your own objects.`,
    );
};

/** The maximum time that a request waits for a plugin's function, in milliseconds. */
export const PLUGIN_TIMEOUT_MILLISECONDS = 5000;

/** Throws the error of a request for which a plugin's function takes too long. */
type OnTimeout = (hook: Hook) => never;

/**
 * Wraps a plugin's function: records the origin of errors, and removes members added to the prototype of all objects. If the result takes
 * more than 5 s, `onTimeout` is called. Without `onTimeout` there is no time limit.
 */
export const hooked = <Given extends unknown[], Answer>(
  hook: Hook,
  run: (...given: Given) => Answer,
  onTimeout?: OnTimeout,
): ((...given: Given) => Answer) => {
  return function (this: unknown, ...given: Given): Answer {
    try {
      const answer = run.apply(this, given);
      removeInherited(hook);
      if (!(answer instanceof Promise)) return answer;
      const inTime =
        onTimeout === undefined ? answer : waitAtMost(PLUGIN_TIMEOUT_MILLISECONDS, answer, { onTimeout: () => onTimeout(hook) });
      return inTime
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

/** Wraps the functions of an argument as `hooked` does. */
export const hookedArg = <A extends Arg>(arg: A, of: Omit<Hook, 'hook'>, onTimeout?: OnTimeout): A => {
  const { validate, sanitize, default: value } = arg;
  return {
    ...arg,
    ...(validate && { validate: hooked({ hook: 'validate', ...of }, validate, onTimeout) }),
    ...(sanitize && { sanitize: hooked({ hook: 'sanitize', ...of }, sanitize, onTimeout) }),
    ...(typeof value === 'function' && { default: hooked({ hook: 'default', ...of }, value as () => unknown, onTimeout) }),
  };
};

const failHanging = (): never => {
  throw new Error(`it did not answer within ${PLUGIN_TIMEOUT_MILLISECONDS / 1000} s`);
};

/** Wraps the functions of arguments. With `bounded`, a function fails after 5 s. */
export const hookedArgs = (args: Args, plugin: string | undefined, { bounded }: { readonly bounded: boolean }): Args =>
  Object.fromEntries(
    Object.entries(args).map(([name, arg]) => [name, hookedArg(arg, { plugin, arg: name }, bounded ? failHanging : undefined)]),
  );
