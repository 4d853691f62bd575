import type { Field } from '../../routes/fields/field';
import { addField } from '../../routes/fields/registration';
import { declarePostLike } from '../../routes/post-like';
import { type Description, describedKind } from '../../routes/post-like/described';
import { recordsOf } from '../../routes/post-like/records';
import type { Services } from '../../routes/services';
import { declareTermLike, registerTerms } from '../../routes/term-like';
import { describedTerms } from '../../routes/term-like/described';
import { termRecordsOf } from '../../routes/term-like/records';
import type { User } from '../access/user';
import { DeclarationError } from '../registry/declaration-error';
import type { RegistryOwner } from '../registry/registry';
import type { PluginRegistry } from './plugin';

/** What plugins have said and what waits for all of them to have spoken: fields for every kind, routes for every field. */
export interface Backlog {
  readonly fields: (() => void)[];
  readonly routes: (() => void)[];
  /** Whether it has been worked off: what comes later would never be declared. */
  closed: boolean;
}

const NAME = /^[a-z][a-z0-9_-]{0,49}$/;

/** Makes the registry that a plugin is handed; what waits goes to the backlog. */
export function pluginRegistry(registry: RegistryOwner<User>, services: Services, plugin: string, backlog: Backlog): PluginRegistry {
  const own = registry.forPlugin(plugin);

  /** Throws where a kind cannot be registered under these names. */
  const claim = ({ kind, plural }: Pick<Description, 'kind' | 'plural'>): void => {
    const wrong = [kind, plural].find((name) => typeof name !== 'string' || !NAME.test(name));
    if (wrong !== undefined)
      throw new DeclarationError(
        `Kind "${wrong}": the name cannot be used: it has 1 to 50 small letters, digits, - and _, a letter first.`,
      );
    const twin = [...services.postLikes.values(), ...services.termLikes.values()].find((one) => one.kind === kind);
    if (twin !== undefined)
      throw new DeclarationError(`Kind ${plural}: ${twin.plural} are called "${kind}" already: choose another singular.`);
    if (Object.hasOwn(services.kinds.indexes(), plural)) {
      throw new DeclarationError(`Kind ${plural}: there is a collection of this name already: choose another plural.`);
    }
  };

  const later = (works: (() => void)[], work: () => void): void => {
    assertOpen();
    works.push(work);
  };
  const assertOpen = () => {
    if (backlog.closed) throw new DeclarationError(`The plugin ${plugin} registers after the start: register while the plugin runs.`);
  };

  return {
    get routes() {
      return own.routes;
    },
    get namespaces() {
      return own.namespaces;
    },
    everyRoute: own.everyRoute,
    registerRoute: (...declaration) => later(backlog.routes, () => own.registerRoute(...declaration)),
    registerPostLike({ fields, check, ...description }) {
      assertOpen();
      claim(description);
      const kind = describedKind(services, { ...description, ...(check && { check: (stored) => check(stored as never) }) });
      for (const [name, field] of Object.entries(fields)) backlog.fields.push(() => addField(services, kind.plural, name, field, plugin));
      backlog.routes.push(() => declarePostLike(own, services, kind));
      return recordsOf(kind, services) as never;
    },
    registerTermLike(description) {
      assertOpen();
      claim(description);
      const kind = describedTerms(description);
      registerTerms(services, kind);
      backlog.routes.push(() => declareTermLike(own, services, kind));
      return termRecordsOf(kind, services);
    },
    registerField: (plural, name, field) => later(backlog.fields, () => addField(services, plural, name, field as Field, plugin)),
  };
}
