import type { Filter } from 'mongodb';
import { canDelete, canDo, canEdit } from '../lib/access/posts';
import { slugOfAddress } from '../lib/calendar/slug';
import { errors } from '../lib/errors';
import type { Language } from '../lib/language';
import type { Arg, Args, Schema } from '../lib/registry/args';
import { CREATABLE, DELETABLE, EDITABLE, READABLE } from '../lib/registry/registry';
import { reply } from '../lib/registry/reply';
import { EMPTY, FILLED, updateArgs } from './accepted';
import { restUrl } from './addresses';
import { filled, paging } from './common';
import { wholeAnswer } from './fields/added-answer';
import { addedQuery, listArgs } from './fields/added-list';
import { CREATION_HEADERS, LIST_HEADERS, pageHeaders, pageLinks, pagesOf } from './lists';
import { pageAnswer } from './page-answers';
import { createOne, deleteOne, settleNulls, updateOne } from './post-like/changes';
import type { Sent, View } from './post-like/context';
import type { PostLike } from './post-like/kind';
import { ownedBy, type PostRecord } from './post-like/post-record';
import { UNSET_UTC } from './post-like/publication';
import { searchArg, singleArgs } from './post-like/reading-args';
import { assertReadable, type Seen, seenBy, statusFilter, unreadable } from './post-like/visibility';
import { writableArgs } from './post-like/writing';
import { type CalendarRegistry, NAMESPACE, type Services, type User } from './services';

const NOTHING: Args = {};

/** Declares the twelve routes of a post-like kind, with all that was added to it so far (SPECIFICATION 4.2 to 4.4). */
export function declarePostLike<R extends PostRecord>(registry: CalendarRegistry, services: Services, kind: PostLike<R>): void {
  const { plural, posts } = kind;
  const { id, password } = singleArgs(kind);
  const slug = {
    type: 'string',
    required: true,
    // The body's, which renames (DIFFERENCES 9).
    validate: filled(),
    accepts: FILLED,
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
  const fields = writableArgs(kind, services);
  const optional = updatable(kind, fields);
  const setting: Args = kind.protectable
    ? { password: { ...password, validate: (value: unknown) => value === '' || password.validate(value), accepts: PASSWORD } as Arg }
    : NOTHING;

  const viewOf = (request: { user: User | undefined; baseUrl: string; language: Language }, single: boolean): View => ({
    user: request.user,
    baseUrl: request.baseUrl,
    language: request.language,
    single,
  });
  const answers = wholeAnswer(kind);
  const presentOne = async (record: R, view: View): Promise<object> => {
    const [presented] = await kind.present([record], view);
    if (presented === undefined) throw new Error(`${plural} show nothing of the record ${record._id}`);
    return presented;
  };
  const answer = async (record: R, view: View, status = 200, headers: Record<string, string> = {}) =>
    reply(await presentOne(record, view), { status, headers, language: record.language });

  registry.registerRoute(
    NAMESPACE,
    `/${plural}`,
    {
      methods: READABLE,
      permission: 'public',
      headers: LIST_HEADERS,
      errors: [`${kind.kind}-archive-page-not-found`],
      args: {
        ...paging(services, kind.names),
        search: searchArg(kind),
        ...kind.filters,
        ...listArgs(kind),
        status: statusFilter(plural),
        ...unlocking,
      } as Args,
      answers: pageAnswer(plural, answers),
      async handle(request) {
        const {
          page,
          per_page: perPage,
          status,
          ...filters
        } = request.params as Sent & { page: number; per_page: number; status?: R['status'][] };
        const view = { ...viewOf(request, false), password: filters['password'] as string | undefined };
        const added = await addedQuery(kind, filters, view);
        const { filter, first, last, ...list } = await kind.list(added.own, view);
        // Without an index of its own a list is one of few records.
        const hint = list.hint === undefined || (added.sort && added.narrowed) ? undefined : (added.hint ?? list.hint);
        const sort = added.sort ?? added.turned(list.sort);
        const seen = seenBy(request.user, plural, status, view.password);
        const where = ({ records, open }: Seen, conditions: readonly object[]) =>
          ({
            $and: [{ language: request.language }, records, typeof filter === 'function' ? filter(open) : filter, ...conditions],
          }) as Filter<R>;
        const either = added.conditions(seen.open);
        const place = await posts.page({
          filter: where(seen, either.length > 1 ? [{ $or: either.map((conditions) => ({ $and: conditions })) }] : (either[0] ?? [])),
          parts: (seen.parts ?? [seen]).flatMap((part) => added.conditions(part.open).map((conditions) => where(part, conditions))),
          sort,
          hint,
          skip: (page - 1) * perPage,
          limit: perPage,
        });
        const at = { page, perPage, total: place.total };
        if (page > 1 && page > pagesOf(at)) throw errors.pageNotFound(kind, pagesOf(at));
        // `any` is only a name for what those who edit see without asking: no list accepts it, so no other page is asked for it.
        const any = status === undefined && canDo(request.user, 'edit', plural);
        const shown = { per_page: perPage, ...first, status: any ? ['any'] : (status ?? ['publish']), ...last, ...added.repeated };
        const kept = any ? { ...shown, status: undefined } : shown;
        const links = pageLinks(request, plural, at, { page, ...shown }, kept);
        const records = await kind.present(place.records, view);
        return reply({ [plural]: records, ...links, total: at.total, total_pages: pagesOf(at) }, { headers: pageHeaders(at, links) });
      },
    },
    {
      methods: CREATABLE,
      permission: `edit_${plural}`,
      headers: CREATION_HEADERS,
      errors: kind.errors?.creating ?? [],
      args: fields,
      answers,
      async handle(request) {
        const record = await createOne(kind, services, request.params, askingOf(request));
        return answer(record, viewOf(request, false), 201, { Location: restUrl(request.baseUrl, plural, record._id) });
      },
    },
  );

  const single = <const P extends string>(
    path: P,
    variable: Args,
    key: string,
    load: (path: Readonly<Record<string, unknown>>, language: Language) => Promise<R | undefined>,
    editing: Args,
  ) =>
    registry.registerRoute(
      NAMESPACE,
      {
        path: path as string,
        load: ({ path: values, language }) => load(values, language),
        notFound: (values) => errors.notFound(kind, String((values as Record<string, unknown>)[key])),
      },
      {
        methods: READABLE,
        permission: 'public',
        errors: unreadable(kind),
        args: { ...variable, ...unlocking } as Args,
        answers,
        handle(request) {
          const record = request.record as R;
          assertReadable(kind, record, request.user, (request.params as Sent)['password']);
          return answer(record, viewOf(request, true));
        },
      },
      {
        methods: DELETABLE,
        errors: [`${kind.kind}-is-in-trash`],
        permission: ({ user, record }) => (record ? canDelete(user, plural, ownedBy(record as R)) : canDo(user, 'delete_others', plural)),
        args: { ...variable, ...unlocking, force } as Args,
        answers,
        async handle(request) {
          const { force } = request.params as { force: boolean };
          const record = await deleteOne(kind, services, (request.record as R)._id, { force, user: request.user });
          return answer(record, viewOf(request, false));
        },
      },
      {
        methods: EDITABLE,
        errors: kind.errors?.updating ?? [],
        permission: ({ user, record }) => (record ? canEdit(user, plural, ownedBy(record as R)) : canDo(user, 'edit_others', plural)),
        args: { ...variable, ...optional, ...editing } as Args,
        answers,
        async handle(request) {
          const id = (request.record as R)._id;
          const { password: said, ...named } = settleNulls(kind, optional, request.params, request.record as R);
          // An update by slug names the password as reading does, and never sets it (DIFFERENCES 18, 40).
          const sent = editing === setting && said !== undefined ? { ...named, password: said } : named;
          const record = await updateOne(kind, services, id, sent, askingOf(request));
          return answer(record, viewOf(request, false));
        },
      },
    );

  single(`/${plural}/{id}`, { id }, 'id', ({ id: value }) => posts.byId(Number(value)), setting);
  single(
    `/${plural}/by-slug/{slug}`,
    { slug },
    'slug',
    async ({ slug: value }, language) => {
      const slug = slugOfAddress(String(value));
      // Drafts without a slug have no such address.
      return slug === '' ? undefined : posts.bySlug(language, slug);
    },
    unlocking,
  );
}

/** What sets or, empty, removes a password; null removes it too. */
const PASSWORD: Schema = { type: ['string', 'null'], maxLength: 255 };

/** The args of an update: what can be empty takes null, what is left alone too, and texts and images take the empty text. */
const updatable = <R extends PostRecord>({ added, emptied, left, switches = [] }: PostLike<R>, fields: Args): Args => {
  const optional = [...added.values()].flatMap(({ name, arg }) => (arg && arg.required !== true ? [name] : []));
  const extra: Record<string, Schema> = {
    description: EMPTY,
    excerpt: EMPTY,
    date: UNSET,
    date_utc: UNSET,
    image: { type: ['string', 'boolean'], enum: ['', false] },
    ...Object.fromEntries(switches.map((name) => [name, { type: 'boolean' as const }])),
  };
  return updateArgs(fields, [...Object.keys(emptied), ...left, ...optional], extra);
};

const UNSET: Schema = { type: 'string', enum: [UNSET_UTC] };

/** For whom a record is changed: `permission` has seen to it that there is a user. */
const askingOf = ({ user, language, baseUrl }: { user: User | undefined; language: Language; baseUrl: string }) => ({
  user: user as User,
  language,
  baseUrl,
});
