import { isServed } from '../language';
import type { Stored } from '../records/record';
import type { Site } from './site';

/** A record as far as it may be known: undefined for one whose language is not served, as for one that is not there. */
export const servedRecord = <R extends Pick<Stored, 'language'>>(record: R | undefined, { served }: Pick<Site, 'served'>): R | undefined =>
  record !== undefined && isServed(record.language, served) ? record : undefined;
