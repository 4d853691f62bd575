import { createKinds } from '../records/kinds';
import type { TitledAnswer } from './answers/page-answers';
import type { MadeField } from './field';
import { addField, type DeclaredField, type KindInMaking } from './fields/add-field';
import { frozenKind } from './frozen-kind';
import { kindInMaking } from './kind-in-making';
import { madePostLike } from './made-post-like';
import { madeTermLike } from './made-term-like';
import type { PostLikeDeclaration } from './post-like';
import type { PostRecord } from './post-record';
import { schemaTitles } from './schema-titles';
import type { MadeKinds, Services } from './services';
import { embeddedAnswer, wholeAnswer } from './showing/schemas';
import { linksFrom, storedPosts, storedTerms } from './stored-kinds';
import type { TermDeclaration } from './term-like';

/** Everything that was said of kinds, by the calendar and by plugins, in the order in which it was said. */
export interface DeclaredKinds {
  readonly postLikes: readonly PostLikeDeclaration[];
  readonly termLikes: readonly TermDeclaration[];
  readonly fields: readonly DeclaredField[];
}

/**
 * Makes all kinds at once of what was said of them, with their storage. `blaming` names the plugin at fault of what one throws about its fields.
 * `services` has no kinds before: what they are made of may hold it, and ask it for kinds later.
 */
export function buildKinds(
  services: Services,
  { postLikes: declared, termLikes, fields }: DeclaredKinds,
  blaming: (plugin: string, work: () => void) => void,
): MadeKinds {
  const drafts = declared.map(kindInMaking);
  const inMaking = {
    postLikes: new Map(drafts.map((draft) => [draft.plural, draft])),
    termLikes: new Map(termLikes.map((kind) => [kind.plural, kind])),
  };
  for (const field of fields) blaming(field.plugin, () => addField(services, inMaking, field));
  const drafted = declared.map((declaration, place) => ({ declaration, draft: drafts[place] as KindInMaking }));
  const kinds = createKinds(services.connection, services.site.served, {
    terms: termLikes.map(storedTerms),
    posts: drafted.map(({ declaration, draft }) => storedPosts(declaration, draft)),
    links: drafts.flatMap(linksFrom),
  });
  const fleeting = fleetingKinds(drafts);
  const titleOf = schemaTitles(drafts.flatMap(({ made }) => made.map(({ field }) => field)));
  const made = drafted.map(({ declaration, draft }) => ({
    ...madePostLike(services, kinds.posts<PostRecord>(declaration.plural), declaration, draft, drafts),
    title: titleOf(declaration.kind),
    lasts: !fleeting.has(declaration.plural),
  }));
  const { served } = services.site;
  const embedded = new Map<string, TitledAnswer>();
  const embeddedOf = (plural: string): TitledAnswer => {
    const kind = made.find((one) => one.plural === plural);
    if (kind === undefined) throw new Error(`There is no post-like kind named ${plural}.`);
    const answer = embedded.get(plural) ?? embeddedAnswer(kind, embeddedOf, served);
    embedded.set(plural, answer);
    return answer;
  };
  const answersOf = (kind: (typeof made)[number]) => ({ whole: wholeAnswer(kind, embeddedOf, served), embedded: embeddedOf(kind.plural) });
  const stored = { kinds, postLikes: new Map(made.map((kind) => [kind.plural, frozenKind({ ...kind, answers: answersOf(kind) })])) };
  return Object.freeze({
    ...stored,
    termLikes: new Map(
      termLikes.map((kind) => [kind.plural, frozenKind({ ...madeTermLike(services, kind, stored), title: titleOf(kind.kind) })]),
    ),
  });
}

/** The plurals of the kinds of which something changes with more than the records, be it in what they link to. */
function fleetingKinds(drafts: readonly KindInMaking[]): ReadonlySet<string> {
  const fleeting = new Set<string>();
  const shows = ({ link, field }: MadeField): boolean => [link, field.shows].some((plural) => plural !== undefined && fleeting.has(plural));
  for (let before = -1; before < fleeting.size; ) {
    before = fleeting.size;
    for (const { plural, made } of drafts) if (made.some((one) => one.field.fleeting || shows(one))) fleeting.add(plural);
  }
  return fleeting;
}
