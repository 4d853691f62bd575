import type { Arg, Args } from './args';
import { type Hook, hooked, watched } from './hook';

/** An arg whose functions are known for what they throw; `report` hears of those that do not answer. */
export const hookedArg = <A extends Arg>(arg: A, of: Omit<Hook, 'hook'>, report?: (hook: Hook) => void): A => {
  const { validate, sanitize, default: value } = arg;
  if (!validate && !sanitize && typeof value !== 'function') return arg;
  const known = <Given extends unknown[], Answer>(name: string, run: (...given: Given) => Answer) => {
    const hook = { hook: name, ...of };
    return hooked(hook, report === undefined ? run : watched(hook, run, report));
  };
  return {
    ...arg,
    ...(validate && { validate: known('validate', validate) }),
    ...(sanitize && { sanitize: known('sanitize', sanitize) }),
    ...(typeof value === 'function' && { default: known('default', value as () => unknown) }),
  };
};

/** Args whose functions are known for what they throw, by the names of the args. */
export const hookedArgs = (args: Args, of: Omit<Hook, 'hook' | 'arg'>): Args =>
  Object.fromEntries(Object.entries(args).map(([name, arg]) => [name, hookedArg(arg, { ...of, arg: name })]));
