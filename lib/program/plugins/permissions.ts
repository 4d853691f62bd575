import { type Capability, OTHERS, pluralOf, type User } from '../../access';
import type { Services } from '../../content';
import type { Registry } from '../../registry';
import { StartError } from '../service/start-error';

/** Throws a `StartError` if an endpoint needs a capability over records that no type has. Nobody could ever use it. */
export function assertCapabilities(registry: Registry<User>, { postLikes }: Pick<Services, 'postLikes'>): void {
  for (const { namespace, path, endpoints } of registry.routes) {
    for (const { methods, permission, plugin } of endpoints) {
      if (typeof permission !== 'string' || permission === 'public' || OTHERS.includes(permission as Capability)) continue;
      const plural = pluralOf(permission as Capability);
      if (plural !== undefined && postLikes.has(plural)) continue;
      throw new StartError(
        `The plugin ${plugin} declares what cannot be served: Route ${namespace}${path}: the permission "${permission}" of ${methods.join(', ')} is none: ` +
          `use "public", ${OTHERS.join(', ')}, or a deed and a kind, such as edit_events (kinds: ${[...postLikes.keys()].sort().join(', ')}).`,
      );
    }
  }
}
