import { ACCESS_CODES } from './access';
import { BODY_CODES } from './bodies';
import { CONDITION_CODES } from './conditions';
import { EMBEDDING_CODES } from './embedding';
import { FORMAT_CODES } from './formats';
import { NESTED_CODES } from './nested-values';
import { PARAMETER_CODES } from './parameters';
import { RECORD_CODES } from './records';
import { REQUEST_CODES } from './requests';
import { SERVICE_CODES } from './service';
import { TERM_CODES } from './terms';
import { VALUE_CODES } from './values';

/** All codes of the service's refusals. In codes of content types `{kind}` stands for the singular name of the type. */
export const CODES = {
  ...ACCESS_CODES,
  ...RECORD_CODES,
  ...TERM_CODES,
  ...CONDITION_CODES,
  ...PARAMETER_CODES,
  ...VALUE_CODES,
  ...FORMAT_CODES,
  ...NESTED_CODES,
  ...BODY_CODES,
  ...REQUEST_CODES,
  ...SERVICE_CODES,
  ...EMBEDDING_CODES,
} as const;

/** A code of the service's refusals. Codes of content types contain `{kind}`. */
export type Code = keyof typeof CODES;

/** A code that each content type has of its own. */
export type TypeCode = Extract<Code, `${string}{kind}${string}`>;

/** A code that is about no content type. */
export type PlainCode = Exclude<Code, TypeCode>;

/** A code as answers have it, e.g. `venue-not-accessible`. */
export type SpeltCode = PlainCode | Spelt<TypeCode>;
type Spelt<C> = C extends `${infer Before}{kind}${infer After}` ? `${Before}${string}${After}` : never;
