import { ApiError } from '../../errors';
import type { Arg, Args } from '../args/arg';
import { judgeValue } from '../args/judge';
import { checkOf, type DeclarationCheck } from './declaration-check';
import { useOneOf } from './spelling-suggestions';

const checkKeywords = checkOf('endpoint');
const checkEveryArgs = checkOf('everyRoute');

/** Checks the parts of a route other than its endpoints, for programs without types. Throws an Error that tells the fault and a remedy. */
export const checkRoute: DeclarationCheck = checkOf('route');

/** The reason why a schema refuses the default of its arg, as a sentence. Undefined if it accepts the default. */
export const wrongDefault = (name: string, arg: Arg): string | undefined => {
  const given = arg.default;
  // Null means “not given”, and `validate` replaces the schema.
  if (given === undefined || given === null || typeof given === 'function' || arg.validate !== undefined) return undefined;
  const refused = judgeValue(given, arg, name);
  if (!(refused instanceof ApiError)) return undefined;
  return `the default ${JSON.stringify(given)} is refused by the schema (${refused.message.replace(/\.$/, '')}): change one of them.`;
};

const checkDefaults = (args: Args): void => {
  for (const [name, arg] of Object.entries(args)) {
    const wrong = wrongDefault(name, arg);
    if (wrong !== undefined) throw new Error(`argument "${name}": ${wrong}`);
  }
};

const checkSuppliers = (args: Args): void => {
  for (const [name, { suppliedBy }] of Object.entries(args)) {
    if (suppliedBy === undefined || Object.hasOwn(args, suppliedBy.arg)) continue;
    throw new Error(
      `argument "${name}": the keyword "suppliedBy" names "${suppliedBy.arg}": ${useOneOf(suppliedBy.arg, Object.keys(args))}`,
    );
  }
};

/** Checks an endpoint, as `checkRoute` checks a route. */
export const checkEndpoint = (endpoint: { readonly args: Args }): void => {
  checkKeywords(endpoint);
  checkDefaults(endpoint.args);
  checkSuppliers(endpoint.args);
};

/** Checks the args of every route, as `checkEndpoint` checks those of one endpoint. */
export const checkReservedArgs = (args: Args): void => {
  checkEveryArgs({ args });
  checkDefaults(args);
};

/** An invalid declaration. The message is one sentence with the route, the argument and a remedy. */
export class DeclarationError extends Error {
  override readonly name = 'DeclarationError';
}
