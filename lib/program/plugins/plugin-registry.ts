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
} from '../../content';
import { DeclarationError, type Hook, hooked, type RegistryOwner, watched } from '../../registry';
import type { ContentDeclaration } from '../../site';
import type { EarlyRecords } from './early-records';
import type { PluginRegistry } from './plugin';
import { assertUnreserved, assertValidDeclaration, type TypeNames } from './type-declaration';

export interface PluginDeclarations {
  /** The name of the plugin; undefined for the calendar itself. */
  readonly plugin: string | undefined;
  readonly types: ContentDeclaration[];
  readonly fields: DeclaredField[];
  /** Checks that throw if the plugin uses a type that is not declared. They run after all plugins. */
  readonly checks: (() => void)[];
  /** The functions that register the routes of the plugin and of its types, in order of declaration. */
  readonly routes: (() => void)[];
  /** True once the plugin function has ended. Later declarations throw. */
  closed: boolean;
}

/** The context of a running plugin function: name, declarations, registry and services. */
export interface PluginContext {
  readonly registry: RegistryOwner<User>;
  readonly services: Services;
  readonly plugin: string;
  readonly declarations: PluginDeclarations;
  /** The declarations of the calendar and of all plugins up to this plugin. */
  readonly all: readonly PluginDeclarations[];
  readonly records: EarlyRecords;
}

export const declaredTypes = (all: readonly PluginDeclarations[]) => {
  const types = all.flatMap((declarations) => declarations.types);
  return { postLikes: types.flatMap(({ posts }) => posts ?? []), termLikes: types.flatMap(({ terms }) => terms ?? []) };
};

/** Makes the registry that a plugin function gets. The registry collects the plugin's declarations. */
export function pluginRegistry(context: PluginContext): PluginRegistry {
  const { registry, services, plugin, declarations, records } = context;
  const own = registry.forPlugin(plugin);
  return {
    get routes() {
      return own.routes;
    },
    get namespaces() {
      return own.namespaces;
    },
    everyRoute: own.everyRoute,
    indexes: own.indexes,
    registerRoute(...declaration) {
      assertRunning(context, 'A route');
      declarations.routes.push(() => own.registerRoute(...declaration));
    },
    registerPostLike(declaration) {
      assertValidDeclaration(declaration, 'post-like');
      const { fields, check, ...description } = declaration;
      assertAvailable(context, description);
      const posts = declaredPostLike(services, { ...description, ...watchedCheck(context, description, check) }) as PostLikeDeclaration;
      addType(context, { posts }, description.plural);
      addFields(context, description.plural, fields);
      return records.posts(description.plural);
    },
    registerTermLike(declaration) {
      assertValidDeclaration(declaration, 'term-like');
      const { fields = {}, check, ...description } = declaration;
      const terms = declaredTermLike(services, { ...description, ...watchedCheck(context, description, check) });
      assertAvailable(context, terms);
      addType(context, { terms }, terms.plural);
      addFields(context, terms.plural, fields);
      return records.terms(`the records of ${terms.plural}`, terms.plural);
    },
    registerField(plural, name, field) {
      assertRunning(context, `Field "${name}" of ${plural}`);
      declarations.fields.push({ plural, name, declared: field as Field, plugin });
    },
  };
}

function assertRunning({ declarations, plugin }: PluginContext, what: string): void {
  if (declarations.closed) throw new DeclarationError(`${what}: the plugin ${plugin} has ended before: await what it waits for.`);
}

function assertAvailable(context: PluginContext, names: TypeNames): void {
  assertRunning(context, `Kind ${names.plural}`);
  const declared = context.all.flatMap(({ plugin: owner, types }) => types.map(({ posts, terms }) => ({ ...(posts ?? terms), owner })));
  assertUnreserved(names, declared);
}

/** Wraps the `check` function of a type: adds a time limit, and the plugin's name to errors. */
function watchedCheck<F extends object>(
  { plugin, services }: PluginContext,
  { kind, plural }: Pick<NamedType, 'kind' | 'plural'>,
  check: ((fields: F) => void | Promise<void>) | undefined,
) {
  if (check === undefined) return undefined;
  const hook: Hook = { hook: 'check', plugin, kind, plural };
  return { check: hooked(hook, watched(hook, check, services.refuseHanging)) };
}

function addType({ registry, services, plugin, declarations }: PluginContext, declaration: ContentDeclaration, plural: string): void {
  // This program makes the responses of content types, so they need no check against their schema.
  const trusted = registry.trusting(plugin);
  declarations.types.push(declaration);
  declarations.routes.push(() => declareTypeRoutes(trusted, services, plural));
}

function addFields(
  { plugin, declarations }: PluginContext,
  plural: string,
  fields: Readonly<Record<string, DeclaredField['declared']>>,
): void {
  for (const [name, field] of Object.entries(fields)) declarations.fields.push({ plural, name, declared: field, plugin });
}
