import type { Services } from '../../content';
import { refusalOf } from '../../database';
import type { Catalogue } from '../../errors';
import { EMBED_PATH, type RequestedPage } from '../../html';
import { serviceRoot } from '../../language';
import type { Reply } from '../../registry';
import { redirected } from '../parts/frame';
import { findPost, findTerm } from '../requests/find-record';
import { type Folder, findFolder, foldersOf } from '../requests/folders';
import { isEmbeddable, isServedHere, type PageRequest, type Pages, pageRequestOf } from '../requests/page-request';
import { embeddedRefusal, embeddingOff } from './embedded-page';
import { folderPage } from './folder-page';
import { notFoundPage } from './not-found-page';
import { postPage } from './post-page';
import { refusalPage } from './refusal-page';
import { termPage } from './term-page';

/**
 * Makes the pages of records, at the addresses that answers give as `url`, and the start pages of the languages. All types must be
 * compiled before. Other addresses are undefined, or a not-found page if the client prefers HTML. It throws the errors of the record's
 * route, or answers them as a page if the client prefers HTML.
 */
export const createRecordPages = (services: Services, catalogue: Catalogue, pages: Pages) => {
  const folders = foldersOf(services);

  return async ({
    path,
    query,
    language,
    user,
    baseUrl,
    html,
  }: RequestedPage & Pick<PageRequest, 'user'>): Promise<Reply<string> | undefined> => {
    const request = pageRequestOf({ pages, services, query, language, user, root: serviceRoot(baseUrl) });
    const isStart = path === '/';
    const isHere = isServedHere(request);
    const isEmbed = isHere && path.replace(/\/$/, '').toLowerCase() === EMBED_PATH;
    if (isEmbed && !isEmbeddable(request)) return html ? embeddingOff(request) : undefined;
    const found = isStart || isEmbed || !isHere ? undefined : findFolder(folders, path);
    if (found === undefined && !isStart && !isEmbed) return html ? notFoundPage(request) : undefined;
    try {
      if (isEmbed) return await pages.embed(request);
      if (found !== undefined) return await recordPage(request, found.folder, found.name);
      return isHere ? await pages.start(request) : pages.elsewhere(request);
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal === undefined || !html) throw error;
      return (isEmbed ? embeddedRefusal : refusalPage)(request, refusal, catalogue);
    }
  };
};

const recordPage = async (request: PageRequest, folder: Folder, name: string): Promise<Reply<string>> => {
  const isMain = folder.posts?.plural === request.pages.main;
  if (name === '' && request.query['p'] === undefined) {
    // The start page is the list of this folder.
    return isMain ? redirected(request, `${request.base}/`) : folderPage(request, folder);
  }
  if (folder.terms !== undefined) {
    const destination = await findTerm(request, folder, name);
    return destination.elsewhere === undefined
      ? termPage(request, folder.terms, destination.record)
      : redirected(request, destination.elsewhere, destination);
  }
  const destination = await findPost(request, folder, name);
  if (destination.elsewhere !== undefined) return redirected(request, destination.elsewhere, destination);
  return isMain ? request.pages.record(request, destination.record) : postPage(request, folder.posts, destination.record);
};
