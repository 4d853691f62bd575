import { isoDate, presentCost, readInstant, toWall } from '../../calendar';
import type { Log } from '../../http';
import type { Language, Text } from '../../language';
import { DeclarationError } from '../../registry';
import { toUser } from '../authentication';
import type { Happening, Listener, Listeners } from './listeners';
import type { PluginServices } from './plugin';
import { declaredTypes, type PluginContext, type StartState } from './plugin-registry';

type Noun = 'posts' | 'terms';

export function pluginServices(context: PluginContext, start: StartState, listeners: Listeners, log: Log): PluginServices {
  const { services, plugin, declarations, all, records } = context;
  const { connection, users, site, clock } = services;
  const faultOf = (plural: string, nouns: readonly Noun[]): string | undefined => {
    const { postLikes, termLikes } = declaredTypes(all);
    const plurals = { posts: postLikes.map((type) => type.plural), terms: termLikes.map((type) => type.plural) };
    const fitting = nouns.flatMap((noun) => plurals[noun]);
    if (fitting.includes(plural)) return undefined;
    const other = (['posts', 'terms'] as const).find((noun) => plurals[noun].includes(plural));
    return other === undefined
      ? `no content type is named "${plural}": use one of ${fitting.join(', ')}.`
      : `"${plural}" are ${other}: ask for them by services.${other}.`;
  };
  /** Throws an Error if no type has this plural. While plugins run, the check waits until all have run. */
  const assertNamed = (plural: string, ...nouns: readonly Noun[]): void => {
    const fault = faultOf(plural, nouns);
    if (fault === undefined) return;
    // An error made here has a stack with the plugin's line.
    const refusal = new Error(fault);
    if (start.isCompiled) throw refusal;
    declarations.assertions.push(() => {
      const last = faultOf(plural, nouns);
      if (last !== undefined) throw Object.assign(refusal, { message: last });
    });
  };
  return {
    get db() {
      records.assertOpen('db');
      return connection.db();
    },
    posts(plural: string) {
      assertNamed(plural, 'posts');
      return records.posts(plural);
    },
    terms(plural) {
      assertNamed(plural, 'terms');
      return records.terms(plural);
    },
    users: records.guarded<PluginServices['users']>('users', {
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
      if (plural !== undefined) assertNamed(plural, 'posts', 'terms');
      if (declarations.closed)
        throw new DeclarationError(
          `on() of the plugin ${plugin}: it has already ended: call on() while it runs, not in a handler or a listener.`,
        );
      listeners.on(plugin, happening, listener as Listener, plural);
    },
    clock,
    log,
    site,
    cost: (prices, language) =>
      presentCost(
        prices.map((price) => (typeof price === 'number' ? numberText(price, language) : price)),
        site,
        language,
      ),
    readMoment: (text) => readInstant(text, { siteZone: site.timezone, now: clock.now() }),
    writeMoment: (moment) => isoDate(toWall(moment, site.timezone), toWall(moment, 'UTC')),
  };
}

const DECIMAL_SIGN: Text = { en: '.', fr: ',' };

const numberText = (price: number, language: Language): string =>
  Number.isInteger(price) ? String(price) : price.toFixed(2).replace('.', DECIMAL_SIGN[language]);
