import type { Stored } from '../../../database';
import { errors } from '../../../errors';
import { CREATABLE, DELETABLE, EDITABLE, READABLE } from '../../../registry';
import { listHeaders } from '../../list';
import { summariesOf } from '../../show';
import { slugFallbackArg } from '../../translations';
import type { CalendarRegistry, PostLike, Services, TermLike } from '../../types';
import { idempotentCreation } from '../../write';
import { CREATION_RESPONSE_HEADERS, IDEMPOTENCY_REQUEST_HEADER, IF_MATCH_REQUEST_HEADER, UPDATE_RESPONSE_HEADERS } from './headers';
import type { Operations, RecordPath } from './operations';
import { postOperations } from './post-routes';
import { termOperations } from './term-routes';

export function declareTypeRoutes(registry: CalendarRegistry, services: Services, plural: string): void {
  const [posts, terms] = [services.postLikes.get(plural), services.termLikes.get(plural)];
  if (posts) declareRoutes(registry, services, posts, postOperations(services, posts));
  if (terms) declareRoutes(registry, services, terms, termOperations(services, terms));
}

/** Declares the routes of the list, of creation, and of single records by each form of path. */
function declareRoutes(registry: CalendarRegistry, services: Services, type: PostLike | TermLike, operations: Operations<Stored>): void {
  const { namespace, plural, args } = type;
  const { answers, list } = operations;
  const { work, together, find, answer, ...create } = operations.create;
  const summaries = summariesOf(type, operations);
  const creations = idempotentCreation(services, {
    route: `${namespace}/${plural}`,
    answer,
    find,
    gone: (id) => errors.notFound(type, id),
  });
  registry.registerRoute(
    namespace,
    `/${plural}`,
    {
      methods: READABLE,
      permission: 'public',
      ...summaries.list,
      cache: true,
      headers: listHeaders(services.about),
      args: args.list,
      ...list,
    },
    {
      methods: CREATABLE,
      status: 201,
      ...summaries.create,
      answers,
      headers: CREATION_RESPONSE_HEADERS,
      requestHeaders: IDEMPOTENCY_REQUEST_HEADER,
      args: args.create,
      ...create,
      replay: (request) => creations.replay(request),
      handle: (request) => creations.create(request, work(request), together && (() => together(request))),
    },
  );
  for (const recordPath of operations.recordPaths) declareRecord(registry, type, operations, recordPath);
}

function declareRecord(
  registry: CalendarRegistry,
  type: PostLike | TermLike,
  operations: Operations<Stored>,
  { by, variable, updateArgs, otherwise, ...recordPath }: RecordPath<Stored>,
): void {
  const { answers, hasTrash } = operations;
  const summaries = summariesOf(type, operations);
  const read = {
    methods: READABLE,
    permission: 'public',
    ...summaries.read(by),
    answers,
    cache: true,
    ...operations.read,
    args: { ...variable, ...operations.read.args, ...(otherwise && { ml_fallback: slugFallbackArg }) },
  } as const;
  const update = {
    methods: EDITABLE,
    ...summaries.update(by),
    answers,
    headers: UPDATE_RESPONSE_HEADERS,
    requestHeaders: IF_MATCH_REQUEST_HEADER,
    ...operations.update,
    args: { ...variable, ...updateArgs, ...type.args.update },
  } as const;
  const remove = {
    methods: DELETABLE,
    ...summaries.remove(by),
    answers,
    requestHeaders: IF_MATCH_REQUEST_HEADER,
    ...operations.remove,
    args: { ...variable, ...operations.remove.args },
  } as const;
  const variableOf = (path: Readonly<Record<string, unknown>>) => String(path[by]);
  // WordPress lists the methods of posts and of terms in these orders.
  const [second, third] = hasTrash ? [remove, update] : [update, remove];
  registry.registerRoute(
    type.namespace,
    {
      path: recordPath.path as string,
      load: ({ path, ...reader }) => recordPath.load(variableOf(path), reader),
      ...(otherwise && { otherwise }),
      notFound: (path) => errors.notFound(type, variableOf(path)),
    },
    read,
    second,
    third,
  );
}
