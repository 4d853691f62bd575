import type { User } from '../access/user';
import type { Field } from '../kinds/fields/field';
import { addField } from '../kinds/fields/registration';
import { type Description, describedKind } from '../kinds/post-like/described';
import { recordsOf } from '../kinds/post-like/records';
import { declarePostLike } from '../kinds/post-like/routes';
import type { Services } from '../kinds/services';
import { describedTerms } from '../kinds/term-like/described';
import { termRecordsOf } from '../kinds/term-like/records';
import { declareTermLike, registerTerms } from '../kinds/term-like/routes';
import { DeclarationError } from '../registry/declaration-error';
import { hooked } from '../registry/hook';
import type { RegistryOwner } from '../registry/registry';
import { assertDescribed } from './kind-declaration';
import type { PluginRegistry } from './plugin';

/** What a plugin has said and what waits for all of them to have spoken: fields for every kind, routes for every field. */
export interface Backlog {
  readonly fields: (() => void)[];
  readonly routes: (() => void)[];
  /** True once the plugin has ended: from then on nothing would be heard. */
  closed: boolean;
}

/**
 * Makes the registry that a plugin is handed; what waits goes to the backlog. `owners` are the plugins that have registered kinds, by plural.
 */
export function pluginRegistry(
  registry: RegistryOwner<User>,
  services: Services,
  plugin: string,
  backlog: Backlog,
  owners: Map<string, string>,
): PluginRegistry {
  const own = registry.forPlugin(plugin);
  // What kinds answer is made here, of what the plugin says of their fields.
  const kinds = registry.trusting(plugin);

  const assertOpen = (what: string): void => {
    if (backlog.closed) throw new DeclarationError(`${what}: the plugin ${plugin} has ended before: await what it waits for.`);
  };

  /** Throws where a kind cannot be registered under these names. */
  const claim = ({ kind, plural }: Pick<Description, 'kind' | 'plural'>): void => {
    assertOpen(`Kind ${plural}`);
    const by = (taken: string) => (owners.has(taken) ? ` (first by the plugin ${owners.get(taken)})` : '');
    if (Object.hasOwn(services.kinds.indexes(), plural)) {
      throw new DeclarationError(`Kind ${plural}: there is a collection of this name already${by(plural)}: choose another plural.`);
    }
    const namesake = [...services.postLikes.values(), ...services.termLikes.values()].find((one) => one.kind === kind);
    if (namesake !== undefined) {
      throw new DeclarationError(
        `Kind ${plural}: ${namesake.plural} are of the kind "${kind}" already${by(namesake.plural)}: choose another singular.`,
      );
    }
    owners.set(plural, plugin);
  };

  return {
    get routes() {
      return own.routes;
    },
    get namespaces() {
      return own.namespaces;
    },
    everyRoute: own.everyRoute,
    registerRoute(...declaration) {
      assertOpen('A route');
      backlog.routes.push(() => own.registerRoute(...declaration));
    },
    registerPostLike(declaration) {
      assertDescribed(declaration, 'post-like');
      const { fields, check, ...description } = declaration;
      claim(description);
      const { kind: singular, plural } = description;
      const checked = check && hooked({ hook: 'check', plugin, kind: singular, plural }, (stored: object) => check(stored as never));
      const kind = describedKind(services, { ...description, ...(checked && { check: checked }) });
      for (const [name, field] of Object.entries(fields)) backlog.fields.push(() => addField(services, kind.plural, name, field, plugin));
      backlog.routes.push(() => declarePostLike(kinds, services, kind));
      return recordsOf(kind, services) as never;
    },
    registerTermLike(description) {
      assertDescribed(description, 'term-like');
      claim(description);
      const kind = describedTerms(services.namespace, description);
      registerTerms(services, kind);
      backlog.routes.push(() => declareTermLike(kinds, services, kind));
      return termRecordsOf(kind, services);
    },
    registerField(plural, name, field) {
      assertOpen(`Field "${name}" of ${plural}`);
      backlog.fields.push(() => addField(services, plural, name, field as Field, plugin));
    },
  };
}
