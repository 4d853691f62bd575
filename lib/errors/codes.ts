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

/** Every code of the service's refusals; `{kind}` stands for the name of a kind, in codes that each kind has of its own. */
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

/** A code of the service's own refusals, with `{kind}` where each kind has its own. */
export type Code = keyof typeof CODES;

/** A code that every kind has of its own. */
export type KindCode = Extract<Code, `${string}{kind}${string}`>;

/** A code that is about no kind. */
export type PlainCode = Exclude<Code, KindCode>;

/** A code as answers have it, e.g. `venue-not-accessible`. */
export type SpeltCode = PlainCode | Spelt<KindCode>;
type Spelt<C> = C extends `${infer Before}{kind}${infer After}` ? `${Before}${string}${After}` : never;
