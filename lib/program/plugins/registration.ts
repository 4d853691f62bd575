import { once } from 'node:events';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Capability, GENERAL_CAPABILITIES, pluralOf, type User } from '../../access';
import { compileTypes, type Services } from '../../content';
import { waitAtMost } from '../../deadline';
import type { Log } from '../../http';
import { DeclarationError, type Registry, type RegistryOwner, removeInherited, reportRemoved } from '../../registry';
import type { MainPlugin } from '../../site';
import { describeThrown, StartError } from '../service/start-error';
import { registerDocumentation, registerOtherDocumentation } from '../site/documentation-route';
import type { Listeners } from './listeners';
import type { NamedPlugin, Plugin } from './plugin';
import {
  createGuardedRecords,
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
      throw new StartError(`The plugin ${name} could not be loaded: ${describeThrown(error)}: correct it, or take it out of PLUGINS.`);
    })) as { plugin?: unknown; default?: { plugin?: unknown } };
    removeInherited({ plugin: name });
    // `default` holds the exports of a CommonJS module.
    const plugin = loaded.plugin ?? loaded.default?.plugin;
    if (typeof plugin !== 'function') throw new StartError(`The plugin ${name} exports no function named "plugin": export one.`);
    const twin = plugins.find((other) => other.plugin === plugin);
    if (twin !== undefined) throw new StartError(`The plugin ${name} is listed twice, as ${twin.name} too: take one out of PLUGINS.`);
    plugins.push({ name, plugin: plugin as Plugin });
  }
  return plugins;
}

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
  readonly registry: RegistryOwner<User>;
  readonly listeners: Listeners;
  readonly log: Log;
  readonly registrationMilliseconds?: number | undefined;
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
  const { main, registry, services, log } = context;
  const plugins = [...loaded, ...passed.map(namedPlugin)];
  const tooEarly = new AbortController();
  const start: StartState = { isCompiled: false, tooEarly, aborted: once(tooEarly.signal, 'abort') };
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
  Object.assign(services, compileTypes(services, { ...declaredTypes(all), fields, checks }, blame));
  start.isCompiled = true;
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
      if (typeof permission !== 'string' || permission === 'public' || GENERAL_CAPABILITIES.includes(permission as Capability)) continue;
      if (postLikes.has(pluralOf(permission as Capability) ?? '')) continue;
      throw new StartError(
        `The plugin ${plugin} has an invalid declaration: Route ${namespace}${path}: the permission "${permission}" of ${methods.join(', ')} is unknown: ` +
          `use "public", ${GENERAL_CAPABILITIES.join(', ')}, or an action and a content type, such as edit_events (content types: ${[...postLikes.keys()].sort().join(', ')}).`,
      );
    }
  }
}

/** Runs a plugin function to its end, and adds the plugin's declarations to `all`. */
async function runPlugin(
  { registry, services, listeners, log, registrationMilliseconds = REGISTRATION_MILLISECONDS }: RegistrationContext,
  { name, plugin }: NamedPlugin,
  all: PluginDeclarations[],
  start: StartState,
): Promise<void> {
  const declarations: PluginDeclarations = { plugin: name, types: [], fields: [], checks: [], assertions: [], routes: [], closed: false };
  all.push(declarations);
  const context = { registry, services, plugin: name, declarations, all, records: createGuardedRecords(services, name, start) };
  const onTimeout = (): never => {
    throw new DeclarationError(`it has not ended after ${registrationMilliseconds / 1000} s: let its promise settle.`);
  };
  try {
    const work = plugin(pluginRegistry(context), pluginServices(context, start, listeners, log));
    // The start does not wait for a plugin that has called too early.
    await waitAtMost(registrationMilliseconds, Promise.race([work, start.aborted]), { onTimeout, keepsAlive: true });
  } catch (error) {
    throw pluginError(name, error);
  }
  removeInherited({ plugin: name });
  reportRemoved(log);
  start.tooEarly.signal.throwIfAborted();
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

/** The maximum time for a plugin function, in ms. */
const REGISTRATION_MILLISECONDS = 30_000;
