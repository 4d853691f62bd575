import type { Owned } from '../access/posts';
import type { Stored } from '../records/record';
import { type Lasts, lasting } from '../registry/answer-lifetime';
import { type Reply, reply } from '../registry/reply';
import { type SlottedPart, slotted } from '../registry/slotted-text';
import { writtenJson } from '../registry/written-json';
import { alternateLinks, type Routed, restUrl } from './addresses';
import { boundedLinks, changedTranslations } from './lists';
import { revisionOf } from './revision';
import type { Services } from './services';
import type { WriteResult } from './writing/write-result';

/** A record as it is shown, as JSON. */
export interface WrittenRecord {
  readonly json: SlottedPart;
  /** The same with its counts as they are now, for as long as nothing else changes that it is made of; undefined where that is not known. */
  readonly again?: Again;
}

/** How a record is shown once more, and what it is made of but for counts. */
interface Again {
  readonly from: readonly string[];
  json(): Promise<SlottedPart | undefined>;
}

/** How an answer is made once more; apart from the record, which is not to stay. */
const remadeRecord = ({ status, headers, language, revision }: Reply, again: Again): Lasts['remade'] => ({
  from: again.from,
  // Names are counted where they are kept.
  bytes: 0,
  async remake() {
    const json = await again.json();
    return json && reply(writtenJson([json]), { status, headers, language, revision });
  },
});

/** How records are shown to who asks, and which translations he may know of. */
interface Shown<R, A> {
  present(record: R, asking: A): Promise<object>;
  /** What is kept of a record as it is shown; undefined where nothing is. */
  kept?(record: R, asking: A): Promise<WrittenRecord> | undefined;
  knows(asking: A, sibling: Owned): boolean;
}

/** Answers that are one record: with the links to its translations, and its state for entity tags. */
interface RecordAnswers<R, A> {
  one(record: R, asking: A): Promise<Reply>;
  /**
   * The same, for everybody who asks this without credentials: for as long as no record changes or, where the record is found and shown whatever others
   * are, as nothing changes that it is made of.
   */
  lasting(record: R, asking: A, isFound: boolean): Promise<Reply>;
  created(written: WriteResult<R>, asking: A): Promise<Reply>;
  changed(written: WriteResult<R>, asking: A): Promise<Reply>;
}

/** Makes the answers of a kind. */
export function recordAnswers<R extends Stored, A extends { readonly baseUrl: string }>(
  { site: { served } }: Pick<Services, 'site'>,
  kind: Routed,
  { present, knows, kept }: Shown<R, A>,
): RecordAnswers<R, A> {
  const answer = async (record: R, asking: A, status = 200, headers: Record<string, string> = {}, shown?: object) => {
    const links = alternateLinks(record, kind, { baseUrl: asking.baseUrl, served }, (sibling) => knows(asking, sibling));
    return reply(shown ?? (await present(record, asking)), {
      status,
      headers: { ...headers, ...boundedLinks(links) },
      language: record.language,
      revision: revisionOf(kind.plural, record),
    });
  };
  const changes = ({ languages }: WriteResult<R>) => changedTranslations(languages, served);
  return {
    one: (record, asking) => answer(record, asking),
    async lasting(record, asking, isFound) {
      const slots = { ...asking, baseUrl: slotted(asking.baseUrl) };
      const known = await kept?.(record, slots);
      const answered = await answer(record, slots, 200, {}, known && writtenJson([known.json]));
      if (known?.again === undefined || !isFound) return lasting(answered, { how: 'always' });
      return lasting(answered, { how: 'always', remade: remadeRecord(answered, known.again) });
    },
    created: (written, asking) =>
      answer(written.record, asking, 201, { Location: restUrl(asking.baseUrl, kind, written.record._id), ...changes(written) }),
    changed: (written, asking) => answer(written.record, asking, 200, changes(written)),
  };
}
