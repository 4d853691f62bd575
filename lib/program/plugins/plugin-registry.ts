import type { User } from '../../access';
import {
  type DeclaredField,
  declaredPostLike,
  declaredTermLike,
  declareTypeRoutes,
  type Field,
  type NamedType,
  type PostLikeDeclaration,
  type Services,
  termRecordsOf,
} from '../../content';
import { DeclarationError, type Hook, hooked, type RegistryOwner, watched } from '../../registry';
import type { ContentDeclaration } from '../../site';
import type { EarlyRecords } from './early-records';
import type { PluginRegistry } from './plugin';
import { assertValidDeclaration } from './type-declaration';
import { assertUnreserved, type TypeNames } from './type-names';

/** The declarations of one plugin: types, fields and routes. */
export interface PluginWords {
  /** The name of the plugin; undefined for the calendar. */
  readonly plugin: string | undefined;
  readonly kinds: ContentDeclaration[];
  readonly fields: DeclaredField[];
  /** Checks that throw if the plugin has named a type that nobody declares. They run after all plugins. */
  readonly checks: (() => void)[];
  /** The functions that register the routes of the plugin and of its types, in order of declaration. */
  readonly routes: (() => void)[];
  /** True once the plugin has ended. Later declarations are refused. */
  closed: boolean;
}

/** Makes the registry that a plugin gets. It collects the plugin's declarations; `all` are those of the calendar and all plugins so far. */
export function pluginRegistry(
  registry: RegistryOwner<User>,
  services: Services,
  plugin: string,
  said: PluginWords,
  records: EarlyRecords,
  all: readonly PluginWords[],
): PluginRegistry {
  const own = registry.forPlugin(plugin);
  // The answers of content types are made by this program, so they need no check.
  const trusted = registry.trusting(plugin);

  const assertOpen = (what: string): void => {
    if (said.closed) throw new DeclarationError(`${what}: the plugin ${plugin} has ended before: await what it waits for.`);
  };

  const claim = (names: TypeNames): void => {
    assertOpen(`Kind ${names.plural}`);
    assertUnreserved(
      names,
      all.flatMap(({ plugin: owner, kinds }) => kinds.map(({ posts, terms }) => ({ ...(posts ?? terms), owner }))),
    );
  };

  /** The declared `check`, watched for hanging and named in its errors. */
  const checking = ({ kind, plural }: Pick<NamedType, 'kind' | 'plural'>, check: ((stored: never) => void | Promise<void>) | undefined) =>
    check && { check: checked({ hook: 'check', plugin, kind, plural }, check) };

  const checked = (hook: Hook, check: (stored: never) => void | Promise<void>) =>
    hooked(
      hook,
      watched(hook, (stored: object) => check(stored as never), services.hanging),
    );

  const addFields = (plural: string, fields: Readonly<Record<string, DeclaredField['declared']>>): void => {
    for (const [name, field] of Object.entries(fields)) said.fields.push({ plural, name, declared: field, plugin });
  };

  const addKind = (kind: ContentDeclaration, plural: string): void => {
    said.kinds.push(kind);
    said.routes.push(() => declareTypeRoutes(trusted, services, plural));
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
      said.routes.push(() => own.registerRoute(...declaration));
    },
    registerPostLike(declaration) {
      assertValidDeclaration(declaration, 'post-like');
      const { fields, check, ...description } = declaration;
      claim(description);
      addKind(
        { posts: declaredPostLike(services, { ...description, ...checking(description, check) }) as PostLikeDeclaration },
        description.plural,
      );
      addFields(description.plural, fields);
      return records.posts(description.plural) as never;
    },
    registerTermLike(declaration) {
      assertValidDeclaration(declaration, 'term-like');
      const { fields = {}, check, ...description } = declaration;
      const terms = declaredTermLike(services, { ...description, ...checking(description, check) });
      claim(terms);
      addKind({ terms }, terms.plural);
      addFields(terms.plural, fields);
      return records.guarded(`the records of ${terms.plural}`, termRecordsOf(terms.plural, services)) as never;
    },
    registerField(plural, name, field) {
      assertOpen(`Field "${name}" of ${plural}`);
      said.fields.push({ plural, name, declared: field as Field, plugin });
    },
  };
}
