import type { Owned } from '../../../access';
import type { Stored } from '../../../database';
import { type Reply, reply, writtenJson } from '../../../registry';
import { boundedLinks } from '../../list';
import { alternateLinks, type Routed, restUrl, revisionOf } from '../../records';
import type { Services, WriteResult } from '../../types';
import { changedTranslations } from './headers';

interface Shown<R, A> {
  present(record: R, viewing: A): Promise<object>;
  /** Returns the cached JSON of a record; undefined if it must be shown anew. */
  json?(record: R, viewing: A): Promise<Buffer | undefined>;
  mayKnow(viewing: A, sibling: Owned): boolean;
}

/** Answers with one record, its links to translations, and its revision for entity tags. */
export interface RecordAnswers<R, A> {
  one(record: R, viewing: A): Promise<Reply>;
  created(written: WriteResult<R>, viewing: A): Promise<Reply>;
  changed(written: WriteResult<R>, viewing: A): Promise<Reply>;
}

/** Makes the answers of a content type. */
export function recordAnswers<R extends Stored, A extends { readonly baseUrl: string }>(
  { site: { served } }: Pick<Services, 'site'>,
  type: Routed,
  { present, mayKnow, json }: Shown<R, A>,
): RecordAnswers<R, A> {
  const answer = async (record: R, viewing: A, status = 200, headers: Record<string, string> = {}) => {
    const links = alternateLinks(record, type, { baseUrl: viewing.baseUrl, served }, (sibling) => mayKnow(viewing, sibling));
    const cached = await json?.(record, viewing);
    return reply(cached ? writtenJson([cached]) : await present(record, viewing), {
      status,
      headers: { ...headers, ...boundedLinks(links) },
      language: record.language,
      revision: revisionOf(type.plural, record),
    });
  };
  return {
    one: (record, viewing) => answer(record, viewing),
    created: ({ record, languages }, viewing) =>
      answer(record, viewing, 201, { Location: restUrl(viewing.baseUrl, type, record._id), ...changedTranslations(languages, served) }),
    changed: ({ record, languages }, viewing) => answer(record, viewing, 200, changedTranslations(languages, served)),
  };
}
