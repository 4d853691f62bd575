import { createRecordTypes } from '../../database';
import type { Args } from '../../registry';
import { assignedAnswerOf, embeddedAnswer, wholeAnswer } from '../show';
import type { CompiledTypes, PostLike, PostRecord, Services, TermLike, TitledAnswer } from '../types';
import { buildTypes, type Declarations } from './builders';
import { compileFields, compilePostLike, compileTermLike } from './compile-type';
import { schemaTitles } from './schema-titles';
import { linksFrom, storedPosts, storedTerms } from './stored-types';

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
  const { posts, terms } = buildTypes(services, declarations, blaming);
  const kinds = createRecordTypes(services.connection, served, {
    terms: terms.map(storedTerms),
    posts: posts.map(storedPosts),
    links: posts.flatMap(linksFrom),
  });
  const titleOf = schemaTitles(posts.flatMap(({ compiled }) => compiled.map(({ field }) => field)));
  const compiled = posts.map((builder) => ({
    ...compilePostLike(services, kinds.posts<PostRecord>(builder.plural), builder, posts),
    title: titleOf(builder.kind),
  }));
  const embedded = new Map<string, TitledAnswer>(
    terms.map((builder) => [
      builder.plural,
      assignedAnswerOf({ title: titleOf(builder.kind), added: compileFields(builder).added }, served),
    ]),
  );
  const embeddedOf = (plural: string): TitledAnswer => {
    const compiledAnswer = embedded.get(plural);
    if (compiledAnswer) return compiledAnswer;
    const type = compiled.find((one) => one.plural === plural);
    if (type === undefined) throw new Error(`There is no kind named ${plural}.`);
    const answer = embeddedAnswer(type, embeddedOf, served);
    embedded.set(plural, answer);
    return answer;
  };
  const postLikes = new Map(
    compiled.map((type) => {
      const answers = { whole: wholeAnswer(type, embeddedOf, served), embedded: embeddedOf(type.plural) };
      return [type.plural, freezeType({ ...type, answers })] as const;
    }),
  );
  const termLikes = terms.map((builder) => {
    const type = compileTermLike(services, { kinds, postLikes }, builder, { title: titleOf(builder.kind) });
    return [builder.plural, freezeType(type)] as const;
  });
  return Object.freeze({ kinds, postLikes, termLikes: new Map(termLikes) });
}

/** Freezes a compiled type with its args, fields, filters and answers. Deeper objects belong to the declaration, and stay unfrozen. */
function freezeType<K extends PostLike | TermLike>(type: K): K {
  const { args, filters, fields } = type;
  const allArgs = Object.values<Args>(args).flatMap((some) => [some, ...Object.values(some)]);
  const answers = 'answers' in type ? [type.answers, ...Object.values(type.answers)] : [];
  for (const one of [type, args, ...allArgs, filters, fields, ...fields, ...answers]) Object.freeze(one);
  return type;
}
