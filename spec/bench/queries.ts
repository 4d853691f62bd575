import type { Collection, CommandStartedEvent, Db, Document } from 'mongodb';
import { listen } from '../../lib/http/server';
import { assembleService } from '../../lib/program/service';
import { readSettings } from '../../lib/program/settings';

/** A query that the service sends to its database for one request. */
export interface Query {
  readonly collection: string;
  readonly find?: { readonly filter: Document; readonly options: Document };
  readonly aggregate?: { readonly pipeline: Document[]; readonly options: Document };
}

const FIND_OPTIONS = ['sort', 'skip', 'limit', 'projection', 'hint'] as const;

const picked = (command: Document, names: readonly string[]): Document =>
  Object.fromEntries(names.filter((name) => command[name] !== undefined).map((name) => [name, command[name]]));

function toQuery({ commandName, command }: CommandStartedEvent): Query | undefined {
  if (commandName === 'find')
    return { collection: command['find'], find: { filter: command['filter'], options: picked(command, FIND_OPTIONS) } };
  if (commandName === 'aggregate') {
    return { collection: command['aggregate'], aggregate: { pipeline: command['pipeline'], options: picked(command, ['hint']) } };
  }
  return undefined;
}

/** Learns what the service asks a database for one GET of `path`, by watching a second service over the same one. */
export async function queriesOf(path: string, uri: string, database: string): Promise<Query[]> {
  const watched = `${uri}${uri.includes('?') ? '&' : '?'}monitorCommands=true`;
  const service = await assembleService({ settings: readSettings({ MONGODB_URI: watched, MONGODB_DB: database }) });
  await service.open();
  const listener = await listen(service.app, { host: '127.0.0.1', port: 0 });
  const queries: Query[] = [];
  service.services.connection.db().client.on('commandStarted', (event: CommandStartedEvent) => {
    const query = toQuery(event);
    if (query && event.databaseName === database) queries.push(query);
  });
  await fetch(`${listener.address}${path}`);
  await listener.close(1000);
  await service.close();
  return queries;
}

/** Sends a query through the driver. */
export function runQuery(db: Db, { collection, find, aggregate }: Query): Promise<Document[]> {
  const records: Collection = db.collection(collection);
  return aggregate
    ? records.aggregate(aggregate.pipeline, aggregate.options).toArray()
    : records.find(find?.filter ?? {}, find?.options).toArray();
}
