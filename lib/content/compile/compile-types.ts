import { createRecordTypes } from '../../database';
import { capitalized } from '../../language';
import { type Answers, type Args, DOCUMENT_SCHEMAS, partsOf, type Schema } from '../../registry';
import { assignedAnswerOf, embeddedAnswer, wholeAnswer } from '../show';
import {
  type CompiledTypes,
  LIST_TITLE,
  type PostLike,
  type PostRecord,
  type Services,
  type TermLike,
  type TitledAnswer,
  type TypeField,
} from '../types';
import { buildTypes, type Declarations } from './builders';
import { compileFields, compilePostLike, compileTermLike } from './compile-type';
import { linksFrom, storedPosts, storedTerms } from './stored-types';

/**
 * Compiles all content types together, with their stored forms. `blaming` adds the name of a plugin to errors about its fields. `services`
 * gets the compiled types later; compiled functions may keep a reference to `services`.
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

/** Freezes a compiled type with its args, fields, filters and answers. Deeper objects belong to the declaration and stay mutable. */
function freezeType<K extends PostLike | TermLike>(type: K): K {
  const { args, filters, fields } = type;
  const allArgs = Object.values<Args>(args).flatMap((some) => [some, ...Object.values(some)]);
  const answers = 'answers' in type ? [type.answers, ...Object.values(type.answers)] : [];
  for (const one of [type, args, ...allArgs, filters, fields, ...fields, ...answers]) Object.freeze(one);
  return type;
}

/** Names of schemas that every service uses besides the schemas of records. */
const COMMON: readonly string[] = [
  ...DOCUMENT_SCHEMAS,
  ...'Term TermUrls TermLinks Image Translation Suggestion Suggestions FacetCount FeatureCollection FullCalendarEvents'.split(' '),
  ...'DateText TimeZoneName WebAddress NamespaceIndex Route Endpoint OpenApiDocument'.split(' '),
];

const titlesIn = (schema: Schema): string[] => [
  ...(schema.title === undefined ? [] : [schema.title]),
  ...partsOf(schema).flatMap(titlesIn),
];

/** Returns a function that makes schema titles: `food-stall` gives `FoodStall`, or `FoodStallRecord` if another schema has that title. */
function schemaTitles(fields: readonly TypeField[]): (kind: string) => string {
  // The titles of other record schemas do not exist yet, and are not needed here.
  const other = (): Answers => ({ type: 'object' });
  const reserved = new Set([
    ...COMMON,
    ...fields.flatMap(({ plugin, answer }) => (plugin === undefined && answer ? titlesIn(answer(other)) : [])),
  ]);
  return (kind) => {
    const title = kind
      .split(/[^a-z0-9]+/)
      .map(capitalized)
      .join('');
    return reserved.has(title) || title.endsWith(LIST_TITLE) ? `${title}Record` : title;
  };
}
