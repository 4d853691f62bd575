import type { Owned } from '../access/posts';
import type { Stored } from '../records/record';
import { slotted } from '../registry/address-slot';
import { lasting } from '../registry/lasting';
import { type Reply, reply } from '../registry/reply';
import { alternateLinks, type Routed, restUrl } from './addresses';
import { boundedLinks, changedTranslations } from './lists';
import { createMadeOf } from './made-of';
import { revisionOf } from './revision';
import type { Services } from './services';
import type { Written } from './writing/written';

/** How records are shown to who asks, and which translations he may know of. */
interface Shown<R, A> {
  present(record: R, asking: A): Promise<object>;
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
  created(written: Written<R>, asking: A): Promise<Reply>;
  changed(written: Written<R>, asking: A): Promise<Reply>;
}

/** Makes the answers of a kind. */
export function recordAnswers<R extends Stored, A extends { readonly baseUrl: string }>(
  { site: { served } }: Pick<Services, 'site'>,
  kind: Routed,
  { present, knows }: Shown<R, A>,
): RecordAnswers<R, A> {
  const answer = async (record: R, asking: A, status = 200, headers: Record<string, string> = {}) => {
    const links = alternateLinks(record, kind, { baseUrl: asking.baseUrl, served }, (sibling) => knows(asking, sibling));
    return reply(await present(record, asking), {
      status,
      headers: { ...headers, ...boundedLinks(links) },
      language: record.language,
      revision: revisionOf(kind.plural, record),
    });
  };
  const changes = ({ languages }: Written<R>) => changedTranslations(languages, served);
  return {
    one: (record, asking) => answer(record, asking),
    async lasting(record, asking, isFound) {
      const madeOf = createMadeOf();
      const reply = await answer(record, { ...asking, baseUrl: slotted(asking.baseUrl), madeOf });
      return lasting(reply, 'always', isFound ? madeOf.of(record._id) : undefined);
    },
    created: (written, asking) =>
      answer(written.record, asking, 201, { Location: restUrl(asking.baseUrl, kind, written.record._id), ...changes(written) }),
    changed: (written, asking) => answer(written.record, asking, 200, changes(written)),
  };
}
