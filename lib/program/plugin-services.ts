import { FREE_TEXT, presentCost } from '../calendar/cost';
import { readInstant } from '../calendar/dates';
import { isoOffset, toWall } from '../calendar/zones';
import type { Log } from '../http/options';
import { recordsOf } from '../kinds/post-like/records';
import type { Services } from '../kinds/services';
import { termRecordsOf } from '../kinds/term-like/records';
import type { Language, Text } from '../language';
import { toUser } from './authentication';
import type { Listeners } from './listeners';
import type { PluginServices } from './plugin';

/** Makes the services that a plugin is handed. */
export function pluginServices(services: Services, plugin: string, listeners: Listeners, log: Log): PluginServices {
  const { connection, users, site, clock, postLikes, termLikes } = services;
  const ofKind = <T>(kinds: ReadonlyMap<string, T>, plural: string): T => {
    const kind = kinds.get(plural);
    if (kind === undefined) throw new Error(`no kind is named "${plural}": use one of ${[...kinds.keys()].join(', ')}.`);
    return kind;
  };
  // Once a kind: what checks its params is compiled at first use and kept.
  const records = new Map<string, unknown>();
  const recordsOfPlural = (plural: string): unknown => {
    const known = records.get(plural) ?? recordsOf(ofKind(postLikes, plural), services);
    records.set(plural, known);
    return known;
  };
  return {
    get db() {
      return connection.db();
    },
    posts: (plural) => recordsOfPlural(plural) as never,
    terms: (plural) => termRecordsOf(ofKind(termLikes, plural), services),
    users: {
      async byId(id) {
        const stored = await users.byId(id);
        return stored && toUser(stored);
      },
      async byLogin(login) {
        const stored = await users.byLogin(login);
        return stored && toUser(stored);
      },
    },
    on: (happening, listener) => listeners.on(plugin, happening, listener),
    clock,
    log,
    site,
    cost: (prices, language) =>
      presentCost(
        prices.map((price) => (typeof price === 'number' ? writeNumber(price, language) : price)),
        { symbol: site.currencySymbol, position: site.currencyPosition, free: FREE_TEXT[language] },
      ),
    readMoment: (text) => readInstant(text, { siteZone: site.timezone, now: clock.now() }),
    writeMoment(moment) {
      const wall = toWall(moment, site.timezone);
      return `${wall.replace(' ', 'T')}${isoOffset(wall, toWall(moment, 'UTC'))}`;
    },
  };
}

/** What parts a number from its decimals. */
const DECIMAL_SIGN: Text = { en: '.', fr: ',' };

const writeNumber = (price: number, language: Language): string =>
  Number.isInteger(price) ? String(price) : price.toFixed(2).replace('.', DECIMAL_SIGN[language]);
