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

/** All codes of the service's refusals. In codes of content types `{kind}` stands for the singular name of the type. */
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

/** A code of the service's refusals. Codes of content types contain `{kind}`. */
export type Code = keyof typeof CODES;
type TypeCode = Extract<Code, `${string}{kind}${string}`>;

/** A code that is about no content type. */
export type PlainCode = Exclude<Code, TypeCode>;

/** A code as answers have it, e.g. `venue-not-accessible`. */
export type SpeltCode = PlainCode | Spelt<TypeCode>;
type Spelt<C> = C extends `${infer Before}{kind}${infer After}` ? `${Before}${string}${After}` : never;

/** All refusals of the service. */
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
 * Refuses one parameter after validation (400 `rest_invalid_param`), e.g. if two depend on each other. `why` says what is allowed.
 *
 * @example
 * if (params.to < params.from) throw invalidParam('to', { en: 'Send a date after “from”.', fr: 'Envoyez une date postérieure à « from ».' });
 */
export const invalidParam = (name: string, why: Text): ApiError => errors.invalidParams({ [name]: errors.invalidValue(why) });
