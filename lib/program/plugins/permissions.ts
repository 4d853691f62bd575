import { type Capability, OTHERS, pluralOf, type User } from '../../access';
import type { Services } from '../../content';
import type { Registry } from '../../registry';
import { StartError } from '../service/start-error';

/** Refuses endpoints that nobody could ever use, since no kind has the records that their capability is about. Throws a `StartError`. */
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
