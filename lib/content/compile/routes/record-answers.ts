import type { Owned } from '../../../access';
import type { Stored } from '../../../database';
import { type Reply, reply, writtenJson } from '../../../registry';
import { boundedLinks } from '../../list';
import { alternateLinks, type Routed, restUrl, revisionOf } from '../../records';
import type { Services, WriteResult } from '../../types';
import { changedTranslations } from './written-headers';

/** Functions that show a record of a type to its reader. */
interface Shown<R, A> {
  present(record: R, asking: A): Promise<object>;
  /** Returns the cached JSON of a record; undefined if it must be shown anew. */
  json?(record: R, asking: A): Promise<Buffer | undefined>;
  knows(asking: A, sibling: Owned): boolean;
}

/** Answers with one record, its links to translations, and its revision for entity tags. */
export interface RecordAnswers<R, A> {
  one(record: R, asking: A): Promise<Reply>;
  created(written: WriteResult<R>, asking: A): Promise<Reply>;
  changed(written: WriteResult<R>, asking: A): Promise<Reply>;
}

/** Makes the answers of a content type. */
export function recordAnswers<R extends Stored, A extends { readonly baseUrl: string }>(
  { site: { served } }: Pick<Services, 'site'>,
  kind: Routed,
  { present, knows, json }: Shown<R, A>,
): RecordAnswers<R, A> {
  const answer = async (record: R, asking: A, status = 200, headers: Record<string, string> = {}) => {
    const links = alternateLinks(record, kind, { baseUrl: asking.baseUrl, served }, (sibling) => knows(asking, sibling));
    const known = await json?.(record, asking);
    return reply(known ? writtenJson([known]) : await present(record, asking), {
      status,
      headers: { ...headers, ...boundedLinks(links) },
      language: record.language,
      revision: revisionOf(kind.plural, record),
    });
  };
  const changes = ({ languages }: WriteResult<R>) => changedTranslations(languages, served);
  return {
    one: (record, asking) => answer(record, asking),
    created: (written, asking) =>
      answer(written.record, asking, 201, { Location: restUrl(asking.baseUrl, kind, written.record._id), ...changes(written) }),
    changed: (written, asking) => answer(written.record, asking, 200, changes(written)),
  };
}
