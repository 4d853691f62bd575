import { inspect } from 'node:util';
import { waitAtMost } from '../deadline';
import { removeInherited } from './args/inherited-members';

/** A function of a declaration, for the log: its keyword, its plugin, and what it is declared for. */
export interface Hook {
  readonly hook: string;
  readonly plugin?: string | undefined;
  /** The singular and plural of its content type, if it belongs to one. */
  readonly kind?: string;
  readonly plural?: string;
  readonly field?: string;
  readonly arg?: string;
}

/** The hooks that threw errors. A note beside the error, since drivers and clients rely on the thrown object itself. */
const throwers = new WeakMap<object, Hook>();

/**
 * Notes the hook that has thrown. An earlier note stays, since it is nearer to the cause.
 * Answers the value to throw: an Error in place of a value that cannot have a note.
 */
export const thrownBy = (hook: Hook, thrown: unknown): unknown => {
  const isThing = (typeof thrown === 'object' && thrown !== null) || typeof thrown === 'function';
  const known: object = isThing ? thrown : new Error(`what was thrown is no Error, but ${inspect(thrown)}`);
  if (!throwers.has(known)) throwers.set(known, hook);
  return known;
};

/** Answers the hook that has thrown, once, since another hook may throw the same Error again. */
export const takeHook = (thrown: unknown): Hook | undefined => {
  const hook = throwers.get(thrown as object);
  throwers.delete(thrown as object);
  return hook;
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

/** Fails as a bug of the function, which the log names. */
export const failHanging = (): never => {
  throw new Error(`it did not answer within ${HANGING_MILLISECONDS / 1000} s`);
};

/** Describes a hook in the log: `"write" of the field "doors" of events (plugin evenings)`. */
export const hookText = ({ hook, plugin, plural, field, arg }: Hook): string => {
  const named = [field !== undefined && `the field "${field}"`, arg !== undefined && `the arg "${arg}"`, plural].filter(Boolean);
  return [`"${hook}"`, ...named].join(' of ').concat(plugin === undefined ? '' : ` (plugin ${plugin})`);
};
