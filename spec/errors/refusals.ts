import type { ApiError } from '../../lib/errors/refusal';
import { samplesOf } from '../../lib/errors/samples';

/** A kind as the refusals of these specs speak of it. */
export const VENUE = { kind: 'venue', name: { en: 'venue', fr: 'lieu' } };

/** Every refusal that the service makes, by its name, each with something to speak of. */
export const REFUSALS: Readonly<Record<string, readonly ApiError[]>> = samplesOf(VENUE);
