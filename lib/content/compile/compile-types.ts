import { createRecordTypes } from '../../database';
import type { Args } from '../../registry';
import { addField, type DeclaredField, type TypeBuilder } from '../fields';
import { assignedAnswerOf, embeddedAnswer, wholeAnswer } from '../show';
import type { CompiledTypes, PostLike, PostLikeDeclaration, PostRecord, Services, TermDeclaration, TermLike, TitledAnswer } from '../types';
import { createPostBuilder, createTermBuilder, type TermBuilder } from './builders';
import { compileFields } from './compile-fields';
import { compilePostLike, compileTermLike } from './compile-type';
import { schemaTitles } from './schema-titles';
import { linksFrom, storedPosts, storedTerms } from './stored-types';

/** All declarations of the calendar and of plugins, in their order. */
export interface Declarations {
  readonly postLikes: readonly PostLikeDeclaration[];
  readonly termLikes: readonly TermDeclaration[];
  readonly fields: readonly DeclaredField[];
}

/** The declarations of types, each with its builder, to which all fields are added. */
interface Builders {
  readonly posts: readonly { readonly declaration: PostLikeDeclaration; readonly builder: TypeBuilder }[];
  readonly terms: readonly { readonly declaration: TermDeclaration; readonly builder: TermBuilder }[];
}

/**
 * Compiles all content types at once, with their storage.
 * `blaming` adds the name of a plugin to errors about its fields. `services` gets the compiled types later; what is made here may hold it.
 */
export function compileTypes(
  services: Services,
  declarations: Declarations,
  blaming: (plugin: string, work: () => void) => void,
): CompiledTypes {
  const { served } = services.site;
  const { posts, terms } = buildersOf(services, declarations, blaming);
  const postBuilders = posts.map(({ builder }) => builder);
  const kinds = createRecordTypes(services.connection, served, {
    terms: terms.map(({ builder }) => storedTerms(builder)),
    posts: posts.map(({ declaration, builder }) => storedPosts(declaration, builder)),
    links: postBuilders.flatMap(linksFrom),
  });
  const titleOf = schemaTitles(postBuilders.flatMap(({ compiled }) => compiled.map(({ field }) => field)));
  const compiled = posts.map(({ declaration, builder }) => ({
    ...compilePostLike(services, kinds.posts<PostRecord>(declaration.plural), declaration, builder, postBuilders),
    title: titleOf(builder.kind),
  }));
  const assigned = terms.map(({ builder }) => {
    const { plural, kind } = builder;
    return [plural, assignedAnswerOf({ title: titleOf(kind), added: compileFields(builder).added }, served)] as const;
  });
  const embeddedOf: (plural: string) => TitledAnswer = embeddedAnswers(compiled, new Map(assigned), (type) =>
    embeddedAnswer(type, embeddedOf, served),
  );
  const answersOf = (type: (typeof compiled)[number]) => ({
    whole: wholeAnswer(type, embeddedOf, served),
    embedded: embeddedOf(type.plural),
  });
  const postLikes = new Map(compiled.map((type) => [type.plural, freezeType({ ...type, answers: answersOf(type) })]));
  const termLikes = terms.map(({ declaration, builder }) => {
    const title = titleOf(builder.kind);
    return [builder.plural, freezeType(compileTermLike(services, { kinds, postLikes }, declaration, builder, { title }))] as const;
  });
  return Object.freeze({ kinds, postLikes, termLikes: new Map(termLikes) });
}

function buildersOf(
  services: Services,
  { postLikes, termLikes, fields }: Declarations,
  blaming: Parameters<typeof compileTypes>[2],
): Builders {
  const termFilters = postLikes.flatMap(({ kind, narrowsTerms }) => (narrowsTerms ? [kind] : []));
  const posts = postLikes.map((declaration) => ({ declaration, builder: createPostBuilder(declaration) }));
  const terms = termLikes.map((declaration) => ({ declaration, builder: createTermBuilder(declaration, termFilters) }));
  const builders = {
    postLikes: new Map(posts.map(({ builder }) => [builder.plural, builder])),
    termLikes: new Map(terms.map(({ builder }) => [builder.plural, builder])),
  };
  for (const field of fields) blaming(field.plugin, () => addField(services, builders, field));
  return { posts, terms };
}

/** Makes the function that returns the schema of a type's records as others embed them. Each is made once. */
function embeddedAnswers<T extends { readonly plural: string }>(
  postLikes: readonly T[],
  terms: ReadonlyMap<string, TitledAnswer>,
  make: (type: T) => TitledAnswer,
): (plural: string) => TitledAnswer {
  const answers = new Map(terms);
  return (plural) => {
    const known = answers.get(plural);
    if (known) return known;
    const type = postLikes.find((one) => one.plural === plural);
    if (type === undefined) throw new Error(`There is no kind named ${plural}.`);
    const answer = make(type);
    answers.set(plural, answer);
    return answer;
  };
}

const withArgs = (args: Args): readonly object[] => [args, ...Object.values(args)];

/**
 * Freezes a compiled type with its args, fields, filters and answers. Deeper objects belong to the declaration, and stay unfrozen.
 */
export function freezeType<K extends PostLike | TermLike>(type: K): K {
  const { args, filters } = type;
  const own = [type, args, filters, ...Object.values<Args>(args).flatMap(withArgs)];
  const ofPosts = 'answers' in type ? [type.answers, ...Object.values(type.answers)] : [];
  for (const one of [...own, type.fields, ...type.fields, ...ofPosts]) Object.freeze(one);
  return type;
}
