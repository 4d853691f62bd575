import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from './service';
import { StartError } from './start-error';

/** Loads the modules that `PLUGINS` names, paths or package names as seen from the working folder. Throws a `StartError` that names the one at fault. */
export async function loadPlugins(names: readonly string[]): Promise<Plugin[]> {
  const plugins: Plugin[] = [];
  for (const name of names) {
    const loaded = (await import(pathToFileURL(locate(name)).href).catch((error: unknown) => {
      throw new StartError(`The plugin ${name} could not be loaded: ${String(error)}`);
    })) as { plugin?: unknown; default?: { plugin?: unknown } };
    const plugin = loaded.plugin ?? loaded.default?.plugin;
    if (typeof plugin !== 'function') throw new StartError(`The plugin ${name} exports no function named "plugin": export one.`);
    plugins.push(plugin as Plugin);
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
