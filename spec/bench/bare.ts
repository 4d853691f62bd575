import { createHash, timingSafeEqual } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import Router from '@koa/router';
import Koa from 'koa';
import { koaBody } from 'koa-body';
import { MongoClient } from 'mongodb';
import { createEvent, isSentEvent } from './bare-creation';
import { shownEvents } from './bare-event';
import { createShowing } from './bare-linked';
import { eventList, venueList } from './bare-lists';
import { type BareCollections, type BareEvent, collectionsOf } from './bare-record';

/** Milliseconds for which a login stays cached, as in the service. */
const LOGIN_CACHE_MS = 1000;

/** Creates a function that checks HTTP Basic credentials and returns the ID of the administrator. */
function createLogin({ users }: BareCollections): (authorization: string) => Promise<number | undefined> {
  const cached = new Map<string, { readonly id: number; readonly digest: string; readonly until: number }>();
  return async (authorization) => {
    const [, encoded = ''] = /^Basic (\S+)$/i.exec(authorization) ?? [];
    const [login = '', ...rest] = Buffer.from(encoded, 'base64').toString().split(':');
    let user = cached.get(login);
    if (user === undefined || user.until < performance.now()) {
      const stored = await users.findOne({ login, role: 'administrator' });
      if (stored === null) return undefined;
      user = { id: stored._id, digest: stored.passwordDigest, until: performance.now() + LOGIN_CACHE_MS };
      cached.set(login, user);
    }
    const digest = createHash('sha256').update(rest.join(':')).digest();
    return timingSafeEqual(digest, Buffer.from(user.digest, 'hex')) ? user.id : undefined;
  };
}

/** Serves the routes of the scenarios with plain Koa and the MongoDB driver, as a baseline for the service. */
async function serveBare(uri: string, database: string, origin: string): Promise<void> {
  const client = await new MongoClient(uri, { readConcern: { level: 'majority' }, writeConcern: { w: 'majority' } }).connect();
  const collections = collectionsOf(client.db(database));
  const logIn = createLogin(collections);
  const router = new Router();
  const app = new Koa();
  for (const language of ['en', 'fr'] as const) {
    const showing = createShowing(origin, language);
    const root = `/${language}/cal/events/v1`;
    const one = async (event: BareEvent | null): Promise<object | undefined> =>
      event?.status === 'publish' && event.password === '' ? (await shownEvents([event], collections, showing, true))[0] : undefined;

    router.get(`${root}/events`, async (ctx) => {
      ctx.body = await eventList(ctx.query, collections, showing);
    });
    router.get(`${root}/venues`, async (ctx) => {
      ctx.body = await venueList(ctx.query, collections, showing);
    });
    router.get(`${root}/events/:id`, async (ctx) => {
      const found = await one(await collections.events.findOne({ _id: Number(ctx.params['id']) }));
      if (found) ctx.body = found;
    });
    router.get(`${root}/events/by-slug/:slug`, async (ctx) => {
      const found = await one(await collections.events.findOne({ language, slug: String(ctx.params['slug']) }));
      if (found) ctx.body = found;
    });
    router.post(`${root}/events`, koaBody(), async (ctx) => {
      const author = await logIn(ctx.get('Authorization'));
      if (author === undefined) return ctx.throw(401);
      const sent: unknown = (ctx.request as { body?: unknown }).body;
      if (!isSentEvent(sent)) return ctx.throw(400);
      const event = await createEvent(client, collections, sent, language, author);
      ctx.status = 201;
      ctx.set('Location', `${showing.api}/events/${event._id}`);
      ctx.body = (await shownEvents([event], collections, showing))[0];
    });
  }
  const server = app.use(router.routes()).listen(0, '127.0.0.1', () => {
    process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
  });
}

const [uri = '', database = '', origin = ''] = process.argv.slice(2);
void serveBare(uri, database, origin);
