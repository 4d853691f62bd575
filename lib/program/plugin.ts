import type { Services } from '../../routes/services';
import type { User } from '../access/user';
import type { Registry } from '../registry/registry';

/** What a module exports as `plugin`: adds routes and kinds. */
export type Plugin = (registry: Registry<User>, services: Services) => void | Promise<void>;

/** A plugin under the name that refusals and `calendar-events routes` call it by. */
export interface NamedPlugin {
  readonly name: string;
  readonly plugin: Plugin;
}
