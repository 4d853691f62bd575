import { aroundAnswers, type NamedType, type PostLikeDeclaration, type TermDeclaration } from '../../content';
import { COMMON_INDEXES } from '../../database';
import { EMBED_PATH, PASSWORD_PAGE } from '../../html';
import {
  called,
  checkOf,
  type DeclarationCheck,
  DeclarationError,
  declared,
  type MetaSchema,
  metaFlag,
  metaText,
  ofType,
  translated,
} from '../../registry';

/** Names that no content type may have: the other members of list responses, and `constructor`. */
const RESERVED = [...Object.keys(aroundAnswers), 'facets', 'constructor'];

const name: MetaSchema = {
  type: 'string',
  pattern: '^[a-z][a-z0-9_-]{0,49}$',
  not: { enum: RESERVED },
  expects: '1 to 50 small letters, digits, - and _, a letter first, and no word that answers use',
  // Capabilities would be ambiguous: `edit_others_events` is a capability on events.
  allOf: [
    ofType(
      'string',
      { not: { pattern: '^(?:others|published|private)_' }, expects: 'another name, as rights on it would read like others' },
      {},
    ),
  ],
};

/** The pattern of a URL path segment that needs no percent-encoding and is not `.` or `..`. */
const FOLDER = String.raw`(?!\.{1,2}(?:/|$))[^/\\%?#\p{Cc}]{1,100}`;
const segment: MetaSchema = {
  type: 'string',
  pattern: `^${FOLDER}(?:/${FOLDER})*$`,
  expects: 'a folder, or several with / between them, other than . and .. and without \\, %, ? and #',
};
const taxonomy: MetaSchema = { type: 'string', pattern: '^[a-z0-9_-]{1,32}$', expects: '1 to 32 small letters, digits, - and _' };

/** The schemas of the members that declarations of all content types have. */
const BOTH: Readonly<Record<keyof NamedType | 'segment', MetaSchema>> = {
  kind: name,
  plural: name,
  name: translated,
  names: translated,
  one: translated,
  segment,
};
const REQUIRED = ['kind', 'plural', 'name', 'names'];

const fields: MetaSchema = { type: 'object', expects: 'an object with a field for each name, {} where there is none' };
const CHECKS: Readonly<Record<'post-like' | 'term-like', DeclarationCheck>> = {
  'post-like': checkOf(declared('an object with kind, plural and names', { ...BOTH, fields, check: called }, [...REQUIRED, 'fields'])),
  'term-like': checkOf(
    declared(
      'an object with kind, plural and names',
      { ...BOTH, hierarchical: metaFlag, capability: metaText, taxonomy, fields, check: called },
      REQUIRED,
    ),
  ),
};

/**
 * Validates the declaration of a content type. Throws a `DeclarationError` that names the type, the fault and the remedy.
 */
export function assertValidDeclaration(declaration: unknown, sort: 'post-like' | 'term-like'): void {
  try {
    CHECKS[sort](declaration);
  } catch (error) {
    const { plural } = Object(declaration);
    throw new DeclarationError(`Kind ${typeof plural === 'string' ? plural : `"${plural}"`}: ${(error as Error).message}`);
  }
}

/** The names of a content type that must be unique. */
export type TypeNames = Pick<PostLikeDeclaration, 'kind' | 'plural' | 'segment'> & Partial<Pick<TermDeclaration, 'taxonomy'>>;

/** Returns the URL path segment of a type's pages, in lower case for comparison. */
const folderOf = ({ segment, kind }: TypeNames): string => (segment ?? kind).toLowerCase();

/** The URL path segments after the language that pages of the service itself use. */
const OWN_FOLDERS: readonly string[] = ['errors', PASSWORD_PAGE.slice(1), EMBED_PATH.slice(1)];

type ReservedNames = TypeNames & { readonly owner: string | undefined };

/**
 * Throws a `DeclarationError` if another content type, or the service, uses one of the names. `owner` is the plugin of the other type;
 * undefined for the calendar.
 */
export function assertUnreserved(given: TypeNames, others: readonly ReservedNames[]): void {
  const { kind, plural, taxonomy } = given;
  const refuse = (other: ReservedNames | undefined, why: string, remedy: string): never => {
    const by = other?.owner === undefined ? '' : ` (first by the plugin ${other.owner})`;
    throw new DeclarationError(`Kind ${plural}: ${why} already${by}: choose another ${remedy}.`);
  };
  const namesake = others.find((one) => one.plural === plural);
  if (namesake !== undefined || Object.hasOwn(COMMON_INDEXES, plural)) refuse(namesake, 'there is a collection of this name', 'plural');
  const like = others.find((one) => one.kind === kind);
  if (like !== undefined) refuse(like, `${like.plural} are of the kind "${kind}"`, 'singular');
  const neighbour = others.find((one) => folderOf(one) === folderOf(given));
  if (neighbour !== undefined) refuse(neighbour, `${neighbour.plural} have their pages in the folder "${folderOf(given)}"`, 'segment');
  const [first = ''] = folderOf(given).split('/');
  if (OWN_FOLDERS.includes(first)) refuse(undefined, `the service has pages of its own in the folder "${first}"`, 'segment');
  const alike = taxonomy === undefined ? undefined : others.find((one) => one.taxonomy === taxonomy);
  if (alike !== undefined) refuse(alike, `${alike.plural} are of the taxonomy "${taxonomy}"`, 'taxonomy');
}
