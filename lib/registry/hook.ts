import { inspect } from 'node:util';
import { waitAtMost } from '../deadline';
import { removeInherited } from './args/inherited-members';

/** A function of a declaration, for the log: what it is called there, which plugin declared it, and for what. */
export interface Hook {
  readonly hook: string;
  readonly plugin?: string | undefined;
  /** The kind's singular and plural, where it belongs to one. */
  readonly kind?: string;
  readonly plural?: string;
  readonly field?: string;
  readonly arg?: string;
}

/** What was thrown by which hook: a note beside it, since drivers and clients go by the very thing that is thrown. */
const throwers = new WeakMap<object, Hook>();

/** Notes who has thrown something; what was noted before stands, as it is nearer to the cause. Answers what to throw: an Error in place of what can bear no note. */
export const thrownBy = (hook: Hook, thrown: unknown): unknown => {
  const isThing = (typeof thrown === 'object' && thrown !== null) || typeof thrown === 'function';
  const known: object = isThing ? thrown : new Error(`what was thrown is no Error, but ${inspect(thrown)}`);
  if (!throwers.has(known)) throwers.set(known, hook);
  return known;
};

/** Answers which hook has thrown something, once: one Error may be thrown again by another. */
export const takeHook = (thrown: unknown): Hook | undefined => {
  const hook = throwers.get(thrown as object);
  throwers.delete(thrown as object);
  return hook;
};

/** What was made of a function, and the function. */
const originals = new WeakMap<object, unknown>();

/** The function that a declaration gave. */
export const declaredAs = (run: object): unknown => originals.get(run) ?? run;

/** Wraps a plugin's function: notes its errors, and removes members that it adds to the prototype of all objects. */
export const hooked = <Given extends unknown[], Answer>(hook: Hook, run: (...given: Given) => Answer): ((...given: Given) => Answer) => {
  const noting = function (this: unknown, ...given: Given): Answer {
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
  originals.set(noting, run);
  return noting;
};

/** The longest time that a request waits for a function of a plugin, in ms. */
export const HANGING_MILLISECONDS = 5000;

/** Wraps a plugin's function: if it does not answer in time, `late` is called, which throws what the request fails with. */
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

/** Names a hook in a line of the log: `"write" of the field "doors" of events (plugin evenings)`. */
export const hookText = ({ hook, plugin, plural, field, arg }: Hook): string => {
  const named = [field !== undefined && `the field "${field}"`, arg !== undefined && `the arg "${arg}"`, plural].filter(Boolean);
  return [`"${hook}"`, ...named].join(' of ').concat(plugin === undefined ? '' : ` (plugin ${plugin})`);
};
