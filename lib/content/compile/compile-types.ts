import { createRecordTypes, initialCounts, type Store } from '../../database';
import { capitalized } from '../../language';
import { type Answers, type Args, compileArgs, DOCUMENT_SCHEMAS, partsOf, type Schema } from '../../registry';
import type { TypeBuilder } from '../fields';
import { createFacetCounts, createTotal, termFilters } from '../list';
import { queryFilter, tieOrder } from '../search';
import { assignedAnswerOf, createPresenter, createTermPresenter, embeddedAnswer, wholeAnswer } from '../show';
import { languagesFilter } from '../translations';
import {
  type CompiledField,
  type CompiledTypes,
  LIST_TITLE,
  type ListedType,
  type NullEffect,
  type PostLike,
  type PostRecord,
  type Services,
  type TermLike,
  type TitledAnswer,
} from '../types';
import { postArgs, termArgs } from './args';
import {
  buildTypes,
  type Declarations,
  fieldIndexes,
  groupFields,
  IMAGE_PATH,
  linksByName,
  linksFrom,
  type PostBuilder,
  storedPosts,
  storedTerms,
  type TermBuilder,
} from './builders';

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
  const stores = createRecordTypes(services.connection, served, {
    terms: terms.map(storedTerms),
    posts: posts.map(storedPosts),
    links: posts.flatMap(linksFrom),
  });
  const titleOf = schemaTitles(posts.flatMap(({ fields }) => fields));
  const compiled = posts.map((builder) => ({
    ...compilePostLike(services, stores.posts<PostRecord>(builder.plural), builder, posts),
    recordChecks: declarations.checks.flatMap(({ plural, check }) => (plural === builder.plural ? [check] : [])),
    title: titleOf(builder.kind),
  }));
  const embedded = new Map<string, TitledAnswer>(
    terms.map((builder) => [
      builder.plural,
      assignedAnswerOf({ title: titleOf(builder.kind), pluginFields: groupFields(builder).pluginFields }, served),
    ]),
  );
  const embeddedOf = (plural: string): TitledAnswer => {
    const compiledAnswer = embedded.get(plural);
    if (compiledAnswer) return compiledAnswer;
    const type = compiled.find((one) => one.plural === plural);
    if (type === undefined) throw new Error(`There is no content type with the plural ${plural}.`);
    const answer = embeddedAnswer(type, embeddedOf, served);
    embedded.set(plural, answer);
    return answer;
  };
  const postLikes = new Map(
    compiled.map((type) => {
      const answers = wholeAnswer(type, embeddedOf, served);
      const listed = { ...type, answers };
      const counting = { total: createTotal(services, listed), countFacets: createFacetCounts(services, listed) };
      return [type.plural, freezeType({ ...listed, ...counting })] as const;
    }),
  );
  const termLikes = terms.map((builder) => {
    const type = compileTermLike(services, { stores, postLikes }, builder);
    return [builder.plural, freezeType({ ...type, title: titleOf(builder.kind) })] as const;
  });
  return Object.freeze({ stores, postLikes, termLikes: new Map(termLikes) });
}

/** Freezes a compiled type with its args, fields, filters and answers. Deeper objects belong to the declaration and stay mutable. */
function freezeType<K extends PostLike | TermLike>(type: K): K {
  const { args, filters, fields } = type;
  const allArgs = Object.values<Args>(args).flatMap((some) => [some, ...Object.values(some)]);
  const answers = 'answers' in type ? [type.answers] : [];
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
function schemaTitles(fields: readonly CompiledField[]): (kind: string) => string {
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

const uncreatable = ({ kind }: TypeBuilder) => `could-not-create-${kind}` as const;

/** Returns the initial counts and the error codes of a type that result from links between types. */
function linkConsequences(type: TypeBuilder, all: readonly TypeBuilder[]): Pick<PostLike, 'initial' | 'refusals'> {
  const counted = all.flatMap(({ fields }) => fields.flatMap(({ counted = [] }) => counted));
  /** Returns the types whose records an inline link of a type can create. */
  const madeBy = ({ fields }: TypeBuilder) => all.filter(({ plural }) => fields.some(({ makes, link }) => makes && link === plural));
  const others = madeBy(type).map(uncreatable);
  return {
    initial: initialCounts(counted.filter(({ collection }) => collection === type.plural)),
    refusals: { creating: [...(all.some((one) => madeBy(one).includes(type)) ? [uncreatable(type)] : []), ...others], updating: others },
  };
}

/** Returns the facets of a type and its fields; undefined without any. A field's filter replaces the type's facet with the same arg. */
const facetsOf = (own: PostLike['facets'], fields: readonly CompiledField[]): PostLike['facets'] => {
  const facets = [
    ...Object.entries(own ?? {}).filter(([, { arg }]) => !fields.some(({ name, filter }) => filter && name === arg)),
    ...fields.flatMap(({ name, facet }) => (facet ? [[name, facet] as const] : [])),
  ];
  return facets.length > 0 ? Object.fromEntries(facets) : undefined;
};

/** Compiles a post-like type. `all` contains all post-like types. */
function compilePostLike(
  services: Services,
  posts: Store<PostRecord>,
  builder: PostBuilder,
  all: readonly PostBuilder[],
): Omit<ListedType, 'answers' | 'title' | 'recordChecks'> {
  const { declaration, protectable } = builder;
  const { plural, names, segment = declaration.kind } = declaration;
  const grouped = groupFields(builder, [IMAGE_PATH]);
  const words = queryFilter(services, { plural, names, linked: linksByName(builder), sort: tieOrder(declaration) });
  const type = {
    ...declaration,
    protectable,
    segment,
    posts,
    ...linkConsequences(builder, all),
    namespace: services.namespace,
    served: services.site.served,
    filters: [...declaration.filters, languagesFilter, words],
    ...grouped,
    onNull: new Map<string, NullEffect>([
      ...grouped.onNull,
      ['image', { store: null }],
      ...(protectable ? [['password', { store: '' }] as const] : []),
    ]),
    facets: facetsOf(declaration.facets, grouped.fields),
  };
  const args = postArgs(type, services);
  return {
    ...type,
    args,
    validators: { create: compileArgs(args.create), update: compileArgs(args.update, { editable: true }) },
    present: createPresenter(services, type),
  };
}

/** Compiles a term-like type. Needs all post-like types compiled. */
function compileTermLike(
  services: Services,
  { stores, postLikes }: Omit<CompiledTypes, 'termLikes'>,
  builder: TermBuilder,
): Omit<TermLike, 'title'> {
  const { declaration } = builder;
  const grouped = groupFields(builder);
  const links = stores.linksTo(declaration.plural);
  const posts = links.map(({ collection }) => postLikes.get(collection)).find((one) => one?.limitsTerms);
  const type = {
    ...declaration,
    namespace: services.namespace,
    ...grouped,
    filters: [...termFilters(services, { ...declaration, fields: grouped.fields }, links, posts), languagesFilter],
    indexes: fieldIndexes(builder),
  };
  const args = termArgs(type, services);
  const pluginArgs = Object.fromEntries(
    Object.entries(args.create).filter(([name]) => type.pluginFields.some((field) => field.name === name)),
  );
  return {
    ...type,
    args,
    validators: { pluginFields: compileArgs(pluginArgs), update: compileArgs(args.update, { editable: true }) },
    present: createTermPresenter(services, type),
  };
}
