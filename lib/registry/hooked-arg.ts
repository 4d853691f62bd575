import type { Arg, Args } from './args';
import { type Hook, hooked } from './hook';

/** An arg whose functions are known for what they throw. */
export const hookedArg = <A extends Arg>(arg: A, of: Omit<Hook, 'hook'>): A => {
  const { validate, sanitize, default: value } = arg;
  if (!validate && !sanitize && typeof value !== 'function') return arg;
  return {
    ...arg,
    ...(validate && { validate: hooked({ hook: 'validate', ...of }, validate) }),
    ...(sanitize && { sanitize: hooked({ hook: 'sanitize', ...of }, sanitize) }),
    ...(typeof value === 'function' && { default: hooked({ hook: 'default', ...of }, value as () => unknown) }),
  };
};

/** Args whose functions are known for what they throw, by the names of the args. */
export const hookedArgs = (args: Args, of: Omit<Hook, 'hook' | 'arg'>): Args =>
  Object.fromEntries(Object.entries(args).map(([name, arg]) => [name, hookedArg(arg, { ...of, arg: name })]));
