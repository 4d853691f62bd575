import type { Services } from '../../routes/services';
import type { User } from '../access/user';
import { DeclarationError } from '../registry/declaration-error';
import type { RegistryOwner } from '../registry/registry';
import type { NamedPlugin, Plugin } from './plugin';
import { reasonOf } from './reason';
import { StartError } from './start-error';

/** Runs plugins one after the other, each on a view of the registry that notes its name. Throws a `StartError` that names the one at fault. */
export async function registerPlugins(
  registry: RegistryOwner<User>,
  services: Services,
  plugins: readonly (Plugin | NamedPlugin)[],
): Promise<void> {
  for (const { name, plugin } of plugins.map(named)) {
    try {
      await plugin(registry.forPlugin(name), services);
    } catch (error) {
      const sentence =
        error instanceof DeclarationError
          ? `The plugin ${name} declares what cannot be served: ${error.message}`
          : `The plugin ${name} failed with ${reasonOf(error)}: correct it, or leave it out.`;
      throw new StartError(sentence, { cause: error });
    }
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
