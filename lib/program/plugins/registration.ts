import type { User } from '../../access';
import { compileTypes } from '../../content';
import type { Log } from '../../http';
import { DeclarationError, type RegistryOwner, removeInherited, reportRemoved } from '../../registry';
import type { MainPlugin } from '../../site';
import { reasonOf, StartError } from '../service/start-error';
import { registerDocumentation, registerOtherDocumentation } from '../site/document-route';
import { createEarlyRecords, type StartState } from './early-records';
import type { Listeners } from './listeners';
import type { NamedPlugin, Plugin } from './plugin';
import { type PluginWords, pluginRegistry } from './plugin-registry';
import { pluginServices } from './plugin-services';
import { REGISTRATION_TIMEOUT, type RegistrationTimeout, waitForRegistration } from './registration-timeout';
import type { ServicesBeforeTypes } from './services-before-types';

/** The parts of a service that plugins are registered with. */
export interface Workshop extends ServicesBeforeTypes {
  readonly main: MainPlugin;
  readonly registry: RegistryOwner<User>;
  readonly listeners: Listeners;
  readonly log: Log;
  readonly registrationTimeout?: RegistrationTimeout | undefined;
}

/**
 * Runs the calendar and the plugins one after the other. Then it compiles all types at once and registers all routes in the same order.
 * Throws a `StartError` that names the plugin at fault.
 */
export async function registerPlugins(
  workshop: Workshop,
  loaded: readonly NamedPlugin[],
  passed: readonly (Plugin | NamedPlugin)[],
): Promise<void> {
  const start: Start = { state: 'running' };
  try {
    await makeAll(workshop, [...loaded, ...passed.map(named)], start);
  } catch (error) {
    start.state = 'failed';
    throw error;
  }
}

interface Start {
  state: StartState;
}

async function makeAll(
  { main, registry, services, complete, listeners, log, registrationTimeout = REGISTRATION_TIMEOUT }: Workshop,
  given: readonly NamedPlugin[],
  start: Start,
): Promise<void> {
  const all: PluginWords[] = [{ plugin: undefined, kinds: [...main.kinds(services)], fields: [], checks: [], routes: [], closed: true }];
  let early: StartError | undefined;
  let stop: () => void;
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  const declared = () => {
    const kinds = all.flatMap((said) => said.kinds);
    return { postLikes: kinds.flatMap(({ posts }) => posts ?? []), termLikes: kinds.flatMap(({ terms }) => terms ?? []) };
  };
  // The modules may have changed prototypes while they were loaded.
  removeInherited();
  reportRemoved(log);
  for (const [place, { name, plugin }] of given.entries()) {
    if (given.slice(0, place).some((other) => other.plugin === plugin && other.name === name))
      throw new StartError(`The plugin ${name} is given twice: leave one of them out.`);
    const said: PluginWords = { plugin: name, kinds: [], fields: [], checks: [], routes: [], closed: false };
    all.push(said);
    const records = createEarlyRecords(services, {
      state: () => start.state,
      note(fault) {
        early ??= blamed(name, fault);
        stop();
      },
    });
    await blaming(name, () => {
      const work = plugin(
        pluginRegistry(registry, services, name, said, records, all),
        pluginServices(services, name, listeners, log, {
          declared,
          isSpeaking: () => !said.closed,
          afterAll: (check) => (start.state === 'running' ? void said.checks.push(check) : check()),
          records,
        }),
      );
      return waitForRegistration(name, Promise.race([work, stopped]), log, registrationTimeout);
    });
    removeInherited({ plugin: name });
    reportRemoved(log);
    if (early) throw early;
    said.closed = true;
  }
  for (const { plugin = CALENDAR, checks } of all) {
    for (const check of checks) blamingNow(plugin, check);
  }
  complete(compileTypes(services, { ...declared(), fields: all.flatMap(({ fields }) => fields) }, blamingNow));
  start.state = 'made';
  const own = registry.trusting(CALENDAR);
  await blaming(CALENDAR, () => {
    registerDocumentation(own, services);
    main.declareRoutes(own, services);
  });
  for (const { plugin = CALENDAR, routes } of all) {
    await blaming(plugin, () => {
      for (const declare of routes) declare();
    });
  }
  await blaming(CALENDAR, () => registerOtherDocumentation(own, services, log));
}

/** The name of the calendar in errors. */
const CALENDAR = 'calendar';

async function blaming(name: string, work: () => void | Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw blamed(name, error);
  }
}

function blamingNow(name: string, work: () => void): void {
  try {
    work();
  } catch (error) {
    throw blamed(name, error);
  }
}

const blamed = (name: string, error: unknown): StartError => {
  const sentence =
    error instanceof DeclarationError
      ? `The plugin ${name} declares what cannot be served: ${error.message}`
      : `The plugin ${name} failed with ${reasonOf(error)}: correct it, or leave it out.`;
  return new StartError(sentence, { cause: error });
};

/** A plugin with a name. An unnamed function, or one called `plugin`, is named by its position. */
function named(given: Plugin | NamedPlugin, index: number): NamedPlugin {
  const one = typeof given === 'function' ? { name: given.name.replace(/^plugin$/, '') || `plugins[${index}]`, plugin: given } : given;
  if (typeof one?.plugin !== 'function') {
    throw new StartError(`The plugin ${one?.name ?? `plugins[${index}]`} is no function: pass what its module exports as "plugin".`);
  }
  return one;
}
