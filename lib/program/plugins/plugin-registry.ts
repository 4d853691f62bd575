import type { User } from '../../access';
import {
  aroundAnswers,
  completePostLike,
  completeTermLike,
  type DeclaredCheck,
  declareTypeRoutes,
  type Field,
  type NamedType,
  type PluginField,
  type PostLikeDeclaration,
  type PostRecord,
  type RecordCheck,
  type Records,
  recordsOf,
  type Services,
  type TermDeclaration,
  type TermRecords,
  termRecordsOf,
} from '../../content';
import { COMMON_INDEXES, type Term } from '../../database';
import { EMBED_PATH, PASSWORD_PAGE } from '../../html';
import {
  checkOf,
  type DeclarationCheck,
  DeclarationError,
  type Hook,
  hooked,
  type MetaSchema,
  metaFlag,
  metaFunction,
  metaIfType,
  metaObject,
  metaText,
  metaTexts,
  type RegistryOwner,
} from '../../registry';
import type { ContentDeclaration } from '../../site';
import { describeThrown, StartError } from '../service/start-error';
import type { PluginRegistry } from './plugin';

export interface PluginDeclarations {
  /** The name of the plugin; undefined for the calendar itself. */
  readonly plugin: string | undefined;
  readonly types: ContentDeclaration[];
  readonly fields: PluginField[];
  readonly checks: DeclaredCheck[];
  /** Assertions that throw if the plugin uses a type that is not declared. They run after all plugins. */
  readonly assertions: (() => void)[];
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
  readonly records: ReturnType<typeof createGuardedRecords>;
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
      const posts = completePostLike(services, { ...description, ...watchedCheck(context, description, check) }) as PostLikeDeclaration;
      addType(context, { posts }, description.plural, fields);
      return records.posts(description.plural);
    },
    registerTermLike(declaration) {
      assertValidDeclaration(declaration, 'term-like');
      const { fields = {}, check, ...description } = declaration;
      const terms = completeTermLike({ ...description, ...watchedCheck(context, description, check) });
      assertAvailable(context, terms);
      addType(context, { terms }, terms.plural, fields);
      return records.terms(terms.plural);
    },
    registerField(plural, name, field) {
      assertRunning(context, `Field "${name}" of ${plural}`);
      declarations.fields.push({ plural, name, declared: field as Field, plugin });
    },
    registerCheck(plural: string, check: RecordCheck) {
      assertRunning(context, `Check of ${plural}`);
      if (typeof check !== 'function')
        throw new DeclarationError(`Check of ${plural}: it is not a function: give one that takes a record.`);
      const hook: Hook = { hook: 'registerCheck', plugin, plural };
      declarations.checks.push({ plural, check: hooked(hook, check, services.refuseTimeout), plugin });
    },
  };
}

function assertRunning({ declarations, plugin }: PluginContext, what: string): void {
  if (declarations.closed) throw new DeclarationError(`${what}: the plugin ${plugin} has already ended: await its promises.`);
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
  return { check: hooked(hook, check, services.refuseTimeout) };
}

function addType(
  { registry, services, plugin, declarations }: PluginContext,
  declaration: ContentDeclaration,
  plural: string,
  fields: Readonly<Record<string, PluginField['declared']>>,
): void {
  // This program makes the responses of content types, so they need no check against their schema.
  const trusted = registry.trusting(plugin);
  declarations.types.push(declaration);
  declarations.routes.push(() => declareTypeRoutes(trusted, services, plural));
  for (const [name, declared] of Object.entries(fields)) declarations.fields.push({ plural, name, declared, plugin });
}

/** The state of the service's start. */
export interface StartState {
  /** True once all plugins have run and all types are compiled. */
  isCompiled: boolean;
  /** The first call of a plugin that needs the database too early aborts this with a `StartError`. */
  readonly tooEarly: AbortController;
  /** Resolves when `tooEarly` is aborted. */
  readonly aborted: Promise<unknown>;
}

/**
 * Makes the records of content types for a plugin, and `guarded`, which wraps other functions. A call before the database is open makes the
 * start fail.
 */
export const createGuardedRecords = (services: Services, plugin: string, start: StartState) => {
  const tooEarly = (what: string) =>
    new DeclarationError(`${what} cannot be read while plugins run, before the database is open: read them in handlers and listeners.`);
  /** Wraps functions that need the database. A call while plugins run makes the start fail, and the promise of the call never settles. */
  const guarded = <T extends AsyncFunctions<T>>(what: string, functions: T): T => {
    const entries: readonly (readonly [string, (...args: unknown[]) => unknown])[] = Object.entries(functions as object);
    const guardedEntries = entries.map(([name, call]) => {
      const guardedCall = (...args: unknown[]) => {
        if (start.isCompiled) return call(...args);
        start.tooEarly.abort(pluginError(plugin, tooEarly(what)));
        // The start fails anyway. A rejection here would be unhandled.
        return new Promise(() => undefined);
      };
      return [name, guardedCall];
    });
    return Object.fromEntries(guardedEntries);
  };
  return {
    /** Throws a `DeclarationError` that names `what` while plugins run. */
    assertOpen(what: string): void {
      if (!start.isCompiled) throw tooEarly(what);
    },
    guarded,
    posts: <R extends PostRecord>(plural: string) => guarded(`the records of ${plural}`, recordsOf(plural, services)) as Records<R>,
    terms: <R extends Term>(plural: string) => guarded(`the terms of ${plural}`, termRecordsOf(plural, services)) as TermRecords<R>,
  };
};

type AsyncFunctions<T> = { readonly [K in keyof T]: (...args: never[]) => Promise<unknown> };

/** Names that no content type may have: the other members of list responses, and `constructor`. */
const RESERVED = [...Object.keys(aroundAnswers), 'facets', 'constructor'];

const TYPE_NAME: MetaSchema = {
  type: 'string',
  pattern: '^[a-z][a-z0-9_-]{0,49}$',
  not: { enum: RESERVED },
  expects: '1 to 50 lowercase letters, digits, - and _, beginning with a letter, and not a word that answers use',
  // Capabilities would be ambiguous: `edit_others_events` is a capability on events.
  allOf: [
    metaIfType(
      'string',
      {
        not: { pattern: '^(?:others|published|private)_' },
        expects: 'another name, since its capabilities would look like those of another type',
      },
      {},
    ),
  ],
};

/** The pattern of a URL path segment that needs no percent-encoding and is not `.` or `..`. */
const FOLDER = String.raw`(?!\.{1,2}(?:/|$))[^/\\%?#\p{Cc}]{1,100}`;
const SEGMENT: MetaSchema = {
  type: 'string',
  pattern: `^${FOLDER}(?:/${FOLDER})*$`,
  expects: 'one or more folders separated by /, other than . and .., and without \\, %, ? and #',
};
const TAXONOMY: MetaSchema = { type: 'string', pattern: '^[a-z0-9_-]{1,32}$', expects: '1 to 32 lowercase letters, digits, - and _' };

/** The schemas of the members that declarations of all content types have. */
const BOTH: Readonly<Record<keyof NamedType | 'segment', MetaSchema>> = {
  kind: TYPE_NAME,
  plural: TYPE_NAME,
  name: metaTexts,
  names: metaTexts,
  one: metaTexts,
  segment: SEGMENT,
};
const REQUIRED = ['kind', 'plural', 'name', 'names'];

const fields: MetaSchema = { type: 'object', expects: 'an object with a field for each name, {} where there is none' };
const CHECKS: Readonly<Record<'post-like' | 'term-like', DeclarationCheck>> = {
  'post-like': checkOf(
    metaObject('an object with kind, plural and names', { ...BOTH, fields, check: metaFunction }, [...REQUIRED, 'fields']),
  ),
  'term-like': checkOf(
    metaObject(
      'an object with kind, plural and names',
      { ...BOTH, hierarchical: metaFlag, capability: metaText, taxonomy: TAXONOMY, fields, check: metaFunction },
      REQUIRED,
    ),
  ),
};

/** Validates the declaration of a content type. Throws a `DeclarationError` that names the type, the fault and the remedy. */
function assertValidDeclaration(declaration: unknown, sort: 'post-like' | 'term-like'): void {
  try {
    CHECKS[sort](declaration);
  } catch (error) {
    const { plural } = Object(declaration);
    throw new DeclarationError(`Kind ${typeof plural === 'string' ? plural : `"${plural}"`}: ${(error as Error).message}`);
  }
}

/** The names of a content type that must be unique. */
type TypeNames = Pick<PostLikeDeclaration, 'kind' | 'plural' | 'segment'> & Partial<Pick<TermDeclaration, 'taxonomy'>>;

const folderOf = ({ segment, kind }: TypeNames): string => (segment ?? kind).toLowerCase();

/** The URL path segments after the language that pages of the service itself use. */
const OWN_FOLDERS: readonly string[] = ['errors', PASSWORD_PAGE.slice(1), EMBED_PATH.slice(1)];

type ReservedNames = TypeNames & { readonly owner: string | undefined };

/**
 * Throws a `DeclarationError` if another content type, or the service, uses one of the names. `owner` is the plugin of the other type;
 * undefined for the calendar.
 */
function assertUnreserved(given: TypeNames, others: readonly ReservedNames[]): void {
  const { kind, plural, taxonomy } = given;
  const refuse = (other: ReservedNames | undefined, why: string, remedy: string): never => {
    const by = other?.owner === undefined ? '' : ` (first by the plugin ${other.owner})`;
    throw new DeclarationError(`Kind ${plural}: ${why} already${by}: choose another ${remedy}.`);
  };
  const samePlural = others.find((one) => one.plural === plural);
  if (samePlural !== undefined || Object.hasOwn(COMMON_INDEXES, plural)) refuse(samePlural, 'there is a collection of this name', 'plural');
  const sameKind = others.find((one) => one.kind === kind);
  if (sameKind !== undefined) refuse(sameKind, `${sameKind.plural} are of the kind "${kind}"`, 'singular');
  const sameFolder = others.find((one) => folderOf(one) === folderOf(given));
  if (sameFolder !== undefined) refuse(sameFolder, `${sameFolder.plural} have their pages in the folder "${folderOf(given)}"`, 'segment');
  const [first = ''] = folderOf(given).split('/');
  if (OWN_FOLDERS.includes(first)) refuse(undefined, `the service has pages of its own in the folder "${first}"`, 'segment');
  const sameTaxonomy = taxonomy === undefined ? undefined : others.find((one) => one.taxonomy === taxonomy);
  if (sameTaxonomy !== undefined) refuse(sameTaxonomy, `${sameTaxonomy.plural} are of the taxonomy "${taxonomy}"`, 'taxonomy');
}

/** Makes the error that names the plugin for which the start fails. */
export const pluginError = (name: string, error: unknown): StartError => {
  const sentence =
    error instanceof DeclarationError
      ? `The plugin ${name} has an invalid declaration: ${error.message}`
      : `The plugin ${name} failed with ${describeThrown(error)}: correct it, or leave it out.`;
  return new StartError(sentence, { cause: error });
};
