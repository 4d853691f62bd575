import { bytesOf } from '../cache/cache';
import { queryKey } from '../records/query-key';
import type { PageQuery, RecordPage } from '../records/store';
import { writtenJson } from '../registry/written-json';
import type { View } from './context';
import type { PostLike } from './post-like';
import type { PostRecord } from './post-record';
import type { Services, User } from './services';

/** Whether what is answered of a kind depends on nothing but the request, the records and the second: whatever everybody sees without a password. */
export const isLasting = ({ lasts }: Pick<PostLike, 'lasts'>, user: User | undefined, password: unknown): boolean =>
  lasts && user === undefined && password === undefined;

/** A page of a list: how many records there are, and those of the page as they are shown. */
interface Page {
  readonly total: number;
  records(): Promise<unknown>;
}

/** A page as it is kept: its records are JSON already. */
interface KeptPage {
  readonly total: number;
  readonly text: string;
}

/** Makes what reads and shows pages of a kind's list; those that last are kept until a record changes. */
export const createPages = <R extends PostRecord>({ cache }: Pick<Services, 'cache'>, { plural, posts, present }: PostLike<R>) => {
  const read = async (query: PageQuery<R>, view: View): Promise<Page> => {
    const { records, total }: RecordPage<R> = await posts.page(query);
    return { total, records: () => present(records, view) };
  };

  return {
    async read(query: PageQuery<R>, view: View, lasts: boolean): Promise<Page> {
      if (!lasts) return read(query, view);
      const begun = cache.begin();
      const key = begun === undefined ? '' : queryKey({ plural, query, view });
      const known = begun === undefined ? undefined : cache.find<KeptPage>(key);
      if (known !== undefined) return { total: known.total, records: async () => writtenJson(known.text) };
      const { total, records } = await read(query, view);
      return {
        total,
        async records() {
          const text = JSON.stringify(await records());
          cache.keep(key, { total, text } satisfies KeptPage, bytesOf(text), begun);
          return writtenJson(text);
        },
      };
    },
  };
};
