import { FREE_TEXT, isoOffset, presentCost, readInstant, toWall } from '../../calendar';
import type { Declarations, Services } from '../../content';
import type { Log } from '../../http';
import type { Language, Text } from '../../language';
import { DeclarationError } from '../../registry';
import { toUser } from '../authentication';
import type { EarlyRecords } from './early-records';
import type { Happening, Listener, Listeners } from './listeners';
import type { PluginServices, PluginUsers } from './plugin';

/** The state of the start, for one plugin. */
interface Start {
  /** The types that are declared so far. */
  declared(): Pick<Declarations, 'postLikes' | 'termLikes'>;
  isRunning(): boolean;
  /** Runs a check after all plugins have run, or at once if they have. */
  afterAll(check: () => void): void;
  readonly records: EarlyRecords;
}

type Sort = 'postLikes' | 'termLikes';
const SORTS: readonly Sort[] = ['postLikes', 'termLikes'];
const NOUNS: Readonly<Record<Sort, string>> = { postLikes: 'posts', termLikes: 'terms' };

export function pluginServices(
  services: Services,
  plugin: string,
  listeners: Listeners,
  log: Log,
  { declared, isRunning, afterAll, records }: Start,
): PluginServices {
  const { connection, users, site, clock } = services;
  const pluralsOf = (sorts: readonly Sort[]): readonly string[] => sorts.flatMap((sort) => declared()[sort].map(({ plural }) => plural));
  /** Throws if no type has this plural. While plugins run, it waits until all have run. */
  const assertNamed = (sorts: readonly Sort[], plural: string): void => {
    const refusalNow = (): Error | undefined => {
      const plurals = pluralsOf(sorts);
      if (plurals.includes(plural)) return undefined;
      const other = SORTS.find((sort) => pluralsOf([sort]).includes(plural));
      return new Error(
        other === undefined
          ? `no kind is named "${plural}": use one of ${plurals.join(', ')}.`
          : `"${plural}" are ${NOUNS[other]}: ask for them by services.${NOUNS[other]}.`,
      );
    };
    // Made here, its stack shows the plugin's line.
    const refusal = refusalNow();
    if (refusal === undefined) return;
    afterAll(() => {
      const last = refusalNow();
      if (last) throw Object.assign(refusal, { message: last.message });
    });
  };
  return {
    get db() {
      records.assertOpen('db');
      return connection.db();
    },
    posts(plural: string) {
      assertNamed(['postLikes'], plural);
      return records.posts(plural);
    },
    terms(plural) {
      assertNamed(['termLikes'], plural);
      return records.terms(`the terms of ${plural}`, plural);
    },
    users: records.guarded<PluginUsers>('users', {
      async byId(id) {
        const stored = await users.byId(id);
        return stored && toUser(stored);
      },
      async byLogin(login) {
        const stored = await users.byLogin(login);
        return stored && toUser(stored);
      },
    }),
    on(happening: Happening | '*', ...rest: readonly [Listener] | readonly [string, Listener<never>]) {
      const [plural, listener] = rest.length === 1 ? [undefined, rest[0]] : rest;
      if (plural !== undefined) assertNamed(['postLikes', 'termLikes'], plural);
      if (!isRunning())
        throw new DeclarationError(
          `on() of the plugin ${plugin}: it has ended before: listen while it runs, not in a handler or a listener.`,
        );
      listeners.on(plugin, happening, listener as Listener, plural);
    },
    clock,
    log,
    site,
    cost: (prices, language) =>
      presentCost(
        prices.map((price) => (typeof price === 'number' ? numberText(price, language) : price)),
        { symbol: site.currencySymbol, position: site.currencyPosition, free: FREE_TEXT[language] },
      ),
    readMoment: (text) => readInstant(text, { siteZone: site.timezone, now: clock.now() }),
    writeMoment(moment) {
      const wall = toWall(moment, site.timezone);
      return `${wall.replace(' ', 'T')}${isoOffset(wall, toWall(moment, 'UTC'))}`;
    },
  };
}

const DECIMAL_SIGN: Text = { en: '.', fr: ',' };

const numberText = (price: number, language: Language): string =>
  Number.isInteger(price) ? String(price) : price.toFixed(2).replace('.', DECIMAL_SIGN[language]);
