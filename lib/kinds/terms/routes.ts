import type { ClientSession } from 'mongodb';
import { slugify } from '../../calendar/slug';
import { plainText, sanitizeHtml } from '../../calendar/text';
import { errors, invalidParam } from '../../errors';
import type { Language, Text } from '../../language';
import type { Term } from '../../records/record';
import type { Args } from '../../registry/args';
import { CREATABLE, DELETABLE, EDITABLE, READABLE } from '../../registry/registry';
import { reply } from '../../registry/reply';
import { defaultPerPage } from '../../values/paging';
import { LONGEST } from '../../values/texts';
import { restUrl } from '../addresses';
import { pageAnswer } from '../answers/page-answers';
import { repeatedBy } from '../listing/narrowing';
import { CHANGE_HEADERS, CREATION_HEADERS, LIST_HEADERS, pageHeaders, pageLinks } from '../lists';
import { CHANGE_REQUEST_HEADERS, CREATION_REQUEST_HEADERS } from '../request-headers';
import { editOf, revisionOf } from '../revision';
import type { CalendarRegistry, Services } from '../services';
import { settleNulls } from '../settle-nulls';
import { summariesOf } from '../summaries';
import type { TermDeclaration, TermLike } from '../term-like';
import { currentOf } from '../writing/current';
import { CREATION_ERRORS, createdOnce } from '../writing/once';
import { type Conditional, type Precondition, withPrecondition } from '../writing/precondition';
import { termAnswerOf } from './term-answer';
import { NAME_LENGTH } from './term-fields';
import { CONTEXT } from './term-filters';
import { pageOfTerms, type TermPaging } from './term-list';
import { inContext, presentTerm } from './term-presenting';
import { claimParent, claimTerm, claimTree, createTerm, existingTerm, slugFor } from './term-writing';
import { termsInLinks } from './terms-filter';

/** Declares the seven routes of a term-like kind. */
export function declareTermLike(registry: CalendarRegistry, services: Services, kind: TermLike): void {
  const { namespace, plural } = kind;
  const terms = services.kinds.terms(plural);
  const summaries = summariesOf(kind, false);
  const { args } = kind;
  const answers = termAnswerOf(kind);
  const assigned = services.kinds
    .linksTo(plural)
    .map(({ collection, field }) => ({ kind: { namespace, plural: collection }, name: field.replace('fields.', '') }));
  const id = {
    type: 'integer',
    required: true,
    description: { en: `The ID of the ${kind.name.en}`, fr: `L’identifiant (${kind.name.fr})` },
  } as const;
  const parentless = kind.hierarchical ? [] : (['rest_taxonomy_not_hierarchical'] as const);
  const assignedTo = async (term: Term) => {
    const [named = term._id] = await termsInLinks(terms, [term._id], term.language);
    return assigned.map((to) => ({ ...to, term: named }));
  };
  const answer = async (term: Term, baseUrl: string, status = 200, headers: Record<string, string> = {}) =>
    reply(presentTerm(kind, term, baseUrl, services.site, await assignedTo(term)), {
      status,
      headers,
      language: term.language,
      revision: revisionOf(plural, term),
    });
  const show = async (term: Term, context: unknown, baseUrl: string) => {
    const shown = presentTerm(kind, term, baseUrl, services.site, await assignedTo(term));
    return inContext(context, shown) ?? { _links: shown._links };
  };
  /** Does work on a term if it is what `If-Match` asks for. */
  const guarded = <T>(request: Conditional & { baseUrl: string }, work: (precondition: Precondition<Term>) => Promise<T>) =>
    withPrecondition<Term, T>(request, plural, (current) => show(current, undefined, request.baseUrl), work);
  const creations = createdOnce<Term>(services, {
    route: `${namespace}/${plural}`,
    answer: (term, { baseUrl }) => answer(term, baseUrl, 201, { Location: restUrl(baseUrl, kind, term._id) }),
    find: (term) => terms.byId(term),
    gone: (term) => errors.notFound(kind, term),
  });

  registry.registerRoute(
    namespace,
    `/${plural}`,
    {
      methods: READABLE,
      permission: 'public',
      headers: LIST_HEADERS,
      ...summaries.list,
      args: args.list,
      answers: pageAnswer(plural, answers),
      async handle({ params, language, baseUrl, user }) {
        const asked = params as unknown as TermPaging;
        const { page, per_page: perPage, offset } = asked;
        const view = { user, language, baseUrl, single: false };
        const [{ records, total }, { first }] = await Promise.all([
          pageOfTerms(services, kind, asked, view),
          repeatedBy(kind, asked, view),
        ]);
        const at = { page, perPage, total };
        const kept = { per_page: perPage === defaultPerPage(services.site.maxPerPage) ? undefined : perPage, ...first };
        // Where an offset stands in for the pages, the other pages have their own.
        const keptBy = (other: number) => ({ ...kept, offset: offset && Math.max(0, offset + (other - page) * perPage) });
        const links = pageLinks({ baseUrl, language }, kind, at, { page: page > 1 ? page : undefined, ...keptBy(page) }, keptBy);
        const { rest_url, ...neighbours } = links;
        const pages = Math.ceil(total / perPage);
        const list = records.flatMap(
          (term) => inContext(asked['context'], presentTerm(kind, term, baseUrl, services.site, undefined)) ?? [],
        );
        return reply({ rest_url, total, total_pages: pages, [plural]: list, ...neighbours }, { headers: pageHeaders(at, links) });
      },
    },
    {
      methods: CREATABLE,
      permission: kind.capability,
      headers: CREATION_HEADERS,
      requestHeaders: CREATION_REQUEST_HEADERS,
      errors: ['term_exists', ...CREATION_ERRORS, `rest-${kind.kind}-not-found`, ...parentless],
      ...summaries.create,
      args: args.create,
      answers,
      replay: (request) => creations.replay(request),
      handle: (request) => creations.create(request, newTerm(services, kind, request.params as unknown as SentTerm, request.language)),
    },
  );

  registry.registerRoute(
    namespace,
    {
      path: `/${plural}/{id}` as string,
      load: ({ path }) => terms.byId(Number((path as { id: number }).id)),
      notFound: (path) => errors.notFound(kind, String((path as { id: number }).id)),
    },
    {
      methods: READABLE,
      permission: 'public',
      ...summaries.read('id'),
      args: { id, context: CONTEXT } as Args,
      answers,
      async handle({ params, record, baseUrl }) {
        const term = record as Term;
        const shown = await show(term, (params as { context?: unknown }).context, baseUrl);
        return reply(shown, { language: term.language, revision: revisionOf(plural, term) });
      },
    },
    {
      methods: EDITABLE,
      headers: CHANGE_HEADERS,
      requestHeaders: CHANGE_REQUEST_HEADERS,
      errors: ['duplicate_term_slug', 'rest_precondition_failed', ...parentless],
      permission: kind.capability,
      ...summaries.update('id'),
      args: { id, ...args.update } as Args,
      answers,
      async handle(request) {
        const { params, record, baseUrl } = request;
        const id = (record as Term)._id;
        const sent = settleNulls({ ...kind, protectable: false }, params, record as Term) as unknown as SentTerm;
        refuseParent(kind, sent);
        const change = async (session: ClientSession, precondition: Precondition<Term>) => {
          const current = await currentOf(services, kind, terms, id, session);
          precondition(current);
          const changes: { -readonly [K in keyof Term]?: Term[K] } = editOf(current, services);
          if (sent.name !== undefined) changes.name = nameOf(sent.name);
          if (sent.description !== undefined) changes.description = sanitizeHtml(sent.description ?? '');
          if (kind.hierarchical && sent.parent !== undefined) {
            await claimParent(terms, services, sent.parent, session);
            if ((await terms.lineage(sent.parent, session)).includes(current._id)) throw invalidParam('parent', cycle(kind));
            changes.parent = sent.parent;
          }
          if (sent.slug !== undefined) {
            const asked = slugify(sent.slug);
            // A slug of signs alone is none: the name makes one.
            const slug = asked || slugify(changes.name ?? current.name) || String(current._id);
            const parent = changes.parent ?? current.parent;
            const holder = await terms.bySlug(current.language, slug, session);
            const isTaken = holder !== undefined && holder._id !== current._id;
            if (isTaken && asked !== '' && parent === current.parent) throw errors.duplicateTermSlug(slug);
            changes.slug = isTaken ? await slugFor(terms, slug, { ...current, parent, session }) : slug;
          }
          return terms.update(current, changes, session);
        };
        const term = await guarded(request, (precondition) => services.connection.transact((session) => change(session, precondition)));
        return answer(term, baseUrl);
      },
    },
    {
      methods: DELETABLE,
      requestHeaders: CHANGE_REQUEST_HEADERS,
      errors: ['rest_precondition_failed'],
      permission: kind.capability,
      ...summaries.remove('id'),
      args: {
        id,
        force: {
          type: 'boolean',
          default: true,
          description: { en: 'Terms are always removed for good', fr: 'Les termes sont toujours supprimés définitivement' },
        },
      } as Args,
      answers,
      async handle(request) {
        const term = request.record as Term;
        const remove = async (session: ClientSession, precondition: Precondition<Term>) => {
          const current = await currentOf(services, kind, terms, term._id, session);
          precondition(current);
          if (kind.hierarchical) await claimTree(terms, services, session);
          await claimTerm(services, current._id, session);
          await terms.remove(current, session);
        };
        await guarded(request, (precondition) => services.connection.transact((session) => remove(session, precondition)));
        return reply(presentTerm(kind, term, request.baseUrl, services.site, undefined), { language: term.language });
      },
    },
  );
}

/** Stores a new term from checked params, in a transaction of its own. Throws as `newTerm` does. */
export async function addTerm(services: Services, kind: TermDeclaration, sent: SentTerm, language: Language): Promise<Term> {
  return services.connection.transact(newTerm(services, kind, sent, language));
}

/** Makes what stores a new term within a transaction, from checked params. Throws `term_exists` for a name that is taken. */
function newTerm(services: Services, kind: TermDeclaration, sent: SentTerm, language: Language): (session: ClientSession) => Promise<Term> {
  const terms = services.kinds.terms(kind.plural);
  refuseParent(kind, sent);
  const name = nameOf(sent.name);
  return async (session) => {
    const slug = slugify(sent.slug ?? '');
    const description = sanitizeHtml(sent.description ?? '');
    const parent = sent.parent ?? 0;
    await claimParent(terms, services, parent, session);
    const wanted = { name, language, session, parent, description, ...(slug !== '' && { slug }) };
    const twin = await existingTerm(kind, terms, wanted);
    if (twin) throw errors.termExists(name, twin._id);
    return createTerm(terms, services, wanted);
  };
}

/** Refuses any parent where there is no hierarchy, as the CMS does; null is none. */
function refuseParent({ hierarchical, names }: TermDeclaration, { parent }: SentTerm): void {
  if (!hierarchical && parent !== undefined && parent !== null) throw errors.notHierarchical(names);
}

/** A name that can be stored: without tags, neither blank nor too long. */
function nameOf(said: string): string {
  const name = plainText(said);
  if (name === '' || [...name].length > LONGEST.term) {
    throw invalidParam('name', NAME_LENGTH);
  }
  return name;
}

/** A term as it is sent. */
export interface SentTerm {
  readonly name: string;
  readonly description?: string | null;
  readonly slug?: string;
  readonly parent?: number;
}

const cycle = ({ name }: TermDeclaration): Text => ({
  en: `Send a parent that is neither this ${name.en} nor below it.`,
  fr: 'Envoyez un parent qui n’est ni ce terme ni l’un de ses descendants.',
});
