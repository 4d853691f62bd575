import { ACCESS_SAMPLES } from './access';
import { BODY_SAMPLES } from './bodies';
import type { CataloguedTypes } from './catalogue';
import { CONDITION_SAMPLES } from './conditions';
import { errors } from './errors';
import { FORMAT_SAMPLES } from './formats';
import { NESTED_SAMPLES } from './nested-values';
import { PARAMETER_SAMPLES } from './parameters';
import { recordSamples } from './records';
import type { ApiError, ContentType } from './refusal';
import { REQUEST_SAMPLES } from './requests';
import { type Samples, sampled } from './sample';
import { SERVICE_SAMPLES } from './service';
import { TERM_SAMPLES } from './terms';
import { VALUE_SAMPLES } from './values';

/** Makes all refusals of the service as examples, by name. Refusals about content types are about this one. */
export const samplesOf = (type: ContentType): Readonly<Record<string, readonly ApiError[]>> =>
  sampled(errors, {
    ...ACCESS_SAMPLES,
    ...recordSamples(type),
    ...TERM_SAMPLES,
    ...CONDITION_SAMPLES,
    ...PARAMETER_SAMPLES,
    ...VALUE_SAMPLES,
    ...FORMAT_SAMPLES,
    ...NESTED_SAMPLES,
    ...BODY_SAMPLES,
    ...REQUEST_SAMPLES,
    ...SERVICE_SAMPLES,
  } satisfies Samples<typeof errors>);

/** Makes the first example refusal of each code and status of a service with these content types. */
export const sampleRefusals = ({ postLike, termLike }: CataloguedTypes): readonly ApiError[] => {
  const made = new Map<string, ApiError>();
  for (const type of [...postLike, ...termLike])
    for (const refusal of Object.values(samplesOf(type)).flat()) {
      const key = `${refusal.code} ${refusal.status}`;
      if (!made.has(key)) made.set(key, refusal);
    }
  return [...made.values()];
};
