import type { PostLike, PostRecord, Services, TermLike } from '../../content';
import { decodedPart } from '../../registry';

/** The folder of a kind's pages below a language root. */
export type Folder =
  | { readonly path: string; readonly posts: PostLike<PostRecord>; readonly terms?: undefined }
  | { readonly path: string; readonly terms: TermLike; readonly posts?: undefined };

/** The folders of all kinds, the longest paths first: `/events/category` lies in no folder of events. */
export const foldersOf = ({ postLikes, termLikes }: Services): readonly Folder[] => {
  const folders: Folder[] = [
    ...[...postLikes.values()].map((posts) => ({ path: pathOf(posts), posts })),
    ...[...termLikes.values()].map((terms) => ({ path: pathOf(terms), terms })),
  ];
  return folders.sort((one, other) => other.path.length - one.path.length);
};

const pathOf = ({ segment }: { readonly segment: string }): string => encodeURI(`/${segment}`).toLowerCase();

/** What of a path (percent-encoded) names a record in its folder: '' for the folder itself; undefined where the path lies in none. */
export const findFolder = (folders: readonly Folder[], path: string): { readonly folder: Folder; readonly name: string } | undefined => {
  const address = path.toLowerCase();
  for (const folder of folders) {
    if (address !== folder.path && !address.startsWith(`${folder.path}/`)) continue;
    const name = path.slice(folder.path.length).replace(/^\/|\/$/g, '');
    if (!name.includes('/')) return { folder, name: decodedPart(name) };
  }
  return undefined;
};
