import { createRecordTypes } from '../../database';
import { addField, type DeclaredField } from '../fields';
import { assignedAnswerOf, embeddedAnswer, wholeAnswer } from '../show';
import type { CompiledTypes, PostLikeDeclaration, PostRecord, Services, TermDeclaration, TitledAnswer } from '../types';
import { compileFields } from './compile-fields';
import { compilePostLike } from './compile-post-like';
import { compileTermLike } from './compile-term-like';
import { freezeType } from './freeze-type';
import { createPostBuilder } from './post-builder';
import { schemaTitles } from './schema-titles';
import { linksFrom, storedPosts, storedTerms } from './stored-types';
import { createTermBuilder } from './term-builder';

/** All declarations of the calendar and of plugins, in their order. */
export interface Declarations {
  readonly postLikes: readonly PostLikeDeclaration[];
  readonly termLikes: readonly TermDeclaration[];
  readonly fields: readonly DeclaredField[];
}

/**
 * Compiles all content types at once, with their storage.
 * `blaming` adds the name of a plugin to errors about its fields. `services` gets the compiled types later; what is made here may hold it.
 */
export function compileTypes(
  services: Services,
  declared: Declarations,
  blaming: (plugin: string, work: () => void) => void,
): CompiledTypes {
  const narrowing = declared.postLikes.flatMap(({ kind, narrowsTerms }) => (narrowsTerms ? [kind] : []));
  const posts = declared.postLikes.map((declaration) => ({ declaration, draft: createPostBuilder(declaration) }));
  const terms = declared.termLikes.map((declaration) => ({ declaration, draft: createTermBuilder(declaration, narrowing) }));
  const drafts = posts.map(({ draft }) => draft);
  const inMaking = {
    postLikes: new Map(drafts.map((draft) => [draft.plural, draft])),
    termLikes: new Map(terms.map(({ draft }) => [draft.plural, draft])),
  };
  for (const field of declared.fields) blaming(field.plugin, () => addField(services, inMaking, field));
  const kinds = createRecordTypes(services.connection, services.site.served, {
    terms: terms.map(({ draft }) => storedTerms(draft)),
    posts: posts.map(({ declaration, draft }) => storedPosts(declaration, draft)),
    links: drafts.flatMap(linksFrom),
  });
  const titleOf = schemaTitles(drafts.flatMap(({ made }) => made.map(({ field }) => field)));
  const toldOf = ({ kind }: { readonly kind: string }) => ({ title: titleOf(kind) });
  const made = posts.map(({ declaration, draft }) => ({
    ...compilePostLike(services, kinds.posts<PostRecord>(declaration.plural), declaration, draft, drafts),
    ...toldOf(draft),
  }));
  const { served } = services.site;
  const embedded = new Map<string, TitledAnswer>();
  const embeddedOf = (plural: string): TitledAnswer => {
    const answer = embedded.get(plural) ?? answerWithin(plural);
    embedded.set(plural, answer);
    return answer;
  };
  const answerWithin = (plural: string): TitledAnswer => {
    const draft = inMaking.termLikes.get(plural);
    if (draft) return assignedAnswerOf({ title: titleOf(draft.kind), added: compileFields(draft).added }, served);
    const kind = made.find((one) => one.plural === plural);
    if (kind === undefined) throw new Error(`There is no kind named ${plural}.`);
    return embeddedAnswer(kind, embeddedOf, served);
  };
  const answersOf = (kind: (typeof made)[number]) => ({ whole: wholeAnswer(kind, embeddedOf, served), embedded: embeddedOf(kind.plural) });
  const stored = { kinds, postLikes: new Map(made.map((kind) => [kind.plural, freezeType({ ...kind, answers: answersOf(kind) })])) };
  return Object.freeze({
    ...stored,
    termLikes: new Map(
      terms.map(({ declaration, draft }) => [
        draft.plural,
        freezeType(compileTermLike(services, stored, declaration, draft, toldOf(draft))),
      ]),
    ),
  });
}
