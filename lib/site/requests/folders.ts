import type { PostLike, PostRecord, Services, TermLike } from '../../content';
import { decodedPart } from '../../registry';

/** The folder of a type's pages, below a language root. */
export type Folder =
  | { readonly path: string; readonly posts: PostLike<PostRecord>; readonly terms?: undefined }
  | { readonly path: string; readonly terms: TermLike; readonly posts?: undefined };

/** The folders of all types, longest paths first, so that `/events/category` is not taken for a record of `/events`. */
export const foldersOf = ({ postLikes, termLikes }: Services): readonly Folder[] => {
  const folders: Folder[] = [
    ...[...postLikes.values()].map((posts) => ({ path: pathOf(posts), posts })),
    ...[...termLikes.values()].map((terms) => ({ path: pathOf(terms), terms })),
  ];
  return folders.sort((one, other) => other.path.length - one.path.length);
};

const pathOf = ({ segment }: { readonly segment: string }): string => encodeURI(`/${segment}`).toLowerCase();

/**
 * The folder and the record's name of a percent-encoded path. The name is '' for the folder itself. Undefined if no folder contains the
 * path.
 */
export const findFolder = (folders: readonly Folder[], path: string): { readonly folder: Folder; readonly name: string } | undefined => {
  const address = path.toLowerCase();
  for (const folder of folders) {
    if (address !== folder.path && !address.startsWith(`${folder.path}/`)) continue;
    const name = path.slice(folder.path.length).replace(/^\/|\/$/g, '');
    if (!name.includes('/')) return { folder, name: decodedPart(name) };
  }
  return undefined;
};
