import type { ApiError } from '../errors';
import type { Language } from '../language';

/** An error as the CMS has it. */
export interface ErrorBody {
  readonly code: string;
  readonly message: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The body of an error: `data.params` and `data.details` tell the refused parameters apart where there are any. */
export const errorBody = (error: ApiError, language: Language): ErrorBody => ({
  code: error.code,
  message: error.text[language],
  data: { status: error.status, ...error.data, ...(error.code === 'rest_invalid_param' ? reasonsOf(error, language) : {}) },
});

const reasonsOf = ({ reasons }: ApiError, language: Language) => {
  const entries = Object.entries(reasons);
  const details = entries
    .filter(([, reason]) => reason.code !== 'rest_invalid_param')
    .map(([name, { code, text, data }]) => [name, { code, message: text[language], data: Object.keys(data).length === 0 ? null : data }]);
  return {
    params: Object.fromEntries(entries.map(([name, reason]) => [name, reason.text[language]])),
    // An empty PHP array is a list: clients of the reference know it so.
    details: details.length === 0 ? [] : Object.fromEntries(details),
  };
};
