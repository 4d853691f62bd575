import type { AddressInfo } from 'node:net';
import Router from '@koa/router';
import { EJSON } from 'bson';
import Koa from 'koa';
import { MongoClient } from 'mongodb';
import { type Query, runQuery } from './queries';

/** One Koa route that sends the queries it is given and answers what they find: what there is without the service. */
async function serveBare(uri: string, database: string, path: string, queries: readonly Query[]): Promise<void> {
  const client = await new MongoClient(uri, { readConcern: { level: 'majority' } }).connect();
  const db = client.db(database);
  const own = queries.filter(({ collection }) => collection === 'events');
  const linked = queries.filter(({ collection }) => collection !== 'events');
  const router = new Router();
  router.get(path, async (ctx) => {
    // Look-ups need the page: they come after it, as they must.
    const page = await Promise.all(own.map((query) => runQuery(db, query)));
    const related = await Promise.all(linked.map((query) => runQuery(db, query)));
    ctx.body = { page, related };
  });
  const server = new Koa().use(router.routes()).listen(0, '127.0.0.1', () => {
    process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
  });
}

const [uri = '', database = '', path = '', queries = '[]'] = process.argv.slice(2);
void serveBare(uri, database, path, EJSON.parse(queries, { relaxed: true }) as Query[]);
