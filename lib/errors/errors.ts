import type { Text } from '../language';
import { ACCESS_CODES, accessErrors } from './access';
import { BODY_CODES, bodyErrors } from './bodies';
import { CONDITION_CODES, conditionErrors } from './conditions';
import { NESTED_CODES, nestedErrors } from './nested-values';
import { PARAMETER_CODES, parameterErrors } from './parameters';
import { RECORD_CODES, recordErrors } from './records';
import type { ApiError } from './refusal';
import { REQUEST_CODES, requestErrors } from './requests';
import { SERVICE_CODES, serviceErrors } from './service';
import { TERM_CODES, termErrors } from './terms';
import { VALUE_CODES, valueErrors } from './values';

/** All error codes of the service. In codes about content types, `{kind}` is the placeholder for the singular name of the type. */
export const CODES = {
  ...ACCESS_CODES,
  ...RECORD_CODES,
  ...TERM_CODES,
  ...CONDITION_CODES,
  ...PARAMETER_CODES,
  ...VALUE_CODES,
  ...NESTED_CODES,
  ...BODY_CODES,
  ...REQUEST_CODES,
  ...SERVICE_CODES,
} as const;

/** An error code of the service. Codes about content types contain the placeholder `{kind}`. */
export type Code = keyof typeof CODES;
type TypeCode = Extract<Code, `${string}{kind}${string}`>;

/** An error code that is about no content type. */
export type PlainCode = Exclude<Code, TypeCode>;

/** An error code as clients receive it, with the type in place of `{kind}`, e.g. `venue-not-accessible`. */
export type SpeltCode = PlainCode | Spelt<TypeCode>;
type Spelt<C> = C extends `${infer Before}{kind}${infer After}` ? `${Before}${string}${After}` : never;

export const errors = {
  ...accessErrors,
  ...recordErrors,
  ...termErrors,
  ...conditionErrors,
  ...parameterErrors,
  ...valueErrors,
  ...nestedErrors,
  ...bodyErrors,
  ...requestErrors,
  ...serviceErrors,
};

/**
 * Makes the 400 `rest_invalid_param` for one parameter, e.g. if two depend on each other. `why` says which values are allowed.
 *
 * @example
 * if (params.to < params.from) throw invalidParam('to', { en: 'Send a date after “from”.', fr: 'Envoyez une date postérieure à « from ».' });
 */
export const invalidParam = (name: string, why: Text): ApiError => errors.invalidParams({ [name]: errors.invalidValue(why) });
