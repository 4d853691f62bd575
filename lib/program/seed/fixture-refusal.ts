import { ApiError } from '../../errors';
import { StartError } from '../service/start-error';

/** The error for a fixture that the API refuses. Its message is a sentence with the fixture's key. */
export class FixtureRefusal extends StartError {
  constructor(
    readonly list: string,
    readonly key: string,
    why: string,
  ) {
    super(`The fixture "${key}" ${why}`);
  }
}

/** The English sentences of a refusal: one for each refused parameter, with its name, or one without a name. */
export const refusedParams = ({ text, reasons }: ApiError): readonly (readonly [name: string | undefined, sentence: string])[] => {
  const named = Object.entries(reasons).map(([name, { text: why }]) => [name, why.en] as const);
  return named.length > 0 ? named : [[undefined, text.en]];
};

/** Turns a refusal of the API into a `FixtureRefusal`. Other errors pass unchanged. */
export const refusedFixture = (list: string, key: string, error: unknown): unknown => {
  if (!(error instanceof ApiError) || error.status >= 500) return error;
  const sentences = refusedParams(error).map(([name, why]) => (name === undefined ? why : `${name}: ${why}`));
  return new FixtureRefusal(list, key, `is refused. ${sentences.join(' ')}`);
};
