import { canDelete, canDo, canEdit, canRead } from '../../../access';
import { isRecording } from '../../../cache';
import { slugOfAddress } from '../../../calendar';
import { errors } from '../../../errors';
import { type Args, type Reply, reply, selectedWithin } from '../../../registry';
import { createFacets, createPages, facetsAnswer, listingOf, pageHeaders, pageLinks, pagesOf, passedToFields } from '../../list';
import { type CachedRecords, createCachedRecords } from '../../show';
import { createOtherLanguages } from '../../translations';
import {
  type CalendarRegistry,
  ownedBy,
  type PostLike,
  type PostRecord,
  pageAnswer,
  type Sent,
  type Services,
  type User,
  type View,
} from '../../types';
import { defaultPerPage, filledText, LONGEST } from '../../values';
import { assertReadable, limitGuesses, passwordOfList, servedRecord, singleArgs, unreadable } from '../../visibility';
import {
  CREATION_ERRORS,
  createRecord,
  createTogether,
  deleteOne,
  type Precondition,
  readNulls,
  updateOne,
  withPrecondition,
} from '../../write';
import { type RecordAnswers, recordAnswers } from './record-answers';
import { type Address, declareRoutes, type Operations, type TypeRequest, type Viewing } from './type-routes';
import { CHANGE_HEADERS } from './written-headers';

/** A post-like type, its cached records and its answers. */
interface PostRoutes<R extends PostRecord> {
  readonly services: Services;
  readonly type: PostLike<R>;
  readonly cached: CachedRecords<R>;
  readonly answering: RecordAnswers<R, View>;
}

/** Declares the routes of a post-like type: the list with creation, and single records by ID and by slug. */
export function declarePostLike<R extends PostRecord>(registry: CalendarRegistry, services: Services, type: PostLike<R>): void {
  declareRoutes(registry, services, type, operationsOn(services, type));
}

function operationsOn<R extends PostRecord>(services: Services, type: PostLike<R>): Operations<R> {
  const { kind, plural, refusals } = type;
  const cached = createCachedRecords(services, type);
  const answering = recordAnswers<R, View>(services, type, {
    present: (record, view) => presentOne(type, record, view),
    mayKnow: ({ user }, sibling) => canRead(user, plural, sibling),
    json: async (record, view) => (isRecording() && view.selected === undefined ? cached.one(record, view) : undefined),
  });
  const routes = { services, type, cached, answering };
  const together = createTogether(type, services);
  const unlocking: Args = type.protectable ? { password: singleArgs(type).password } : {};
  return {
    answers: type.answers.whole,
    hasTrash: true,
    list: {
      errors: [`${kind}-archive-page-not-found`, 'rest_search_too_broad'],
      answers: pageAnswer(plural, type.answers.whole, type.facets && { facets: facetsAnswer(type.facets) }),
      ...(type.formats && { alternatives: Object.values(type.formats).map(({ type, answers }) => ({ type, answers })) }),
      handle: listHandler(routes),
    },
    create: {
      permission: `edit_${plural}`,
      errors: [...CREATION_ERRORS, `rest-${kind}-not-found`, ...unreadable(type), ...refusals.creating],
      work: (request) => (session) => createRecord(type, services, request.params, { ...writerOf(request), session }),
      together: (request) => together({ params: request.params, asking: writerOf(request) }),
      answer: (written, request) => answering.created(written, viewOf(request)),
      async find(id, { user }) {
        const record = await type.posts.byId(id);
        if (record) assertReadable(type, record, user, undefined);
        return record;
      },
    },
    addresses: [byId(routes), bySlug(routes)],
    read: { errors: unreadable(type), args: unlocking, handle: (request) => readPost(routes, request) },
    update: {
      errors: ['rest_precondition_failed', ...refusals.updating],
      permission: ({ user, record }) => (record ? canEdit(user, plural, ownedBy(record)) : canDo(user, 'edit_others', plural)),
      handle: (request) => updatePost(routes, request),
    },
    remove: {
      headers: CHANGE_HEADERS,
      errors: [`${kind}-is-in-trash`, 'rest_precondition_failed'],
      permission: ({ user, record }) => (record ? canDelete(user, plural, ownedBy(record)) : canDo(user, 'delete_others', plural)),
      args: { ...unlocking, force: FORCE },
      handle: (request) => deletePost(routes, request),
    },
  };
}

const FORCE = {
  type: 'boolean',
  default: false,
  description: {
    en: 'Whether to remove for good what is in the trash already',
    fr: 'Supprimer définitivement ce qui est déjà dans la corbeille',
  },
} as const;

const byId = <R extends PostRecord>({ services, type }: PostRoutes<R>): Address<R> => ({
  way: 'id',
  path: `/${type.plural}/{id}`,
  variable: { id: singleArgs(type).id },
  load: async (id) => servedRecord(await type.posts.byId(Number(id)), services.site),
});

const bySlug = <R extends PostRecord>({ services, type }: PostRoutes<R>): Address<R> => {
  const slug = {
    type: 'string',
    required: true,
    description: { en: `The slug of the ${type.name.en}`, fr: `Le slug (${type.name.fr})` },
  } as const;
  return {
    way: 'slug',
    path: `/${type.plural}/by-slug/{slug}`,
    variable: { slug },
    updateArgs: { slug: { ...slug, ...filledText(LONGEST.slug) } },
    async load(value, { language }) {
      const slug = slugOfAddress(value);
      // Drafts without a slug have no such address.
      return slug === '' ? undefined : type.posts.bySlug(language, slug);
    },
    otherwise: createOtherLanguages<R>(services, type),
  };
};

/** The params of a list beside its filters. */
interface ListSent<R extends PostRecord> {
  readonly page: number;
  readonly per_page: number;
  readonly status?: R['status'][];
  readonly format?: string;
  readonly facets?: readonly string[];
}

function listHandler<R extends PostRecord>({ services, type, cached }: PostRoutes<R>): (request: TypeRequest) => Promise<Reply> {
  const { plural } = type;
  const readPage = createPages(services, type, cached);
  const countFacets = createFacets(services, type);
  return async (request) => {
    const { page, per_page: length, status, format = 'json', facets: facetNames, ...filters } = request.params as Sent & ListSent<R>;
    const form = type.formats?.[format];
    const perPage = form?.most !== undefined && length === defaultPerPage(services.site.maxPerPage) ? form.most : length;
    const view = await listView(services, type, request, filters, { isJson: form === undefined });
    const { links: linked, ...query } = await listingOf(type, { filters, view, status });
    const paged = { ...query, skip: (page - 1) * perPage, limit: perPage };
    const [found, { first, last }, facets] = await Promise.all([
      readPage(paged, view, { isJson: form === undefined, isOpaque: isOpaque(type, filters) }),
      linked(),
      facetNames && countFacets(facetNames, { filters, view, status }),
    ]);
    const position = { page, perPage, total: found.total };
    if (page > 1 && page > pagesOf(position)) throw errors.pageNotFound(type, pagesOf(position));
    // Without `status` editors see statuses that no value of it names.
    const listed = status ?? (canDo(request.user, 'edit', plural) ? undefined : ['publish']);
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

async function listView<R extends PostRecord>(
  services: Services,
  type: PostLike<R>,
  request: TypeRequest,
  filters: Sent,
  { isJson }: { readonly isJson: boolean },
): Promise<View> {
  const passed = passedToFields(type, filters);
  const guess = { user: request.user, address: request.address, password: filters['password'] };
  return {
    ...viewOf(request),
    searches: new Map(),
    password: await passwordOfList(services, type, filters['include'], guess),
    ...(passed && { passed }),
    ...(isJson && { selected: selectedWithin(request.wanted, type.plural) }),
  };
}

/** True if a plugin's function filters the list. Its condition may mean something else to the database than to this process. */
const isOpaque = ({ fields }: Pick<PostLike, 'fields'>, sent: Sent): boolean =>
  fields.some(({ name, filter }) => filter !== undefined && sent[name] !== undefined);

async function readPost<R extends PostRecord>({ services, type, answering }: PostRoutes<R>, request: TypeRequest<R>): Promise<Reply> {
  const { record, user, address, wanted: selected } = request;
  const { password } = request.params;
  await limitGuesses(services, type, [record], { user, address, password });
  assertReadable(type, record, user, password);
  return answering.one(record, { ...viewOf(request), single: true, selected });
}

async function updatePost<R extends PostRecord>(routes: PostRoutes<R>, request: TypeRequest<R>): Promise<Reply> {
  const { services, type, answering } = routes;
  const { record, params, wanted: selected } = request;
  const sent = readNulls(type, params, record);
  const written = await guarded(type, request, (precondition) =>
    updateOne(type, services, record._id, sent, writerOf(request), precondition),
  );
  return answering.changed(written, { ...viewOf(request), selected });
}

async function deletePost<R extends PostRecord>(routes: PostRoutes<R>, request: TypeRequest<R>): Promise<Reply> {
  const { services, type, answering } = routes;
  const options = { force: request.params['force'] === true, user: request.user };
  const { record, isGone } = await guarded(type, request, (precondition) =>
    deleteOne(type, services, request.record._id, options, precondition),
  );
  if (!isGone) return answering.one(record, viewOf(request));
  return reply(await presentOne(type, record, viewOf(request)), { language: record.language });
}

/** Runs work on a record if it matches `If-Match`. Otherwise a user who may read the record learns its current tag. */
const guarded = <R extends PostRecord, T>(
  type: PostLike<R>,
  request: TypeRequest<R>,
  work: (precondition: Precondition<R>) => Promise<T>,
): Promise<T> =>
  withPrecondition<R, T>(
    request,
    type.plural,
    async (current) =>
      canRead(request.user, type.plural, ownedBy(current)) ? presentOne(type, current, { ...viewOf(request), single: true }) : undefined,
    work,
  );

async function presentOne<R extends PostRecord>(type: PostLike<R>, record: R, view: View): Promise<object> {
  const [presented] = await type.present([record], view);
  if (presented === undefined) throw new Error(`${type.plural} show nothing of the record ${record._id}`);
  return presented;
}

const viewOf = ({ user, baseUrl, language }: Viewing): View => ({ user, baseUrl, language, single: false });

/** Returns the user and the context of a write. `permission` has made sure that there is a user. */
const writerOf = ({ user, language, baseUrl }: Viewing) => ({ user: user as User, language, baseUrl });
