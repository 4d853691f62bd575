import type { ClientSession } from 'mongodb';
import type { Term } from '../../../database';
import { errors } from '../../../errors';
import { type Args, CREATABLE, DELETABLE, EDITABLE, READABLE, reply, selectedWithin } from '../../../registry';
import {
  CONTEXT,
  listHeaders,
  pageHeaders,
  pageLinks,
  pageOfTerms,
  repeatedBy,
  singleArgs,
  type TermPaging,
  termsInLinks,
} from '../../list';
import { claimTerm, claimTree } from '../../records';
import { inContext, linksOfTerm, type ShownAnswer, summariesOf, termAnswerOf } from '../../show';
import { type CalendarRegistry, pageAnswer, type Services, type TermLike, type View } from '../../types';
import { defaultPerPage } from '../../values';
import { isVisibleTerm, servedRecord, withVisibleParents } from '../../visibility';
import {
  type Conditional,
  CREATION_ERRORS,
  idempotentCreation,
  newTerm,
  readForUpdate,
  readNulls,
  type SentTerm,
  updateTerm,
  withPrecondition,
} from '../../write';
import { CREATING, UPDATING } from './declared-routes';
import { recordAnswers } from './record-answers';
import { CHANGE_REQUEST_HEADERS } from './request-headers';

/** The parts of a request that decide how terms are shown. */
type Viewing = Pick<View, 'user' | 'baseUrl' | 'language' | 'wanted'>;

/** Declares the routes of a term-like type: the list and creation, and single terms by ID. */
export function declareTermLike(registry: CalendarRegistry, services: Services, kind: TermLike): void {
  const { namespace, plural } = kind;
  const terms = services.kinds.terms(plural);
  const summaries = summariesOf(kind, false);
  const { args } = kind;
  const answers = termAnswerOf(kind, services.site.served);
  const assigned = services.kinds
    .linksTo(plural)
    .map(({ collection, field }) => ({ kind: { namespace, plural: collection }, name: field.replace('fields.', '') }));
  const { id } = singleArgs(kind);
  const parentless = kind.hierarchical ? [] : (['rest_taxonomy_not_hierarchical'] as const);
  const assignedTo = async (term: Term) => {
    const [named = term._id] = await termsInLinks(terms, [term._id], term.language);
    return assigned.map((to) => ({ ...to, term: named }));
  };
  const viewOf = ({ user, baseUrl, language, wanted }: Viewing, single: boolean): View => ({ user, baseUrl, language, single, wanted });
  const shownOf = async (term: Term, asking: Viewing, isWhole = true): Promise<ShownAnswer> => {
    const [seen = term] = await withVisibleParents(terms, [term], services.site);
    const [shown = {}] = await kind.present([seen], viewOf(asking, true));
    return isWhole ? { ...shown, _links: linksOfTerm(kind, seen, asking.baseUrl, await assignedTo(term)) } : shown;
  };
  const answering = recordAnswers<Term, Viewing & { readonly context?: unknown }>(services, kind, {
    async present(term, { context, ...asking }) {
      const shown = await shownOf(term, asking);
      return inContext(context, shown) ?? { _links: shown['_links'] };
    },
    knows: () => true,
  });
  /** Runs work on a term in a transaction if it matches `If-Match`. */
  const changing = <T>(
    request: Conditional & Viewing & { readonly record: unknown },
    work: (current: Term, session: ClientSession) => Promise<T>,
  ) =>
    withPrecondition<Term, T>(
      request,
      plural,
      // The whole, whatever `_fields` asks for.
      (current) => shownOf(current, { ...request, wanted: undefined }),
      (precondition) =>
        services.connection.transact(async (session) => {
          const current = await readForUpdate(services, kind, terms, (request.record as Term)._id, session);
          precondition(current);
          return work(current, session);
        }),
    );
  const creations = idempotentCreation<Term>(services, {
    route: `${namespace}/${plural}`,
    answer: (written, { user, baseUrl, language }) => answering.created(written, { user, baseUrl, language }),
    find: (term) => terms.byId(term),
    gone: (term) => errors.notFound(kind, term),
  });

  registry.registerRoute(
    namespace,
    `/${plural}`,
    {
      methods: READABLE,
      permission: 'public',
      headers: listHeaders(services.about),
      ...summaries.list,
      args: args.list,
      answers: pageAnswer(plural, answers),
      cache: true,
      async handle({ params, language, baseUrl, user, wanted, meta }) {
        const asked = params as unknown as TermPaging;
        const { page, per_page: perPage, offset } = asked;
        const view = viewOf({ user, language, baseUrl, wanted: selectedWithin(wanted, plural) }, false);
        const [{ records, total }, { first, last }] = await Promise.all([
          pageOfTerms(services, kind, asked, view),
          repeatedBy(kind, asked, view),
        ]);
        const at = { page, perPage, total };
        const kept = { per_page: perPage === defaultPerPage(services.site.maxPerPage) ? undefined : perPage, ...first, ...last };
        // Where an offset stands in for the pages, the other pages have their own.
        const keptBy = (other: number) => ({ ...kept, offset: offset && Math.max(0, offset + (other - page) * perPage) });
        const links = pageLinks({ baseUrl, language, meta }, kind, at, { page: page > 1 ? page : undefined, ...keptBy(page) }, keptBy);
        const { rest_url, ...neighbours } = links;
        const pages = Math.ceil(total / perPage);
        const shown = await kind.present(records, view, asked['ml_all'] === true);
        const list = shown.flatMap((term) => inContext(asked['context'], term) ?? []);
        return reply(
          { rest_url, total, total_pages: pages, [plural]: list, ...neighbours },
          { headers: pageHeaders(services.about, at, links) },
        );
      },
    },
    {
      methods: CREATABLE,
      ...CREATING,
      permission: kind.capability,
      errors: ['term_exists', ...CREATION_ERRORS, `rest-${kind.kind}-not-found`, ...parentless],
      ...summaries.create,
      args: args.create,
      answers,
      replay: (request) => creations.replay(request),
      handle(request) {
        const { params, user, baseUrl, language } = request;
        return creations.create(request, newTerm(services, kind, params as unknown as SentTerm, { user, baseUrl, language }));
      },
    },
  );

  registry.registerRoute(
    namespace,
    {
      path: `/${plural}/{id}` as string,
      load: async ({ path, user }) =>
        servedRecord(isVisibleTerm(kind, user, await terms.byId(Number((path as { id: number }).id))), services.site),
      notFound: (path) => errors.notFound(kind, String((path as { id: number }).id)),
    },
    {
      methods: READABLE,
      permission: 'public',
      ...summaries.read('id'),
      args: { id, context: CONTEXT } as Args,
      answers,
      cache: true,
      handle({ params, record, baseUrl, language, user, wanted }) {
        const asking = { user, baseUrl, language, wanted, context: (params as { context?: unknown }).context };
        return answering.one(record as Term, asking);
      },
    },
    {
      methods: EDITABLE,
      ...UPDATING,
      errors: ['duplicate_term_slug', 'rest_precondition_failed', ...parentless],
      permission: kind.capability,
      ...summaries.update('id'),
      args: { id, ...args.update } as Args,
      answers,
      async handle(request) {
        const { params, record, user, baseUrl, language } = request;
        const sent = readNulls({ ...kind, protectable: false }, params, record as Term) as unknown as SentTerm;
        const written = await changing(request, (current, session) =>
          updateTerm(services, kind, sent, { current, session, user, baseUrl, language }),
        );
        return answering.changed(written, { user, baseUrl, language });
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
        const shown = await shownOf(term, request, false);
        await changing(request, async (current, session) => {
          if (kind.hierarchical) await claimTree(services, plural, session);
          await claimTerm(services, current._id, session);
          await terms.remove(current, services.clock.now(), session);
        });
        return reply(shown, { language: term.language });
      },
    },
  );
}
