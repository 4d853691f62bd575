import { inspect } from 'node:util';
import { removeInherited } from './inherited-members';

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

/** After how many ms without an answer a function of a plugin is reported. */
export const HANGING_MILLISECONDS = 5000;

/** Wraps a plugin's function: reports it if it does not answer in time, and goes on waiting. */
export const watched =
  <Given extends unknown[], Answer>(hook: Hook, run: (...given: Given) => Answer, report: (hook: Hook) => void) =>
  (...given: Given): Answer => {
    const answer = run(...given);
    if (!(answer instanceof Promise)) return answer;
    const timer = setTimeout(() => report(hook), HANGING_MILLISECONDS).unref();
    return answer.finally(() => clearTimeout(timer)) as Answer;
  };

/** Names a hook in a line of the log: `"write" of the field "doors" of events (plugin evenings)`. */
export const hookText = ({ hook, plugin, plural, field, arg }: Hook): string => {
  const named = [field !== undefined && `the field "${field}"`, arg !== undefined && `the arg "${arg}"`, plural].filter(Boolean);
  return [`"${hook}"`, ...named].join(' of ').concat(plugin === undefined ? '' : ` (plugin ${plugin})`);
};
