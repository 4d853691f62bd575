import type { IndexDescription } from 'mongodb';
import { collationKey } from '../calendar/collation-key';
import { fold } from '../calendar/fold';
import type { Counted } from '../records/counting';
import { NEWEST, POST_INDEXES, TERM_INDEXES } from '../records/indexes';
import { linkKey } from '../records/link-keys';
import { type Link, linkedIds } from '../records/links';
import type { Post } from '../records/record';
import { compileArgs } from '../registry/validator';
import type { TitledAnswer } from './answers/page-answers';
import type { KindField, MadeField, OwnField } from './field';
import { addField, type DeclaredField, type KindInMaking } from './fields/add-field';
import { declaredField } from './fields/declared-field';
import { frozenKind } from './frozen-kind';
import { argsOf, COMMON_ARGS, firmNames } from './kind-args';
import { languagesFilter } from './listing/languages';
import { sortIndexes } from './listing/sorting';
import type { ListFilter, PostLike, PostLikeDeclaration } from './post-like';
import type { PostRecord } from './post-record';
import { schemaTitles } from './schema-titles';
import type { Services } from './services';
import { createPresenter } from './showing/presenter';
import { embeddedAnswer, wholeAnswer } from './showing/schemas';
import type { TermDeclaration, TermLike } from './term-like';
import { termArgs } from './terms/term-args';
import { termFilters } from './terms/term-filters';
import { nameKey } from './text-search';
import { wordKeys } from './words/word-keys';
import { wordsFilter } from './words/words-filter';
import { nearestOrder, wordsIndex } from './words-index';

/** Everything that was said of kinds, by the calendar and by plugins, in the order in which it was said. */
export interface DeclaredKinds {
  readonly postLikes: readonly PostLikeDeclaration[];
  readonly termLikes: readonly TermDeclaration[];
  readonly fields: readonly DeclaredField[];
}

/**
 * Makes all kinds at once of what was said of them, with their storage, and enters them among the services. `blaming` names the plugin at fault of
 * what one throws about its fields.
 */
export function buildKinds(services: Services, declared: DeclaredKinds, blaming: (plugin: string, work: () => void) => void): void {
  for (const kind of declared.termLikes) {
    services.kinds.registerTerms({
      plural: kind.plural,
      shared: Object.entries(kind.fields).flatMap(([name, { as = name, shared }]) => (shared === true ? [as] : [])),
      indexes: TERM_INDEXES,
      keys: ({ name, description, language }) => ({
        name: nameKey(name),
        description: fold(description).slice(0, 100),
        words: wordKeys({ language, title: name, text: '', links: [], isClosed: false }),
      }),
    });
  }
  const termLikes = new Map(declared.termLikes.map((kind) => [kind.plural, kind]));
  const drafts = new Map(declared.postLikes.map((declaration) => [declaration.plural, draftOf(declaration)]));
  for (const field of declared.fields) blaming(field.plugin, () => addField(services, { postLikes: drafts, termLikes }, field));
  const fleeting = fleetingKinds([...drafts.values()]);
  const titleOf = schemaTitles([...drafts.values()].flatMap(({ made }) => made.map(({ field }) => field)));
  const kinds = declared.postLikes.map((declaration) => ({
    ...made(services, declaration, drafts.get(declaration.plural) as KindInMaking),
    title: titleOf(declaration.kind),
    lasts: !fleeting.has(declaration.plural),
  }));
  const { served } = services.site;
  const embedded = new Map<string, TitledAnswer>();
  const embeddedOf = (plural: string): TitledAnswer => {
    const kind = kinds.find((one) => one.plural === plural);
    if (kind === undefined) throw new Error(`There is no post-like kind named ${plural}.`);
    const answer = embedded.get(plural) ?? embeddedAnswer(kind, embeddedOf, served);
    embedded.set(plural, answer);
    return answer;
  };
  for (const kind of kinds) {
    const answers = { whole: wholeAnswer(kind, embeddedOf, served), embedded: embeddedOf(kind.plural) };
    services.postLikes.set(kind.plural, frozenKind({ ...kind, answers }));
  }
  for (const kind of declared.termLikes)
    services.termLikes.set(kind.plural, frozenKind({ ...madeTerms(services, kind), title: titleOf(kind.kind) }));
}

function madeTerms(services: Services, declaration: TermDeclaration): Omit<TermLike, 'title'> {
  const draft = { ...declaration, listed: {}, protectable: false };
  const taken = new Map(Object.entries(declaration.fields).map(([name, field]) => [name, declaredField(draft, name, field).field]));
  const filters = [...termFilters(services, declaration), languagesFilter];
  return { ...declaration, namespace: services.namespace, filters, taken, args: termArgs(services, { ...declaration, taken, filters }) };
}

/** The filters of a kind's list: its own, and that which every list has. */
const filtersOf = ({ filters }: PostLikeDeclaration): readonly ListFilter[] => [...filters, languagesFilter];

const isOwn = (field: object): field is OwnField => !('make' in field);

function draftOf(declaration: PostLikeDeclaration): KindInMaking {
  const { kind, plural, name, names, sparse, indexes = [] } = declaration;
  const draft = {
    ...{ kind, plural, name, names },
    ...(sparse && { sparse }),
    listed: declaration.listed ?? declaration.order?.key ?? NEWEST.key,
    protectable: declaration.protectable === true,
  };
  const made = Object.entries(declaration.fields).map(([wire, field]) =>
    isOwn(field) ? declaredField(draft, wire, field) : field.make(draft, wire),
  );
  // What is stored and nobody can send is what a plugin may let clients say.
  const own = made.flatMap(({ field }) => (field.arg || field.filter || field.path === undefined ? [field.name] : []));
  const filters = filtersOf(declaration).flatMap((filter) => Object.keys(filter.args));
  return {
    ...draft,
    made,
    taken: new Set([...COMMON_ARGS, ...own, ...filters]),
    firm: firmNames(declaration),
    facets: new Set(Object.keys(declaration.facets ?? {})),
    indexes: POST_INDEXES.length + indexes.length + (declaration.order ? 1 : 0) + sortIndexes(declaration, draft).length + 1,
  };
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

type Keys = Post['keys'];

/** The facets of a kind, without those by what a field's filter stands in the place of, and those of fields; undefined where there are none. */
const facetsOf = (own: PostLike['facets'], fields: readonly KindField[]): PostLike['facets'] => {
  const isOwn = (arg: string | undefined) => !fields.some(({ name, filter }) => filter && name === arg);
  const facets = [
    ...Object.entries(own ?? {}).filter(([, { arg }]) => isOwn(arg)),
    ...fields.flatMap(({ name, facet }) => (facet ? [[name, facet] as const] : [])),
  ];
  return facets.length > 0 ? Object.fromEntries(facets) : undefined;
};

/** What of a record finds it by name: the links of the kind that are counted, and all terms that plugins let it have. */
function linkedOf({ kinds }: Services, { counted = [] }: PostLikeDeclaration, { made }: KindInMaking): readonly Counted<Post>[] {
  const terms = new Set(kinds.known().flatMap(({ plural, sequence }) => (sequence === 'terms' ? [plural] : [])));
  const added = made.flatMap(({ extension }) => extension.counted ?? []);
  return [...counted, ...added.filter(({ collection }) => terms.has(collection))] as readonly Counted<Post>[];
}

function made(services: Services, declaration: PostLikeDeclaration, draft: KindInMaking): Omit<PostLike, 'answers' | 'title' | 'lasts'> {
  const { plural, titled, counted = [], segment = declaration.kind } = declaration;
  const words = wordsIndex(declaration, draft);
  const own: readonly IndexDescription[] = [
    ...(declaration.order ? [declaration.order] : []),
    ...(declaration.indexes ?? []),
    ...sortIndexes(declaration, draft),
    words,
  ];
  const extensions = draft.made.map(({ extension }) => extension);
  const linked = linkedOf(services, declaration, draft);
  const nameKeys = (record: Readonly<Record<string, unknown>>): Keys => ({ name: nameKey(String(record[titled])) });
  const fields = draft.made.map(({ field }) => field);
  const inherited = ['image', ...new Set(fields.flatMap(({ shared: own }) => own?.path ?? []))];
  const shared = ['image', ...new Set(fields.flatMap(({ shared: own }) => (own?.by === true ? own.path : [])))];
  const posts = services.kinds.registerPosts<PostRecord>({
    plural,
    shared,
    indexes: [...POST_INDEXES, ...own, ...extensions.flatMap(({ indexes = [] }) => indexes)],
    counted: [...counted, ...extensions.flatMap((extension) => (extension.counted ?? []) as typeof counted)],
    keys(record) {
      const title = String((record as Readonly<Record<string, unknown>>)[titled]);
      const keys = extensions.reduce<Keys>((found, extension) => extension.keys?.(record, found) ?? found, {
        ...(declaration.keys ?? nameKeys)(record as never),
        collated: collationKey(title, record.language),
        text: '',
      });
      const links = linked.flatMap(({ field }) =>
        [...linkedIds(record as PostRecord, field)].sort((one, other) => one - other).map((id) => linkKey(field, id)),
      );
      const { language, password } = record;
      return { ...keys, words: wordKeys({ language, title, text: String(keys['text']), links, isClosed: password !== '' }) };
    },
    // A draft has no slug unless it was given one.
    ...(declaration.lateSlugs && {
      fallbackSlug: ({ _id, status }) => (status === 'draft' || status === 'pending' ? '' : String(_id)),
    }),
  });
  for (const { link, field } of draft.made)
    if (link !== undefined && field.path !== undefined) {
      const shared = field.shared?.by === true;
      const translated = shared || field.translates === true;
      services.kinds.link(link, { collection: plural, field: field.path, none: field.empty as Link['none'], translated, shared });
    }
  const { made: _, taken: __, indexes: ___, firm: ____, ...rest } = draft;
  const added = fields.filter(({ plugin }) => plugin !== undefined);
  const kind = {
    ...declaration,
    ...rest,
    namespace: services.namespace,
    served: services.site.served,
    segment,
    posts,
    filters: [
      ...filtersOf(declaration),
      wordsFilter(services, {
        plural,
        names: declaration.names,
        linked,
        sort: nearestOrder(declaration),
        index: words,
      }),
    ],
    fields,
    shared,
    inherited,
    added,
    facets: facetsOf(declaration.facets, fields),
    taken: new Map(fields.flatMap((field) => (field.arg ? [[field.name, field] as const] : []))),
  };
  const args = argsOf(kind, services);
  return {
    ...kind,
    args,
    checks: { create: compileArgs(args.create), update: compileArgs(args.update, { editable: true }) },
    present: createPresenter(services, kind),
  };
}
