import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Capability, OTHERS, pluralOf, type User } from '../../access';
import { type CompiledTypes, compileTypes, type Services } from '../../content';
import { waitAtMost } from '../../deadline';
import type { Log } from '../../http';
import { DeclarationError, type Registry, type RegistryOwner, removeInherited, reportRemoved } from '../../registry';
import type { MainPlugin } from '../../site';
import { reasonOf, StartError } from '../service/start-error';
import { registerDocumentation, registerOtherDocumentation } from '../site/documentation';
import type { Listeners } from './listeners';
import type { NamedPlugin, Plugin } from './plugin';
import {
  createEarlyRecords,
  declaredTypes,
  type PluginDeclarations,
  pluginError,
  pluginRegistry,
  type StartState,
} from './plugin-registry';
import { pluginServices } from './plugin-services';

/**
 * Loads the modules of the setting `PLUGINS`: file paths, or packages that the working folder resolves. Throws a `StartError` that names
 * the faulty plugin.
 */
export async function loadPlugins(names: readonly string[]): Promise<NamedPlugin[]> {
  const plugins: NamedPlugin[] = [];
  for (const name of names) {
    const loaded = (await import(pathToFileURL(locate(name)).href).catch((error: unknown) => {
      throw new StartError(`The plugin ${name} could not be loaded: ${reasonOf(error)}: correct it, or take it out of PLUGINS.`);
    })) as { plugin?: unknown; default?: Exported };
    removeInherited({ plugin: name });
    const plugin = loaded.plugin ?? loaded.default?.plugin;
    if (typeof plugin !== 'function') throw new StartError(`The plugin ${name} exports ${missingExport(loaded.default)}: export one.`);
    const twin = plugins.find((other) => other.plugin === plugin);
    if (twin !== undefined)
      throw new StartError(
        `The plugin ${name} is listed twice${twin.name === name ? '' : `, as ${twin.name} too`}: take one out of PLUGINS.`,
      );
    plugins.push({ name, plugin: plugin as Plugin });
  }
  return plugins;
}

/** The exports of a CommonJS module. Compilers write an ES default export as the member `default`. */
interface Exported {
  readonly plugin?: unknown;
  readonly default?: unknown;
}

/** Returns the part of an error message that says which export a plugin module lacks. */
const missingExport = (standard: Exported | undefined): string =>
  [standard, standard?.default].some((one) => typeof one === 'function')
    ? 'its function as the default, and none named "plugin"'
    : 'no function named "plugin"';

/** Returns the file of a plugin module: a package, else a path in the working folder, with or without `./`. */
function locate(name: string): string {
  const { resolve } = createRequire(path.join(process.cwd(), 'index.js'));
  for (const place of [name, path.resolve(name)]) {
    try {
      return resolve(place);
    } catch {
      // The next place may have the module.
    }
  }
  throw new StartError(`PLUGINS names ${name}, which is neither a file nor an installed package: correct it, or install the package.`);
}

interface RegistrationContext {
  readonly main: MainPlugin;
  readonly services: Services;
  complete(types: CompiledTypes): void;
  readonly registry: RegistryOwner<User>;
  readonly listeners: Listeners;
  readonly log: Log;
  readonly registrationTimeout?: RegistrationTimeout | undefined;
}

/**
 * Runs the calendar and the plugins one after the other. Then compiles all content types together, and registers all routes in the order
 * of the plugins. Throws a `StartError` that names the faulty plugin.
 */
export async function registerPlugins(
  context: RegistrationContext,
  loaded: readonly NamedPlugin[],
  passed: readonly (Plugin | NamedPlugin)[],
): Promise<void> {
  const start: StartState = { state: 'running', tooEarly: new AbortController() };
  try {
    await registerAll(context, [...loaded, ...passed.map(namedPlugin)], start);
  } catch (error) {
    start.state = 'failed';
    throw error;
  }
}

async function registerAll(context: RegistrationContext, plugins: readonly NamedPlugin[], start: StartState): Promise<void> {
  const { main, registry, services, complete, log } = context;
  const all: PluginDeclarations[] = [
    { plugin: undefined, types: [...main.types(services)], fields: [], checks: [], assertions: [], routes: [], closed: true },
  ];
  // The modules may have changed prototypes while they were loaded.
  removeInherited();
  reportRemoved(log);
  for (const [index, plugin] of plugins.entries()) {
    if (plugins.slice(0, index).some((other) => other.plugin === plugin.plugin && other.name === plugin.name))
      throw new StartError(`The plugin ${plugin.name} is given twice: leave one of them out.`);
    await runPlugin(context, plugin, all, start);
  }
  for (const { plugin = CALENDAR, assertions } of all) for (const assertion of assertions) blame(plugin, assertion);
  const fields = all.flatMap((declarations) => declarations.fields);
  const checks = all.flatMap((declarations) => declarations.checks);
  complete(compileTypes(services, { ...declaredTypes(all), fields, checks }, blame));
  start.state = 'compiled';
  const own = registry.trusting(CALENDAR);
  blame(CALENDAR, () => {
    registerDocumentation(own, services);
    main.declareRoutes(own, services);
  });
  for (const { plugin = CALENDAR, routes } of all) for (const declare of routes) blame(plugin, declare);
  blame(CALENDAR, () => registerOtherDocumentation(own, services, log));
  assertCapabilities(registry, services);
}

/** Throws a `StartError` if an endpoint needs a capability of a type that does not exist. */
function assertCapabilities(registry: Registry<User>, { postLikes }: Services): void {
  for (const { namespace, path, endpoints } of registry.routes) {
    for (const { methods, permission, plugin } of endpoints) {
      if (typeof permission !== 'string' || permission === 'public' || OTHERS.includes(permission as Capability)) continue;
      if (postLikes.has(pluralOf(permission as Capability) ?? '')) continue;
      throw new StartError(
        `The plugin ${plugin} has an invalid declaration: Route ${namespace}${path}: the permission "${permission}" of ${methods.join(', ')} is unknown: ` +
          `use "public", ${OTHERS.join(', ')}, or an action and a content type, such as edit_events (content types: ${[...postLikes.keys()].sort().join(', ')}).`,
      );
    }
  }
}

/** Runs a plugin function to its end, and adds the plugin's declarations to `all`. */
async function runPlugin(
  { registry, services, listeners, log, registrationTimeout = REGISTRATION_TIMEOUT }: RegistrationContext,
  { name, plugin }: NamedPlugin,
  all: PluginDeclarations[],
  start: StartState,
): Promise<void> {
  const declarations: PluginDeclarations = { plugin: name, types: [], fields: [], checks: [], assertions: [], routes: [], closed: false };
  all.push(declarations);
  const context = { registry, services, plugin: name, declarations, all, records: createEarlyRecords(services, name, start) };
  const { signal } = start.tooEarly;
  // The start does not wait for a plugin that has called too early.
  const aborted = new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  try {
    const work = plugin(pluginRegistry(context), pluginServices(context, start, listeners, log));
    await waitForRegistration(name, Promise.race([work, aborted]), log, registrationTimeout);
  } catch (error) {
    throw pluginError(name, error);
  }
  removeInherited({ plugin: name });
  reportRemoved(log);
  signal.throwIfAborted();
  declarations.closed = true;
}

const CALENDAR = 'calendar';

function blame(name: string, work: () => void): void {
  try {
    work();
  } catch (error) {
    throw pluginError(name, error);
  }
}

/** Returns a plugin with a name, by default that of its function, else `plugins[0]` and so on. */
function namedPlugin(given: Plugin | NamedPlugin, index: number): NamedPlugin {
  const one = typeof given === 'function' ? { name: given.name.replace(/^plugin$/, '') || `plugins[${index}]`, plugin: given } : given;
  if (typeof one?.plugin !== 'function') {
    throw new StartError(`The plugin ${one?.name ?? `plugins[${index}]`} is not a function: pass the export "plugin" of its module.`);
  }
  return one;
}

/** The maximum time for a plugin function, and the time until the log first mentions the wait, in ms. */
export interface RegistrationTimeout {
  readonly mostMilliseconds: number;
  readonly quietMilliseconds: number;
}

const REGISTRATION_TIMEOUT: RegistrationTimeout = { mostMilliseconds: 30_000, quietMilliseconds: 3000 };

/** Waits for a plugin function and logs the wait. Throws a `DeclarationError` after the maximum time. */
async function waitForRegistration(
  plugin: string,
  work: Promise<void>,
  log: Log,
  { mostMilliseconds, quietMilliseconds }: RegistrationTimeout,
): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const mentionAfter = (pause: number, waited: number): void => {
    timer = setTimeout(() => {
      const seconds = waited / 1000;
      log.warn({ plugin, seconds }, `The service waits for the plugin ${plugin}: its function has not ended after ${seconds} s.`);
      mentionAfter(waited, 2 * waited);
    }, pause);
  };
  const late = (): never => {
    throw new DeclarationError(`it has not ended after ${mostMilliseconds / 1000} s: let its promise settle.`);
  };
  mentionAfter(quietMilliseconds, quietMilliseconds);
  try {
    await waitAtMost(mostMilliseconds, work, { late, keepsAlive: true });
  } finally {
    clearTimeout(timer);
  }
}
