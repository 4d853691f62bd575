import type { ClientSession } from 'mongodb';
import type { Term, Terms } from '../../../database';
import { type Reply, reply, selectedWithin } from '../../../registry';
import { CONTEXT, linkParams, pageHeaders, pageLinks, pageOfTerms, type TermPaging, termsInLinks } from '../../list';
import { lockRecord, lockTree } from '../../records';
import { inContext, linksOfTerm, type ShownAnswer, termAnswerOf } from '../../show';
import { pageAnswer, type Sent, type Services, type TermLike, type View, type WriteResult } from '../../types';
import { defaultPerPage } from '../../values';
import { servedRecord, singleArgs, visibleTerm, withVisibleParents } from '../../visibility';
import { CREATION_ERRORS, changeOne, newTerm, replaceNulls, type SentTerm, updateTerm } from '../../write';
import { type Answered, type Operations, recordReply, requesterOf, type TypeRequest } from './operations';

/** The parts of a request that affect the form of shown terms. */
interface TermView extends Pick<View, 'user' | 'baseUrl' | 'language' | 'selected'> {
  readonly context?: unknown;
}

interface TermRoutes {
  readonly services: Services;
  readonly type: TermLike;
  readonly terms: Terms;
}

/** Makes the operations on a term-like type. Single terms have paths by ID. */
export function termOperations(services: Services, type: TermLike): Operations<Term> {
  const { kind, plural, capability } = type;
  const terms = services.stores.terms(plural);
  const answers = termAnswerOf(type, services.site.served);
  const routes = { services, type, terms };
  const parentless = type.hierarchical ? [] : (['rest_taxonomy_not_hierarchical'] as const);
  return {
    answers,
    hasTrash: false,
    list: { answers: pageAnswer(plural, answers), handle: (request) => listTerms(routes, request) },
    create: {
      permission: capability,
      errors: ['term_exists', ...CREATION_ERRORS, `rest-${kind}-not-found`, ...parentless],
      work: (request) => newTerm(services, type, request.params as Sent & SentTerm, requesterOf(request)),
      answer: (written, request) => answerTerm(routes, { ...written, isNew: true }, requesterOf(request)),
      find: (id) => terms.byId(id),
    },
    recordPaths: [
      {
        by: 'id',
        path: `/${plural}/{id}`,
        variable: { id: singleArgs(type).id },
        load: async (id, { user }) => servedRecord(visibleTerm(type, user, await terms.byId(Number(id))), services.site),
      },
    ],
    read: {
      args: { context: CONTEXT },
      handle: (request) => answerTerm(routes, { record: request.record }, { ...selectedView(request), context: request.params['context'] }),
    },
    update: {
      errors: ['duplicate_term_slug', 'rest_precondition_failed', ...parentless],
      permission: capability,
      handle: async (request) => answerTerm(routes, await updatedTerm(routes, request), requesterOf(request)),
    },
    remove: {
      errors: ['rest_precondition_failed'],
      permission: capability,
      args: {
        force: {
          type: 'boolean',
          default: true,
          description: {
            en: 'Has no effect: terms are always deleted for good',
            fr: 'Sans effet : les termes sont toujours supprimés définitivement',
          },
        },
      },
      handle: (request) => removeTerm(routes, request),
    },
  };
}

async function listTerms({ services, type }: TermRoutes, request: TypeRequest): Promise<Reply> {
  const { plural } = type;
  const params = request.params as TermPaging;
  const { page, per_page: perPage, offset } = params;
  const view = { ...requesterOf(request), selected: selectedWithin(request.selected, plural), single: false };
  const [{ records, total }, { first, last }] = await Promise.all([
    pageOfTerms(services, type, params, view),
    linkParams(type, params, view),
  ]);
  const position = { page, perPage, total };
  const repeated = { per_page: perPage === defaultPerPage(services.site.maxPerPage) ? undefined : perPage, ...first, ...last };
  // With `offset` instead of `page`, links to other pages need an offset of their own.
  const repeatedOn = (other: number) => ({ ...repeated, offset: offset && Math.max(0, offset + (other - page) * perPage) });
  const links = pageLinks(request, type, position, { page: page > 1 ? page : undefined, ...repeatedOn(page) }, repeatedOn);
  const { rest_url, ...neighbours } = links;
  const shown = await type.present(records, view, { isSideBySide: params['ml_all'] === true });
  const list = shown.flatMap((term) => inContext(params['context'], term) ?? []);
  return reply(
    { rest_url, total, total_pages: Math.ceil(total / perPage), [plural]: list, ...neighbours },
    { headers: pageHeaders(services.about, position, links) },
  );
}

function updatedTerm(routes: TermRoutes, request: TypeRequest<Term>): Promise<WriteResult<Term>> {
  const { services, type } = routes;
  const sent = replaceNulls(type, request.params, request.record) as Sent & SentTerm;
  return changeTerm(routes, request, (current, session) => updateTerm(services, type, sent, { current, session, ...requesterOf(request) }));
}

async function removeTerm(routes: TermRoutes, request: TypeRequest<Term>): Promise<Reply> {
  const { services, type, terms } = routes;
  const term = request.record;
  const { shown } = await presentVisibleTerm(routes, term, selectedView(request));
  await changeTerm(routes, request, async (current, session) => {
    if (type.hierarchical) await lockTree(services, type.plural, session);
    await lockRecord(services, type.plural, current._id, session);
    await terms.remove(current, services.clock.now(), session);
  });
  return reply(shown, { language: term.language });
}

/** Changes a term in a transaction if `If-Match` matches its entity tag. Otherwise throws 412. */
function changeTerm<T>(
  routes: TermRoutes,
  request: TypeRequest<Term>,
  work: (current: Term, session: ClientSession) => Promise<T>,
): Promise<T> {
  const { services, type, terms } = routes;
  // Entity tags depend on all members, even if `_fields` selects some.
  const version = { matches: request.matches, show: (current: Term) => showTerm(routes, current, requesterOf(request)) };
  return changeOne(services, { type, records: terms, id: request.record._id, version }, work);
}

/** Returns the shown form of a term, and the term with only those parents that the reader may see. */
async function presentVisibleTerm({ services, type, terms }: TermRoutes, term: Term, view: TermView) {
  const [visible = term] = await withVisibleParents(terms, [term], services.site);
  const [shown = {}] = await type.present([visible], { ...view, single: true });
  return { shown, visible };
}

/** Answers with one term. A context that shows nothing of the term leaves its links. */
async function answerTerm(routes: TermRoutes, answered: Answered<Term>, view: TermView): Promise<Reply> {
  const shown = await showTerm(routes, answered.record, view);
  const body = inContext(view.context, shown) ?? { _links: shown['_links'] };
  return recordReply(routes.services, routes.type, answered, { body, baseUrl: view.baseUrl, mayKnow: () => true });
}

/** Returns a term as answers show it, with `_links`. */
async function showTerm(routes: TermRoutes, term: Term, view: TermView): Promise<ShownAnswer> {
  const { services, type, terms } = routes;
  const { shown, visible } = await presentVisibleTerm(routes, term, view);
  const [value = term._id] = await termsInLinks(terms, [term._id], term.language);
  const links = services.stores.linksTo(type.plural);
  return { ...shown, _links: linksOfTerm(type, visible, view.baseUrl, { links, value }) };
}

const selectedView = (request: TypeRequest<Term>): TermView => ({ ...requesterOf(request), selected: request.selected });
