import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import type { Document } from 'mongodb';
import { listen } from '../../lib/http/server';
import { type Assembly, assembleService } from '../../lib/program/service/service';
import { readSettings } from '../../lib/program/settings/settings';
import { load } from '../bench/loading';
import { explain, type Watching, watchCommands, watchedUri } from '../database/commands';
import { dropDatabase, freshDatabase } from '../support/server';

const EVENTS = 10_000;
/** A window that contains all events, so that every filter counts in the same list. */
const ALWAYS = 'start_date=2020-01-01&end_date=2040-12-31';

/** Filters that the index of dates and the indexes of linked records contain. */
const INDEXED = {
  featured: 'featured=true',
  free: 'free=true',
  prices: 'cost_min=10&cost_max=20',
  cheap: 'cost_max=5',
  weekdays: 'weekdays=sat',
  times: 'time_from=20:00&time_to=21:00',
  author: 'author=1',
  sorted: 'sort=title',
  box: 'bbox=4,45,5,46',
} as const;
/** Filters for linked records. No index covers two of them. */
const LINKED = { category: 'categories=17', tag: 'tags=321', venue: 'venue=453', organizer: 'organizer=1259' } as const;
/** Filters for words. The index of words contains only dates besides, to stay small. */
const WORDS = { word: 'q=garden', rare: 'q=7001' } as const;
const FILTERS: Readonly<Record<string, string>> = { ...INDEXED, ...LINKED, ...WORDS };

/** The number of documents that may be read per match of the more selective filter. */
const PER_MATCH = 3;
const PER_PAGE = 100;

const isEmbedded = process.env['MONGODB_URI'] === undefined;

/**
 * True if the number of documents has a limit. A word with an unindexed filter has none. In the embedded database a word with a linked
 * record has none either, because it does not compare the two indexes.
 */
const isBounded = (one: string, other: string): boolean => !Object.hasOwn(WORDS, one) || (Object.hasOwn(LINKED, other) && !isEmbedded);

describe('Combined filters of GET /events', function () {
  this.timeout(600_000);
  const undoing: (() => unknown)[] = [];
  let service: Assembly;
  let watching: Watching;
  let address: string;
  before(async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'combined-'));
    undoing.push(() => rmSync(folder, { recursive: true }));
    const environment = { MONGODB_URI: await watchedUri(), MONGODB_DB: freshDatabase(), CACHE_MB: '0' };
    undoing.push(() => dropDatabase(environment.MONGODB_DB));
    await load(EVENTS, folder, { ...process.env, ...environment });
    service = await assembleService({ settings: readSettings(environment) });
    undoing.push(() => service.close());
    await service.open();
    const listener = await listen(service.app, { host: '127.0.0.1', port: 0 });
    undoing.push(() => listener.close(1000));
    address = listener.address;
    watching = watchCommands(service.services.connection.db());
  });
  after(async () => {
    for (const undo of undoing.reverse()) await undo();
  });

  const isOfEvents = ({ find, aggregate }: Document): boolean => find === 'events' || aggregate === 'events';

  /** Counts the events of a list and the documents that the database reads for it. */
  const ask = async (...names: readonly string[]): Promise<{ readonly total: number; readonly read: number }> => {
    watching.forget();
    const query = [ALWAYS, ...names.map((name) => FILTERS[name])].join('&');
    const response = await fetch(`${address}/en/cal/events/v1/events?${query}`);
    const { total } = (await response.json()) as { total: number };
    expect(response.status, query).to.equal(200);
    const read = await Promise.all(
      watching.latest
        .filter(isOfEvents)
        .map(async (command) => (await explain(service.services.connection.db(), command, 'executionStats')).documents),
    );
    return { total, read: read.reduce((sum, one) => sum + one, 0) };
  };

  it('read no more documents than the most selective of them asks for', async () => {
    const alone = new Map<string, number>();
    for (const name of Object.keys(FILTERS)) alone.set(name, (await ask(name)).total);
    expect([...alone].filter(([, total]) => total === 0)).to.deep.equal([]);
    const names = Object.keys(FILTERS);
    const pairs = names.flatMap((one, place) => names.slice(place + 1).map((other) => [one, other] as const));
    const paramsOf = (name: string) => [...new URLSearchParams(FILTERS[name]).keys()];
    const over: string[] = [];
    let tried = 0;
    for (const [one, other] of pairs) {
      if (!isBounded(one, other) || !isBounded(other, one) || paramsOf(one).some((param) => paramsOf(other).includes(param))) continue;
      const { total, read } = await ask(one, other);
      const least = Math.min(alone.get(one) ?? 0, alone.get(other) ?? 0);
      tried += 1;
      if (read > PER_MATCH * least + PER_PAGE)
        over.push(`${one} and ${other}: ${read} read, ${least} of the more selective, ${total} of both`);
    }
    expect(over).to.deep.equal([]);
    expect(tried).to.be.greaterThan(70);
  });
});
