import { plugin as calendar } from '../../routes';
import { registerOtherDocumentation } from '../../routes/documentation';
import type { User } from '../access/user';
import type { Log } from '../http/options';
import type { Services } from '../kinds/services';
import { DeclarationError } from '../registry/declaration-error';
import type { RegistryOwner } from '../registry/registry';
import type { Listeners } from './listeners';
import { PATIENCE, type Patience, waitFor } from './patience';
import type { NamedPlugin, Plugin } from './plugin';
import { type Backlog, pluginRegistry } from './plugin-registry';
import { pluginServices } from './plugin-services';
import { reasonOf } from './reason';
import { StartError } from './start-error';

/** What plugins are given to work with. */
export interface Workshop {
  readonly registry: RegistryOwner<User>;
  readonly services: Services;
  readonly listeners: Listeners;
  readonly log: Log;
  readonly patience?: Patience | undefined;
}

/**
 * Runs the calendar and the plugins, one after the other; then adds their fields to the kinds, then declares all routes, in the same order.
 * Throws a `StartError` that names the plugin at fault.
 */
export async function registerPlugins(
  { registry, services, listeners, log, patience = PATIENCE }: Workshop,
  loaded: readonly NamedPlugin[],
  passed: readonly (Plugin | NamedPlugin)[],
): Promise<void> {
  const declareCalendar = calendar(registry.trusting('calendar'), services);
  const all = [...loaded, ...passed.map(named)].map(({ name, plugin }) => ({
    name,
    plugin,
    backlog: { fields: [], routes: [], closed: false } as Backlog,
  }));
  const owners = new Map<string, string>();
  for (const { name, plugin, backlog } of all) {
    await blaming(name, () => {
      const work = plugin(pluginRegistry(registry, services, name, backlog, owners), pluginServices(services, name, listeners, log));
      return waitFor(name, work, log, patience);
    });
    backlog.closed = true;
  }
  for (const { name, backlog } of all) await blaming(name, () => each(backlog.fields));
  await blaming('calendar', declareCalendar);
  for (const { name, backlog } of all) await blaming(name, () => each(backlog.routes));
  await blaming('calendar', () => registerOtherDocumentation(registry.trusting('calendar'), services));
}

const each = (works: readonly (() => void)[]) => {
  for (const work of works) work();
};

async function blaming(name: string, work: () => void | Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const sentence =
      error instanceof DeclarationError
        ? `The plugin ${name} declares what cannot be served: ${error.message}`
        : `The plugin ${name} failed with ${reasonOf(error)}: correct it, or leave it out.`;
    throw new StartError(sentence, { cause: error });
  }
}

/** A function that is called `plugin`, as most are, goes by its place among those that were passed. */
function named(given: Plugin | NamedPlugin, index: number): NamedPlugin {
  const one = typeof given === 'function' ? { name: given.name.replace(/^plugin$/, '') || `plugins[${index}]`, plugin: given } : given;
  if (typeof one?.plugin !== 'function') {
    throw new StartError(`The plugin ${one?.name ?? `plugins[${index}]`} is no function: pass what its module exports as "plugin".`);
  }
  return one;
}
