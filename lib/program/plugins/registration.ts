import type { User } from '../../access';
import { compileTypes } from '../../content';
import type { Log } from '../../http';
import { DeclarationError, type RegistryOwner, removeInherited, reportRemoved } from '../../registry';
import type { MainPlugin } from '../../site';
import { reasonOf, StartError } from '../service/start-error';
import { registerDocumentation, registerOtherDocumentation } from '../site/documentation';
import { createEarlyRecords, type StartState } from './early-records';
import type { Listeners } from './listeners';
import type { NamedPlugin, Plugin } from './plugin';
import { type PluginDeclarations, pluginRegistry } from './plugin-registry';
import { pluginServices } from './plugin-services';
import { REGISTRATION_TIMEOUT, type RegistrationTimeout, waitForRegistration } from './registration-timeout';
import type { ServicesBeforeTypes } from './services-before-types';

/** The parts of a service that plugins are registered with. */
export interface RegistrationContext extends ServicesBeforeTypes {
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
  context: RegistrationContext,
  loaded: readonly NamedPlugin[],
  passed: readonly (Plugin | NamedPlugin)[],
): Promise<void> {
  const start = beginStart();
  try {
    await registerAll(context, [...loaded, ...passed.map(namedPlugin)], start);
  } catch (error) {
    start.state = 'failed';
    throw error;
  }
}

interface Start {
  state: StartState;
  /** The first call for records that came too early. It makes the start fail. */
  fault?: StartError;
  /** Resolves with the first fault, so that the running plugin is not waited for. */
  readonly failed: Promise<void>;
  fail(fault: StartError): void;
}

const beginStart = (): Start => {
  let resolveFailed: () => void;
  const failed = new Promise<void>((resolve) => {
    resolveFailed = resolve;
  });
  return {
    state: 'running',
    failed,
    fail(fault) {
      this.fault ??= fault;
      resolveFailed();
    },
  };
};

async function registerAll(context: RegistrationContext, plugins: readonly NamedPlugin[], start: Start): Promise<void> {
  const { main, registry, services, complete, log } = context;
  const all: PluginDeclarations[] = [
    { plugin: undefined, types: [...main.kinds(services)], fields: [], checks: [], routes: [], closed: true },
  ];
  // The modules may have changed prototypes while they were loaded.
  removeInherited();
  reportRemoved(log);
  for (const [index, plugin] of plugins.entries()) {
    assertOnce(plugin, plugins.slice(0, index));
    await runPlugin(context, plugin, all, start);
  }
  for (const { plugin = CALENDAR, checks } of all) {
    for (const check of checks) blameSync(plugin, check);
  }
  complete(compileTypes(services, { ...declaredTypes(all), fields: all.flatMap(({ fields }) => fields) }, blameSync));
  start.state = 'compiled';
  const own = registry.trusting(CALENDAR);
  await blame(CALENDAR, () => {
    registerDocumentation(own, services);
    main.declareRoutes(own, services);
  });
  for (const { plugin = CALENDAR, routes } of all) {
    await blame(plugin, () => {
      for (const declare of routes) declare();
    });
  }
  await blame(CALENDAR, () => registerOtherDocumentation(own, services, log));
}

function assertOnce({ name, plugin }: NamedPlugin, before: readonly NamedPlugin[]): void {
  if (before.some((other) => other.plugin === plugin && other.name === name))
    throw new StartError(`The plugin ${name} is given twice: leave one of them out.`);
}

const declaredTypes = (all: readonly PluginDeclarations[]) => {
  const types = all.flatMap((declarations) => declarations.types);
  return { postLikes: types.flatMap(({ posts }) => posts ?? []), termLikes: types.flatMap(({ terms }) => terms ?? []) };
};

/** Runs a plugin until it ends, and adds its declarations to `all`. */
async function runPlugin(
  { registry, services, listeners, log, registrationTimeout = REGISTRATION_TIMEOUT }: RegistrationContext,
  { name, plugin }: NamedPlugin,
  all: PluginDeclarations[],
  start: Start,
): Promise<void> {
  const declarations: PluginDeclarations = { plugin: name, types: [], fields: [], checks: [], routes: [], closed: false };
  all.push(declarations);
  const records = createEarlyRecords(services, {
    state: () => start.state,
    report: (fault) => start.fail(pluginError(name, fault)),
  });
  await blame(name, () => {
    const work = plugin(
      pluginRegistry({ registry, services, plugin: name, declarations, all, records }),
      pluginServices(services, name, listeners, log, {
        declared: () => declaredTypes(all),
        isRunning: () => !declarations.closed,
        afterAll: (check) => (start.state === 'running' ? void declarations.checks.push(check) : check()),
        records,
      }),
    );
    return waitForRegistration(name, Promise.race([work, start.failed]), log, registrationTimeout);
  });
  removeInherited({ plugin: name });
  reportRemoved(log);
  if (start.fault) throw start.fault;
  declarations.closed = true;
}

/** The name of the calendar in errors. */
const CALENDAR = 'calendar';

async function blame(name: string, work: () => void | Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw pluginError(name, error);
  }
}

function blameSync(name: string, work: () => void): void {
  try {
    work();
  } catch (error) {
    throw pluginError(name, error);
  }
}

const pluginError = (name: string, error: unknown): StartError => {
  const sentence =
    error instanceof DeclarationError
      ? `The plugin ${name} declares what cannot be served: ${error.message}`
      : `The plugin ${name} failed with ${reasonOf(error)}: correct it, or leave it out.`;
  return new StartError(sentence, { cause: error });
};

/** A plugin with a name. An unnamed function, or one called `plugin`, is named by its position. */
function namedPlugin(given: Plugin | NamedPlugin, index: number): NamedPlugin {
  const one = typeof given === 'function' ? { name: given.name.replace(/^plugin$/, '') || `plugins[${index}]`, plugin: given } : given;
  if (typeof one?.plugin !== 'function') {
    throw new StartError(`The plugin ${one?.name ?? `plugins[${index}]`} is no function: pass what its module exports as "plugin".`);
  }
  return one;
}
