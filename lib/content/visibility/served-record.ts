import type { ClientSession } from 'mongodb';
import type { Store, Stored } from '../../database';
import { isServed } from '../../language';
import type { Site } from '../types';

/** A record as far as it may be known: undefined for one whose language is not served, as for one that is not there. */
export const servedRecord = <R extends Pick<Stored, 'language'>>(record: R | undefined, { served }: Pick<Site, 'served'>): R | undefined =>
  record !== undefined && isServed(record.language, served) ? record : undefined;

/** The records of some IDs as far as they may be known, by ID. */
export const servedRecords = async <R extends Stored>(
  records: Pick<Store<R>, 'many'>,
  ids: Iterable<number>,
  { served }: Pick<Site, 'served'>,
  session?: ClientSession,
): Promise<ReadonlyMap<number, R>> =>
  new Map([...(await records.many(ids, session))].filter(([, { language }]) => isServed(language, served)));
