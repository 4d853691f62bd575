import type { Filter, Sort } from 'mongodb';
import { canRead } from '../lib/access/posts';
import type { Capability } from '../lib/access/roles';
import { fold } from '../lib/calendar/fold';
import { slugify } from '../lib/calendar/slug';
import { plainText, sanitizeHtml } from '../lib/calendar/text';
import { errors, type Kind } from '../lib/errors';
import type { Language, Text } from '../lib/language';
import { TERM_INDEXES } from '../lib/records/indexes';
import type { Term } from '../lib/records/record';
import type { Terms } from '../lib/records/terms';
import type { ArgRequest, Args } from '../lib/registry/args';
import { CREATABLE, DELETABLE, EDITABLE, READABLE } from '../lib/registry/registry';
import { reply } from '../lib/registry/reply';
import { collectionUrl, postUrl, restUrl, siteUrl } from './addresses';
import { clearable, filled, idFilter, idsFilter, LONGEST, listOf, paging, readId, refused } from './common';
import type { EventRecord } from './events/event-record';
import { pageHeaders, pageLinks } from './lists';
import { ownedBy } from './post-like/post-record';
import { isOpenTo } from './post-like/visibility';
import { containing } from './searching';
import { type CalendarRegistry, NAMESPACE, type Services, type User } from './services';
import { type Taxonomy, termLanguage, termUrls } from './term-like/term-presenting';
import { createTerm } from './term-like/term-writing';

/** A term-like kind: a description that `registerTermLike` makes routes, storage and permissions of. */
export interface TermLike extends Kind, Taxonomy {
  readonly names: Text;
  /** What one must be allowed to do to create, change and delete terms. */
  readonly capability: Capability;
  readonly hierarchical: boolean;
  /** Descriptions of the args. */
  readonly fields: { readonly name: Text; readonly description: Text; readonly slug: Text; readonly parent?: Text };
}

/** The stored fields that lists sort by; anything else sorts by name (REFERENCE 7.3). */
const ORDERS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    name: 'keys.name',
    slug: 'slug',
    id: '_id',
    term_id: '_id',
    count: 'count',
    description: 'keys.description',
    parent: 'parent',
    none: '_id',
    term_group: '_id',
  }),
);

/** The index of each order; those in which many terms tie have one for each direction. */
const TERM_ORDERS: Readonly<Record<string, string>> = {
  'keys.name': 'name',
  slug: 'bySlug',
  _id: 'order',
  count: 'count',
  'keys.description': 'description',
  parent: 'parent',
};

/** Orders that know no direction: all terms tie, and stand by ID. */
const UNORDERED = new Set(['none', 'term_group']);

/** Registers the storage of a term-like kind. */
export const registerTerms = (services: Services, { plural }: Taxonomy): Terms =>
  services.kinds.registerTerms({
    plural,
    indexes: TERM_INDEXES,
    assigned: { collection: 'events', field: plural },
    keys: (term) => ({ name: fold(term.name).slice(0, 200), description: fold(term.description).slice(0, 100) }),
  });

/** Declares the seven routes of a term-like kind (SPECIFICATION 4.5 and 4.6). */
export function registerTermLike(registry: CalendarRegistry, services: Services, kind: TermLike): void {
  const { plural } = kind;
  const terms = services.kinds.terms(plural);
  const id = {
    type: 'integer',
    required: true,
    description: { en: `The ID of the ${kind.name.en}`, fr: `L’identifiant (${kind.name.fr})` },
  } as const;
  const exist = async (ids: readonly number[]) => (await terms.many(ids)).size === new Set(ids).size;
  const seesEvent = async (event: number, request: ArgRequest) => {
    const found = await services.kinds.posts<EventRecord>('events').byId(event);
    const user = request.user as User | undefined;
    return found !== undefined && canRead(user, 'events', ownedBy(found)) && isOpenTo(user, 'events', found);
  };
  /** As in the reference, the slug or name of a term that exists is of the wrong type; anything else is unknown. */
  const unknownParent = async (value: unknown, { language }: ArgRequest, why: Text) => {
    const named = typeof value === 'string' && /[^\d\s-]/.test(value);
    const known =
      named &&
      ((await terms.bySlug(language, slugify(value))) ?? (await terms.find({ language, 'keys.name': fold(value).slice(0, 200) }))[0]);
    return known ? errors.invalidType('parent', ['integer']) : errors.invalidValue(why);
  };
  const parentArg: Args =
    kind.hierarchical && kind.fields.parent
      ? {
          parent: {
            type: 'integer',
            async validate(value: unknown, request: ArgRequest): Promise<true> {
              const parent = readId(value);
              const root = (value === 0 || value === '0') && (request.record !== undefined || request.path['id'] === undefined);
              if (root && request.record !== undefined) return true;
              if (parent !== undefined && (await terms.byId(parent))) return true;
              throw await unknownParent(value, request, {
                en: 'Send the ID of a category that exists.',
                fr: 'Envoyez l’identifiant d’une catégorie existante.',
              });
            },
            description: kind.fields.parent,
          },
        }
      : {
          parent: {
            type: 'integer',
            description: { en: `A ${kind.name.en} has no parent`, fr: `Sans objet : aucune hiérarchie (${kind.name.fr})` },
          },
        };
  const fields: Args = {
    name: { type: 'string', required: true, validate: filled(), description: kind.fields.name },
    description: { type: 'string', validate: clearable(filled()), description: kind.fields.description },
    slug: { type: 'string', validate: filled(LONGEST.slug), description: kind.fields.slug },
    ...(kind.hierarchical ? parentArg : {}),
  };
  const optional = Object.fromEntries(Object.entries(fields).map(([name, { required: _, ...arg }]) => [name, arg]));

  const parentFilter: Args = kind.hierarchical
    ? {
        parent: {
          type: 'integer',
          async validate(value: unknown, request: ArgRequest): Promise<true> {
            const parent = readId(value);
            if (value === 0 || value === '0' || (parent !== undefined && (await terms.byId(parent)))) return true;
            throw await unknownParent(value, request, {
              en: 'Send the ID of a category that exists, or 0 for the root.',
              fr: 'Envoyez l’identifiant d’une catégorie existante, ou 0 pour la racine.',
            });
          },
          description: {
            en: 'Categories with this parent; 0 for those at the root',
            fr: 'Catégories de ce parent ; 0 pour celles de la racine',
          },
        },
      }
    : {};
  const filters: Args = {
    ...paging(services, kind.names),
    search: {
      type: 'string',
      validate: filled(),
      description: { en: `Limit to ${kind.names.en} matching the text`, fr: `Limiter aux ${kind.names.fr} correspondant au texte` },
    },
    exclude: {
      type: 'array',
      items: { type: 'integer' },
      ...idsFilter(exist),
      description: { en: 'Exclude these IDs', fr: 'Exclure ces identifiants' },
    },
    include: {
      type: 'array',
      items: { type: 'integer' },
      ...idsFilter(exist),
      description: { en: 'Limit to these IDs', fr: 'Limiter à ces identifiants' },
    },
    order: {
      type: 'string',
      validate(value: unknown): true {
        if (typeof value === 'string' && /^(asc|desc)$/i.test(value)) return true;
        throw errors.invalidValue({ en: 'Send asc or desc.', fr: 'Envoyez asc ou desc.' });
      },
      description: { en: 'The sort direction: asc or desc', fr: 'Le sens du tri : asc ou desc' },
    },
    orderby: { type: 'string', validate: filled(), description: { en: 'The attribute to sort by', fr: 'L’attribut selon lequel trier' } },
    hide_empty: {
      type: 'boolean',
      default: true,
      description: { en: `Hide ${kind.names.en} assigned to no events`, fr: `Masquer les ${kind.names.fr} sans évènement` },
    },
    ...parentFilter,
    post: {
      type: 'integer',
      ...idFilter(seesEvent),
      description: { en: `Limit to ${kind.names.en} of this post`, fr: `Limiter aux ${kind.names.fr} de cette publication` },
    },
    event: {
      type: 'integer',
      ...idFilter(seesEvent),
      description: { en: `Limit to ${kind.names.en} of this event`, fr: `Limiter aux ${kind.names.fr} de cet évènement` },
    },
    slug: {
      type: 'string',
      validate(value: unknown): true {
        const slugs = listOf(value);
        if (slugs.length > 0 && slugs.every((slug) => typeof slug === 'string' && slug !== '' && slug !== '0')) return true;
        throw errors.invalidValue({
          en: 'Send one slug, or several with commas between them.',
          fr: 'Envoyez un slug, ou plusieurs séparés par des virgules.',
        });
      },
      sanitize: (value: unknown): string[] => listOf(value).map((slug) => slugify(String(slug))),
      description: { en: `Limit to ${kind.names.en} with this slug`, fr: `Limiter aux ${kind.names.fr} portant ce slug` },
    },
  };

  const present = (term: Term, baseUrl: string, linked: boolean) => {
    const origin = siteUrl(baseUrl, services.site);
    return {
      id: term._id,
      count: term.count,
      description: term.description,
      name: term.name,
      slug: term.slug,
      taxonomy: kind.taxonomy,
      ...(kind.hierarchical && { parent: term.parent }),
      meta: [],
      url: postUrl({ id: term._id, language: term.language, slug: term.slug }, kind.segment, origin),
      urls: termUrls(kind, term, baseUrl),
      ...termLanguage(kind, term, { baseUrl, origin }),
      ...(linked && { _links: linksOf(term, baseUrl) }),
    };
  };
  const linksOf = (term: Term, baseUrl: string) => ({
    self: [{ href: restUrl(baseUrl, plural, term._id) }],
    collection: [{ href: collectionUrl(baseUrl, plural) }],
    ...(term.parent > 0 && { up: [{ embeddable: true, href: restUrl(baseUrl, plural, term.parent) }] }),
    'wp:post_type': [{ href: `${collectionUrl(baseUrl, 'events')}?${plural}=${term._id}` }],
  });
  const answer = (term: Term, baseUrl: string, linked: boolean, status = 200, headers: Record<string, string> = {}) =>
    reply(present(term, baseUrl, linked), { status, headers, language: term.language });

  registry.registerRoute(
    NAMESPACE,
    `/${plural}`,
    {
      methods: READABLE,
      permission: 'public',
      args: filters,
      async handle({ params, language, baseUrl }) {
        const { page, per_page: perPage, ...asked } = params as unknown as TermFilters;
        const { records, total } = await terms.page({
          filter: await filterOf(asked, language),
          sort: sortOf(asked),
          hint: indexOf(asked),
          skip: (page - 1) * perPage,
          limit: perPage,
        });
        const at = { page, perPage, total };
        const kept = { per_page: perPage === defaultPerPage ? undefined : perPage, ...shownOf(asked) };
        const links = pageLinks(baseUrl, plural, at, { page: page > 1 ? page : undefined, ...kept }, kept);
        const { rest_url, ...neighbours } = links;
        const pages = Math.ceil(total / perPage);
        const list = records.map((term) => present(term, baseUrl, false));
        return reply({ rest_url, total, total_pages: pages, [plural]: list, ...neighbours }, { headers: pageHeaders(at, links) });
      },
    },
    {
      methods: CREATABLE,
      permission: kind.capability,
      args: { ...fields, ...(kind.hierarchical ? {} : parentArg) },
      async handle({ params, language, baseUrl }) {
        const sent = params as unknown as SentTerm;
        if (!kind.hierarchical && sent.parent !== undefined) throw errors.notHierarchical();
        const name = nameOf(sent.name);
        const term = await services.connection.transact(async (session) => {
          const parent = sent.parent ?? 0;
          const slug = sent.slug === undefined ? undefined : slugify(sent.slug) || slugify(name);
          const folded = fold(name);
          const namesakes = await terms.find({ language, 'keys.name': folded.slice(0, 200), parent }, session);
          const [twin] = namesakes.filter((one) => fold(one.name) === folded);
          if (twin && (slug === undefined || slug === twin.slug)) throw errors.termExists(name, twin._id);
          return createTerm(terms, services, {
            name,
            language,
            session,
            parent,
            description: sanitizeHtml(sent.description ?? ''),
            ...(slug !== undefined && { slug }),
          });
        });
        return answer(term, baseUrl, true, 201, { Location: restUrl(baseUrl, plural, term._id) });
      },
    },
  );

  registry.registerRoute(
    NAMESPACE,
    {
      path: `/${plural}/{id}` as string,
      load: ({ path }) => terms.byId(Number((path as { id: number }).id)),
      notFound: (path) => errors.notFound(kind, String((path as { id: number }).id)),
    },
    {
      methods: READABLE,
      permission: 'public',
      args: { id } as Args,
      handle: ({ record, baseUrl }) => answer(record as Term, baseUrl, true),
    },
    {
      methods: EDITABLE,
      permission: kind.capability,
      args: { id, ...optional, ...(kind.hierarchical ? {} : parentArg) } as Args,
      async handle({ params, record, baseUrl }) {
        const sent = params as unknown as SentTerm;
        for (const field of ['name', 'slug', 'parent'] as const) {
          if (sent[field] === null)
            throw errors.invalidParams({ [field]: errors.invalidType(field, [field === 'parent' ? 'integer' : 'string']) });
        }
        if (!kind.hierarchical && sent.parent !== undefined && Number(sent.parent) !== 0) throw errors.notHierarchical();
        const term = await services.connection.transact(async (session) => {
          const current = await terms.byId((record as Term)._id, session);
          if (!current) throw errors.notFound(kind, (record as Term)._id);
          const changes: { -readonly [K in keyof Term]?: Term[K] } = { modified: services.clock.now() };
          if (sent.name !== undefined) changes.name = nameOf(sent.name);
          if (sent.description !== undefined) changes.description = sanitizeHtml(sent.description ?? '');
          if (kind.hierarchical && sent.parent !== undefined) {
            if ((await terms.lineage(sent.parent, session)).includes(current._id)) throw refused('parent', CYCLE);
            changes.parent = sent.parent;
          }
          if (sent.slug !== undefined) {
            changes.slug = slugify(sent.slug) || slugify(changes.name ?? current.name);
            const holder = await terms.bySlug(current.language, changes.slug, session);
            if (holder && holder._id !== current._id) throw errors.duplicateTermSlug(changes.slug);
          }
          return terms.update(current, changes, session);
        });
        return answer(term, baseUrl, true);
      },
    },
    {
      methods: DELETABLE,
      permission: kind.capability,
      args: {
        id,
        force: {
          type: 'boolean',
          default: true,
          description: { en: 'Terms are always removed for good', fr: 'Les termes sont toujours supprimés définitivement' },
        },
      } as Args,
      async handle({ record, baseUrl }) {
        const term = record as Term;
        await services.connection.transact(async (session) => {
          const current = await terms.byId(term._id, session);
          if (!current) throw errors.notFound(kind, term._id);
          await terms.remove(current, session);
        });
        return answer(term, baseUrl, false);
      },
    },
  );

  const defaultPerPage = Math.min(10, services.site.maxPerPage);

  function nameOf(said: string): string {
    const name = plainText(said);
    if (name === '' || [...name].length > LONGEST.term) {
      throw refused('name', {
        en: `Send a name of 1 to ${LONGEST.term} characters.`,
        fr: `Envoyez un nom de 1 à ${LONGEST.term} caractères.`,
      });
    }
    return name;
  }

  async function filterOf(asked: Partial<TermFilters>, language: Language): Promise<Filter<Term>> {
    const conditions: object[] = [{ language }];
    const event = asked.event ?? asked.post;
    if (event !== undefined) {
      const found = await services.kinds.posts<EventRecord>('events').byId(event);
      conditions.push({ _id: { $in: found?.[plural as 'tags'] ?? [] } });
    }
    if (asked.hide_empty !== false) conditions.push({ count: { $gt: 0 } });
    if (asked.include) conditions.push({ _id: { $in: asked.include } });
    if (asked.exclude) conditions.push({ _id: { $nin: asked.exclude } });
    if (asked.parent !== undefined) conditions.push({ parent: asked.parent });
    if (asked.slug) conditions.push({ slug: { $in: asked.slug } });
    if (asked.search !== undefined) {
      const folded = fold(asked.search) || ' ';
      conditions.push({ $or: [...containing(folded, 'keys.name'), ...containing(slugText(asked.search), 'slug')] });
    }
    return { $and: conditions } as Filter<Term>;
  }

  function sortOf({ order, orderby, include }: Partial<TermFilters>): Sort {
    const direction = order?.toLowerCase() === 'desc' ? -1 : 1;
    const field = (orderby === 'include' && !include ? undefined : ORDERS.get(orderby ?? 'name')) ?? 'keys.name';
    if (field === '_id') return { _id: UNORDERED.has(orderby ?? '') ? 1 : direction };
    // Names and slugs are told apart by themselves; where many tie, IDs always ascend.
    const tie = field === 'keys.name' || field === 'slug' ? direction : 1;
    return { [field]: direction, _id: tie };
  }

  /** The index that has the order of a list; few terms of given IDs or slugs need none. */
  function indexOf(asked: Partial<TermFilters>): string | undefined {
    if (asked.include || asked.slug || asked.event !== undefined || asked.post !== undefined) return undefined;
    const [[field, direction] = []] = Object.entries(sortOf(asked));
    if (field === 'keys.name' && asked.parent !== undefined) return 'children';
    const name = TERM_ORDERS[field ?? ''];
    return name && TERM_INDEXES.some((one) => one.name === `${name}Down`) && direction === -1 ? `${name}Down` : name;
  }

  function shownOf({ hide_empty: hideEmpty, ...asked }: Partial<TermFilters>): Record<string, unknown> {
    return { ...asked, hide_empty: hideEmpty === false ? false : undefined };
  }
}

/** A search as slugs spell it; nothing where a slug cannot hold it. */
const slugText = (search: string): string => search.trim().toLowerCase().normalize('NFC') || ' ';

interface TermFilters {
  readonly page: number;
  readonly per_page: number;
  readonly search?: string;
  readonly exclude?: number[];
  readonly include?: number[];
  readonly order?: string;
  readonly orderby?: string;
  readonly hide_empty?: boolean;
  readonly parent?: number;
  readonly post?: number;
  readonly event?: number;
  readonly slug?: string[];
}

interface SentTerm {
  readonly name: string;
  readonly description?: string | null;
  readonly slug?: string;
  readonly parent?: number;
}

const CYCLE: Text = {
  en: 'Send a parent that is neither this category nor below it.',
  fr: 'Envoyez un parent qui n’est ni cette catégorie ni l’un de ses descendants.',
};
