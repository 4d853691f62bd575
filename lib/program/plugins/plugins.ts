import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { removeInherited } from '../../registry';
import { reasonOf, StartError } from '../service/start-error';
import type { NamedPlugin, Plugin } from './plugin';

/**
 * Loads the modules that `PLUGINS` names: paths, or packages as seen from the working folder. Throws a `StartError` that names the one at
 * fault.
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

/** The exports of a CommonJS module. A compiler writes a default export as `default`. */
interface Exported {
  readonly plugin?: unknown;
  readonly default?: unknown;
}

/** The missing export, as a phrase of the error message. */
const missingExport = (standard: Exported | undefined): string =>
  [standard, standard?.default].some((one) => typeof one === 'function')
    ? 'its function as the default, and none named "plugin"'
    : 'no function named "plugin"';

/** The file of a module: a package, else a path in the working folder, with or without `./`. */
function locate(name: string): string {
  const { resolve } = createRequire(path.join(process.cwd(), 'index.js'));
  for (const place of [name, path.resolve(name)]) {
    try {
      return resolve(place);
    } catch {
      // The next place may have it.
    }
  }
  throw new StartError(`PLUGINS names ${name}, which is neither a file nor an installed package: correct it, or install the package.`);
}
