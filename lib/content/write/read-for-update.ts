import type { ClientSession } from 'mongodb';
import { keyOf, type Stored } from '../../database';
import { type ContentType, errors } from '../../errors';
import type { Services } from '../types';

/** A store that finds records by ID. */
interface ById<R> {
  byId(id: number, session: ClientSession): Promise<R | undefined>;
}

/** Reads a record that a transaction is about to change. Throws the 404 of its content type if it is gone. */
export async function readForUpdate<R extends Stored>(
  { connection }: Pick<Services, 'connection'>,
  type: ContentType & { readonly plural: string },
  records: ById<R>,
  id: number,
  session: ClientSession,
): Promise<R> {
  connection.lock([keyOf(type.plural, id)], session);
  const current = await records.byId(id, session);
  if (!current) throw errors.notFound(type, id);
  return current;
}
