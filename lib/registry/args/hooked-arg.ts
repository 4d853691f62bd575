import { failHanging, type Hook, hooked, watched } from '../hook';
import type { Arg, Args } from './arg';

/** Labels the errors that an arg's functions throw. `late` throws the error for a function that does not answer in time. */
export const hookedArg = <A extends Arg>(arg: A, of: Omit<Hook, 'hook'>, late?: (hook: Hook) => never): A => {
  const { validate, sanitize, default: value } = arg;
  if (!validate && !sanitize && typeof value !== 'function') return arg;
  const known = <Given extends unknown[], Answer>(name: string, run: (...given: Given) => Answer) => {
    const hook = { hook: name, ...of };
    return hooked(hook, late === undefined ? run : watched(hook, run, late));
  };
  return {
    ...arg,
    ...(validate && { validate: known('validate', validate) }),
    ...(sanitize && { sanitize: known('sanitize', sanitize) }),
    ...(typeof value === 'function' && { default: known('default', value as () => unknown) }),
  };
};

/** Labels the errors that the functions of args throw. With `bounded`, a function that does not answer in time fails. */
export const hookedArgs = (args: Args, of: Omit<Hook, 'hook' | 'arg'>, { bounded = false }: { readonly bounded?: boolean } = {}): Args =>
  Object.fromEntries(
    Object.entries(args).map(([name, arg]) => [name, hookedArg(arg, { ...of, arg: name }, bounded ? failHanging : undefined)]),
  );
