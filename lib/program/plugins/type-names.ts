import type { PostLikeDeclaration, TermDeclaration } from '../../content';
import { COMMON_INDEXES } from '../../database';
import { EMBED_PATH, PASSWORD_PAGE } from '../../html';
import { DeclarationError } from '../../registry';

/** The names that must be unique among all types. */
export type TypeNames = Pick<PostLikeDeclaration, 'kind' | 'plural' | 'segment'> & Partial<Pick<TermDeclaration, 'taxonomy'>>;

/** The names of a type that is declared already, with its plugin; undefined for the calendar. */
export type ReservedNames = TypeNames & { readonly owner: string | undefined };

/** The folder of a type's pages, in lower case for comparison. */
const folderOf = ({ segment, kind }: TypeNames): string => (segment ?? kind).toLowerCase();

/** The folders below a language root with pages of the service itself. */
const OWN_FOLDERS: readonly string[] = ['errors', PASSWORD_PAGE.slice(1), EMBED_PATH.slice(1)];

/** Throws a `DeclarationError` if another type, or the service, has one of the names already. */
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
