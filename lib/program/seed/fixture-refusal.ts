import { ApiError } from '../../errors';
import { StartError } from '../service/start-error';

/** A fixture that cannot be stored as it is; the message is a sentence that names it by its key. */
export class FixtureRefusal extends StartError {
  constructor(
    readonly list: string,
    readonly key: string,
    why: string,
  ) {
    super(`The fixture "${key}" ${why}`);
  }
}

/** The sentences of a refusal in English, one for each parameter that it refuses, with the name of that. */
export const refusedParams = ({ text, reasons }: ApiError): readonly (readonly [name: string | undefined, sentence: string])[] => {
  const named = Object.entries(reasons).map(([name, { text: why }]) => [name, why.en] as const);
  return named.length > 0 ? named : [[undefined, text.en]];
};

/** Makes a `FixtureRefusal` of what the API refuses a fixture with; passes everything else on. */
export const refusedFixture = (list: string, key: string, error: unknown): unknown => {
  if (!(error instanceof ApiError) || error.status >= 500) return error;
  const sentences = refusedParams(error).map(([name, why]) => (name === undefined ? why : `${name}: ${why}`));
  return new FixtureRefusal(list, key, `is refused. ${sentences.join(' ')}`);
};
