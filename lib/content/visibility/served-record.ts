import type { ClientSession } from 'mongodb';
import type { Store, Stored } from '../../database';
import { isServed } from '../../language';
import type { Site } from '../types';

/** Returns a record, or undefined if its language is not served. */
export const servedRecord = <R extends Pick<Stored, 'language'>>(record: R | undefined, { served }: Pick<Site, 'served'>): R | undefined =>
  record !== undefined && isServed(record.language, served) ? record : undefined;

/** Reads records by ID, without those in languages that are not served. */
export const servedRecords = async <R extends Stored>(
  records: Pick<Store<R>, 'many'>,
  ids: Iterable<number>,
  { served }: Pick<Site, 'served'>,
  session?: ClientSession,
): Promise<ReadonlyMap<number, R>> =>
  new Map([...(await records.many(ids, session))].filter(([, { language }]) => isServed(language, served)));
