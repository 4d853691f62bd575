import { canDelete, canDo, canEdit, canRead } from '../../../access';
import { isTracking } from '../../../cache';
import { slugOfAddress } from '../../../calendar';
import { errors } from '../../../errors';
import { type Args, type Reply, reply, selectedWithin, writtenJson } from '../../../registry';
import { createPages, facetsAnswer, listingOf, pageHeaders, pageLinks, pagesOf, passedToFields } from '../../list';
import { type CachedRecords, createCachedRecords } from '../../show';
import { createOtherLanguages } from '../../translations';
import {
  ownedBy,
  type PostLike,
  type PostRecord,
  pageAnswer,
  type Requester,
  type Sent,
  type Services,
  type User,
  type View,
} from '../../types';
import { defaultPerPage, filledText, LONGEST } from '../../values';
import { assertReadable, limitGuesses, passwordOfList, servedRecord, singleArgs, unreadable } from '../../visibility';
import { CREATION_ERRORS, createRecord, createTogether, deleteOne, type ReadVersion, replaceNulls, updateOne } from '../../write';
import { ETAG_RESPONSE_HEADER } from './headers';
import { type Answered, type Operations, type RecordPath, recordReply, requesterOf, type TypeRequest } from './operations';

interface PostRoutes {
  readonly services: Services;
  readonly type: PostLike;
  readonly cached: CachedRecords<PostRecord>;
}

/** Makes the operations on a post-like type. Single records have paths by ID and by slug. */
export function postOperations(services: Services, type: PostLike): Operations<PostRecord> {
  const { kind, plural, refusals } = type;
  const routes = { services, type, cached: createCachedRecords(services, type) };
  const together = createTogether(services, type);
  const unlocking: Args = type.protectable ? { password: singleArgs(type).password } : {};
  return {
    answers: type.answers,
    hasTrash: true,
    list: {
      errors: [`${kind}-archive-page-not-found`, 'rest_search_too_broad'],
      answers: pageAnswer(plural, type.answers, type.facets && { facets: facetsAnswer(type.facets) }),
      ...(type.formats && { alternatives: Object.values(type.formats).map(({ type, answers }) => ({ type, answers })) }),
      handle: listHandler(routes),
    },
    create: {
      permission: `edit_${plural}`,
      errors: [...CREATION_ERRORS, `rest-${kind}-not-found`, ...unreadable(type), ...refusals.creating],
      work: (request) => (session) => createRecord(services, type, request.params, { ...writerOf(request), session }),
      together: (request) => together({ params: request.params, writer: writerOf(request) }),
      answer: (written, request) => answerPost(routes, { ...written, isNew: true }, viewOf(request)),
      async find(id, { user }) {
        const record = await type.posts.byId(id);
        if (record) assertReadable(type, record, user, undefined);
        return record;
      },
    },
    recordPaths: [
      {
        by: 'id',
        path: `/${plural}/{id}`,
        variable: { id: singleArgs(type).id },
        load: async (id) => servedRecord(await type.posts.byId(Number(id)), services.site),
      },
      bySlug(services, type),
    ],
    read: { errors: unreadable(type), args: unlocking, handle: (request) => readPost(routes, request) },
    update: {
      errors: ['rest_precondition_failed', ...refusals.updating],
      permission: ({ user, record }) => (record ? canEdit(user, plural, ownedBy(record)) : canDo(user, 'edit_others', plural)),
      handle: (request) => updatePost(routes, request),
    },
    remove: {
      headers: ETAG_RESPONSE_HEADER,
      errors: [`${kind}-is-in-trash`, 'rest_precondition_failed'],
      permission: ({ user, record }) => (record ? canDelete(user, plural, ownedBy(record)) : canDo(user, 'delete_others', plural)),
      args: {
        ...unlocking,
        force: {
          type: 'boolean',
          default: false,
          description: {
            en: 'True to delete a record in the trash for good',
            fr: 'Vrai pour supprimer définitivement un enregistrement dans la corbeille',
          },
        },
      },
      handle: (request) => deletePost(routes, request),
    },
  };
}

const bySlug = (services: Services, type: PostLike): RecordPath<PostRecord> => {
  const slug = {
    type: 'string',
    required: true,
    description: { en: `The slug of the ${type.name.en}`, fr: `Le slug (${type.name.fr})` },
  } as const;
  return {
    by: 'slug',
    path: `/${type.plural}/by-slug/{slug}`,
    variable: { slug },
    updateArgs: { slug: { ...slug, ...filledText(LONGEST.slug) } },
    async load(value, { language }) {
      const slug = slugOfAddress(value);
      // Drafts without a slug have no path by slug.
      return slug === '' ? undefined : type.posts.bySlug(language, slug);
    },
    otherwise: createOtherLanguages(services, type),
  };
};

/** The params of a list. Params of its filters are additional members. */
interface ListSent extends Sent {
  readonly page: number;
  readonly per_page: number;
  readonly status?: PostRecord['status'][];
  readonly format?: string;
  readonly facets?: readonly string[];
}

function listHandler({ services, type, cached }: PostRoutes): (request: TypeRequest) => Promise<Reply> {
  const { plural } = type;
  const readPage = createPages(services, type, cached);
  return async (request) => {
    const { page, per_page: length, status, format = 'json', facets: facetNames, ...filters } = request.params as ListSent;
    const form = type.formats?.[format];
    const perPage = form?.most !== undefined && length === defaultPerPage(services.site.maxPerPage) ? form.most : length;
    const { user, address } = request;
    const view: View = {
      ...viewOf(request),
      password: await passwordOfList(services, type, filters['include'], { user, address, password: filters['password'] }),
      passed: passedToFields(type, filters),
      searches: new Map(),
      selected: form === undefined ? selectedWithin(request.selected, plural) : undefined,
    };
    const { links: linked, ...query } = await listingOf(type, { filters, view, status });
    const paged = { ...query, skip: (page - 1) * perPage, limit: perPage };
    const [found, { first, last }, facets] = await Promise.all([
      readPage(paged, view, { isJson: form === undefined }),
      linked(),
      facetNames && type.countFacets(facetNames, { filters, view, status }),
    ]);
    const position = { page, perPage, total: found.total };
    if (page > 1 && page > pagesOf(position)) throw errors.pageNotFound(type, pagesOf(position));
    // Without `status`, editors get records of all statuses, including those that the param cannot name.
    const listed = status ?? (canDo(user, 'edit', plural) ? undefined : ['publish']);
    const repeated = { per_page: perPage, ...first, status: listed, ...last, facets: facetNames, format: form && format };
    const links = pageLinks(request, type, position, { page, ...repeated }, repeated);
    const headers = pageHeaders(services.about, position, links);
    const records = await found.records();
    const around = { ...links, total: position.total, total_pages: pagesOf(position), ...(facets && { facets }) };
    return form
      ? reply(form.write(records as readonly Sent[], around), { headers, type: form.type })
      : reply({ [plural]: records, ...around }, { headers });
  };
}

/** Responds with one record. While a response without `_fields` is tracked for the cache, the JSON of the record comes from the cache. */
async function answerPost({ services, type, cached }: PostRoutes, answered: Answered<PostRecord>, view: View): Promise<Reply> {
  const { record } = answered;
  const json = isTracking() && view.selected === undefined ? await cached.one(record, view) : undefined;
  return recordReply(services, type, answered, {
    body: json ? writtenJson([json]) : await presentOne(type, record, view),
    baseUrl: view.baseUrl,
    mayKnow: (sibling) => canRead(view.user, type.plural, sibling),
  });
}

async function readPost(routes: PostRoutes, request: TypeRequest<PostRecord>): Promise<Reply> {
  const { services, type } = routes;
  const { record, user, address, selected } = request;
  const { password } = request.params;
  await limitGuesses(services, type, [record], { user, address, password });
  assertReadable(type, record, user, password);
  return answerPost(routes, { record }, { ...viewOf(request), single: true, selected });
}

async function updatePost(routes: PostRoutes, request: TypeRequest<PostRecord>): Promise<Reply> {
  const { services, type } = routes;
  const { record, params, selected } = request;
  const sent = replaceNulls(type, params, record);
  const written = await updateOne(services, type, record._id, sent, writerOf(request), versionOf(type, request));
  return answerPost(routes, written, { ...viewOf(request), selected });
}

async function deletePost(routes: PostRoutes, request: TypeRequest<PostRecord>): Promise<Reply> {
  const { services, type } = routes;
  const options = { force: request.params['force'] === true, user: request.user };
  const { record, isGone } = await deleteOne(services, type, request.record._id, options, versionOf(type, request));
  if (!isGone) return answerPost(routes, { record }, viewOf(request));
  return reply(await presentOne(type, record, viewOf(request)), { language: record.language });
}

const versionOf = (type: PostLike, request: TypeRequest<PostRecord>): ReadVersion<PostRecord> => ({
  matches: request.matches,
  show: async (current) =>
    canRead(request.user, type.plural, ownedBy(current)) ? presentOne(type, current, { ...viewOf(request), single: true }) : undefined,
});

async function presentOne(type: PostLike, record: PostRecord, view: View): Promise<object> {
  const [presented] = await type.present([record], view);
  if (presented === undefined) throw new Error(`${type.plural} show nothing of the record ${record._id}`);
  return presented;
}

const viewOf = (request: Requester): View => ({ ...requesterOf(request), single: false });

/** Returns the user and the context of a write. `permission` has already refused requests without a user. */
const writerOf = (request: Requester) => ({ ...requesterOf(request), user: request.user as User });
