import { samplesOf } from '../../lib/errors/errors';
import type { ApiError } from '../../lib/errors/refusal';

export const VENUE = { kind: 'venue', name: { en: 'venue', fr: 'lieu' } };

/** A sample of every refusal of the service, by its name. */
export const REFUSALS: Readonly<Record<string, readonly ApiError[]>> = samplesOf(VENUE);
