import type { ClientSession } from 'mongodb';
import { canDelete, canDo, canEdit, canRead } from '../../../access';
import { isRecording } from '../../../cache';
import { slugOfAddress } from '../../../calendar';
import { errors } from '../../../errors';
import type { Language } from '../../../language';
import { type Args, CREATABLE, DELETABLE, EDITABLE, type HandlerRequest, READABLE, reply, selectedWithin } from '../../../registry';
import {
  createFacets,
  createPages,
  facetsAnswer,
  handedBy,
  listHeaders,
  listingOf,
  pageHeaders,
  pageLinks,
  pagesOf,
  singleArgs,
} from '../../list';
import { createCachedRecords, summariesOf, type Way } from '../../show';
import { createOtherLanguages, slugFallbackArg } from '../../translations';
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
import { filledText, LONGEST } from '../../values';
import { assertReadable, limitGuesses, passwordOfList, servedRecord, unreadable } from '../../visibility';
import {
  type Conditional,
  CREATION_ERRORS,
  createRecord,
  createTogether,
  deleteOne,
  idempotentCreation,
  type Precondition,
  readNulls,
  updateOne,
  withPrecondition,
} from '../../write';
import { CREATING, UPDATING } from './declared-routes';
import { recordAnswers } from './record-answers';
import { CHANGE_REQUEST_HEADERS } from './request-headers';
import { CHANGE_HEADERS } from './written-headers';

const NOTHING: Args = {};

/** The params of a list beside its filters. */
interface ListSent<R extends PostRecord> {
  readonly page: number;
  readonly per_page: number;
  readonly status?: R['status'][];
  readonly format?: string;
  readonly facets?: readonly string[];
}

/** The parts of a request that decide how records are shown. */
type Viewing = Pick<HandlerRequest<User, unknown, unknown, unknown>, 'user' | 'baseUrl' | 'language'>;

/** Declares the routes of a post-like type: the list and creation, and single records by ID and by slug. */
export function declarePostLike<R extends PostRecord>(registry: CalendarRegistry, services: Services, kind: PostLike<R>): void {
  const { namespace, plural, posts } = kind;
  const summaries = summariesOf(kind, true);
  const { id, password } = singleArgs(kind);
  const slug = {
    type: 'string',
    required: true,
    description: { en: `The slug of the ${kind.name.en}`, fr: `Le slug (${kind.name.fr})` },
  } as const;
  const unlocking: Args = kind.protectable ? { password } : NOTHING;
  const force = {
    type: 'boolean',
    default: false,
    description: {
      en: 'Whether to remove for good what is in the trash already',
      fr: 'Supprimer définitivement ce qui est déjà dans la corbeille',
    },
  } as const;

  const viewOf = ({ user, baseUrl, language }: Viewing, single: boolean): View => ({
    user,
    baseUrl,
    language,
    single,
  });
  const answers = kind.answers.whole;
  const presentOne = async (record: R, view: View): Promise<object> => {
    const [presented] = await kind.present([record], view);
    if (presented === undefined) throw new Error(`${plural} show nothing of the record ${record._id}`);
    return presented;
  };
  const keptRecords = createCachedRecords(services, kind);
  const answering = recordAnswers<R, View>(services, kind, {
    present: presentOne,
    knows: ({ user }, sibling) => canRead(user, plural, sibling),
    json: async (record, view) => (isRecording() && view.wanted === undefined ? keptRecords.one(record, view) : undefined),
  });
  /** Runs work on a record if it matches `If-Match`. A user who may read the record learns its current tag otherwise. */
  const guarded = <T>(request: Viewing & Conditional, work: (precondition: Precondition<R>) => Promise<T>) =>
    withPrecondition<R, T>(
      request,
      plural,
      async (current) => (canRead(request.user, plural, ownedBy(current)) ? presentOne(current, viewOf(request, true)) : undefined),
      work,
    );
  const create = createTogether(kind, services);
  const readPage = createPages(services, kind, keptRecords);
  const countFacets = createFacets(services, kind);
  const creations = idempotentCreation<R>(services, {
    route: `${namespace}/${plural}`,
    answer: (written, request) => answering.created(written, viewOf(request, false)),
    async find(id, { user }) {
      const record = await posts.byId(id);
      if (record) assertReadable(kind, record, user, undefined);
      return record;
    },
    gone: (id) => errors.notFound(kind, id),
  });

  registry.registerRoute(
    namespace,
    `/${plural}`,
    {
      methods: READABLE,
      permission: 'public',
      headers: listHeaders(services.about),
      errors: [`${kind.kind}-archive-page-not-found`, 'rest_search_too_broad'],
      ...summaries.list,
      args: kind.args.list,
      answers: pageAnswer(plural, answers, kind.facets && { facets: facetsAnswer(kind.facets) }),
      ...(kind.formats && { alternatives: Object.values(kind.formats).map(({ type, answers }) => ({ type, answers })) }),
      cache: true,
      async handle(request) {
        const { page, per_page: perPage, status, format = 'json', facets: facetNames, ...filters } = request.params as Sent & ListSent<R>;
        const form = kind.formats?.[format];
        const { baseUrl } = request;
        const handed = handedBy(kind, filters);
        const guess = { user: request.user, address: request.address, password: filters['password'] };
        const view = {
          ...viewOf(request, false),
          password: await passwordOfList(services, kind, filters['include'], guess),
          ...(handed && { handed }),
          ...(form === undefined && { wanted: selectedWithin(request.wanted, plural) }),
        };
        const { links: linked, ...query } = await listingOf(kind, { filters, view, status });
        const paged = { ...query, skip: (page - 1) * perPage, limit: perPage };
        const [place, { first, last }, facets] = await Promise.all([
          readPage(paged, view, { isJson: form === undefined, isOpaque: isOpaque(kind, filters) }),
          linked(),
          facetNames && countFacets(facetNames, { filters, view, status }),
        ]);
        const at = { page, perPage, total: place.total };
        if (page > 1 && page > pagesOf(at)) throw errors.pageNotFound(kind, pagesOf(at));
        // What those who edit see without asking has no name that a list accepts.
        const seen = status ?? (canDo(request.user, 'edit', plural) ? undefined : ['publish']);
        const kept = { per_page: perPage, ...first, status: seen, ...last, facets: facetNames, format: form && format };
        const links = pageLinks({ baseUrl, language: request.language, meta: request.meta }, kind, at, { page, ...kept }, kept);
        const headers = pageHeaders(services.about, at, links);
        const records = await place.records();
        const around = { ...links, total: at.total, total_pages: pagesOf(at), ...(facets && { facets }) };
        return form
          ? reply(form.write(records as readonly Sent[], around), { headers, type: form.type })
          : reply({ [plural]: records, ...around }, { headers });
      },
    },
    {
      methods: CREATABLE,
      ...CREATING,
      permission: `edit_${plural}`,
      errors: [...CREATION_ERRORS, `rest-${kind.kind}-not-found`, ...unreadable(kind), ...kind.refusals.creating],
      ...summaries.create,
      args: kind.args.create,
      answers,
      replay: (request) => creations.replay(request),
      handle(request) {
        const { params } = request;
        const asking = askingOf(request);
        const work = (session: ClientSession) => createRecord(kind, services, params, { ...asking, session });
        return creations.create(request, work, () => create({ params, asking }));
      },
    },
  );

  const single = <const P extends string>(
    path: P,
    variable: Args,
    key: Way,
    renaming: Args,
    load: (path: Readonly<Record<string, unknown>>, language: Language) => Promise<R | undefined>,
    otherwise: ReturnType<typeof createOtherLanguages<R>> | undefined = undefined,
  ) =>
    registry.registerRoute(
      namespace,
      {
        path: path as string,
        async load({ path: values, language }) {
          return load(values, language);
        },
        otherwise: (request) => otherwise?.(request),
        notFound: (values) => errors.notFound(kind, String((values as Record<string, unknown>)[key])),
      },
      {
        methods: READABLE,
        permission: 'public',
        errors: unreadable(kind),
        ...summaries.read(key),
        args: { ...variable, ...unlocking, ...(otherwise && { ml_fallback: slugFallbackArg }) } as Args,
        answers,
        cache: true,
        async handle(request) {
          const record = request.record as R;
          const { user, address } = request;
          const { password } = request.params as Sent;
          await limitGuesses(services, kind, [record], { user, address, password });
          assertReadable(kind, record, user, password);
          return answering.one(record, { ...viewOf(request, true), wanted: request.wanted });
        },
      },
      {
        methods: DELETABLE,
        headers: CHANGE_HEADERS,
        requestHeaders: CHANGE_REQUEST_HEADERS,
        errors: [`${kind.kind}-is-in-trash`, 'rest_precondition_failed'],
        permission: ({ user, record }) => (record ? canDelete(user, plural, ownedBy(record as R)) : canDo(user, 'delete_others', plural)),
        ...summaries.remove(key),
        args: { ...variable, ...unlocking, force } as Args,
        answers,
        async handle(request) {
          const { force } = request.params as { force: boolean };
          const id = (request.record as R)._id;
          const { record, isGone } = await guarded(request, (precondition) =>
            deleteOne(kind, services, id, { force, user: request.user }, precondition),
          );
          if (!isGone) return answering.one(record, viewOf(request, false));
          return reply(await presentOne(record, viewOf(request, false)), { language: record.language });
        },
      },
      {
        methods: EDITABLE,
        ...UPDATING,
        errors: ['rest_precondition_failed', ...kind.refusals.updating],
        permission: ({ user, record }) => (record ? canEdit(user, plural, ownedBy(record as R)) : canDo(user, 'edit_others', plural)),
        ...summaries.update(key),
        args: { ...variable, ...renaming, ...kind.args.update } as Args,
        answers,
        async handle(request) {
          const id = (request.record as R)._id;
          const sent = readNulls(kind, request.params, request.record as R);
          const written = await guarded(request, (precondition) => updateOne(kind, services, id, sent, askingOf(request), precondition));
          return answering.changed(written, { ...viewOf(request, false), wanted: request.wanted });
        },
      },
    );

  single(`/${plural}/{id}`, { id }, 'id', NOTHING, async ({ id: value }) => servedRecord(await posts.byId(Number(value)), services.site));
  const bySlug = async ({ slug: value }: Readonly<Record<string, unknown>>, language: Language) => {
    const slug = slugOfAddress(String(value));
    // Drafts without a slug have no such address.
    return slug === '' ? undefined : posts.bySlug(language, slug);
  };
  const renaming = { slug: { ...slug, ...filledText(LONGEST.slug) } };
  single(`/${plural}/by-slug/{slug}`, { slug }, 'slug', renaming, bySlug, createOtherLanguages<R>(services, kind));
}

/** True if a plugin's function filters the list. Its condition may mean something else to the database than to this process. */
const isOpaque = ({ fields }: Pick<PostLike, 'fields'>, sent: Sent): boolean =>
  fields.some(({ name, filter }) => filter !== undefined && sent[name] !== undefined);

/** Returns the user and the context of a write. `permission` has made sure that there is a user. */
const askingOf = ({ user, language, baseUrl }: { user: User | undefined; language: Language; baseUrl: string }) => ({
  user: user as User,
  language,
  baseUrl,
});
