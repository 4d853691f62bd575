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
    const visit = pageRequestOf({ pages, services, query, language, user, root: serviceRoot(baseUrl) });
    const isStart = path === '/';
    const isHere = isServedHere(visit);
    const isEmbed = isHere && path.replace(/\/$/, '').toLowerCase() === EMBED_PATH;
    if (isEmbed && !isEmbeddable(visit)) return html ? embeddingOff(visit) : undefined;
    const found = isStart || isEmbed || !isHere ? undefined : findFolder(folders, path);
    if (found === undefined && !isStart && !isEmbed) return html ? notFoundPage(visit) : undefined;
    try {
      if (isEmbed) return await pages.embed(visit);
      if (found !== undefined) return await recordPage(visit, found.folder, found.name);
      return isHere ? await pages.start(visit) : pages.elsewhere(visit);
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal === undefined || !html) throw error;
      return (isEmbed ? embeddedRefusal : refusalPage)(visit, refusal, catalogue);
    }
  };
};

const recordPage = async (visit: PageRequest, folder: Folder, name: string): Promise<Reply<string>> => {
  const isMain = folder.posts?.plural === visit.pages.main;
  if (name === '' && visit.query['p'] === undefined) {
    // The start page is the list of this folder.
    return isMain ? redirected(visit, `${visit.base}/`) : folderPage(visit, folder);
  }
  if (folder.terms !== undefined) {
    const there = await findTerm(visit, folder, name);
    return there.elsewhere === undefined ? termPage(visit, folder.terms, there.record) : redirected(visit, there.elsewhere, there);
  }
  const there = await findPost(visit, folder, name);
  if (there.elsewhere !== undefined) return redirected(visit, there.elsewhere, there);
  return isMain ? visit.pages.record(visit, there.record) : postPage(visit, folder.posts, there.record);
};
