import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { NamedPlugin, Plugin } from './plugin';
import { reasonOf } from './reason';
import { StartError } from './start-error';

/** Loads the modules that `PLUGINS` names, paths or package names as seen from the working folder. Throws a `StartError` that names the one at fault. */
export async function loadPlugins(names: readonly string[]): Promise<NamedPlugin[]> {
  const plugins: NamedPlugin[] = [];
  for (const name of names) {
    const loaded = (await import(pathToFileURL(locate(name)).href).catch((error: unknown) => {
      throw new StartError(`The plugin ${name} could not be loaded: ${reasonOf(error)}: correct it, or take it out of PLUGINS.`);
    })) as { plugin?: unknown; default?: { plugin?: unknown } };
    const plugin = loaded.plugin ?? loaded.default?.plugin;
    if (typeof plugin !== 'function') throw new StartError(`The plugin ${name} exports no function named "plugin": export one.`);
    plugins.push({ name, plugin: plugin as Plugin });
  }
  return plugins;
}

function locate(name: string): string {
  try {
    return createRequire(path.join(process.cwd(), 'index.js')).resolve(name);
  } catch {
    throw new StartError(`PLUGINS names ${name}, which is neither a file nor an installed package: correct it, or install the package.`);
  }
}
