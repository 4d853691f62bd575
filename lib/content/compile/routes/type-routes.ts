import type { ClientSession } from 'mongodb';
import type { Capability } from '../../../access';
import type { Stored } from '../../../database';
import { errors } from '../../../errors';
import type { Language } from '../../../language';
import {
  type Args,
  CREATABLE,
  DELETABLE,
  type DeclaredHeaders,
  type DeclaredRefusal,
  EDITABLE,
  type HandlerRequest,
  READABLE,
  type Reply,
} from '../../../registry';
import { listHeaders } from '../../list';
import { summariesOf, type Way } from '../../show';
import { type createOtherLanguages, slugFallbackArg } from '../../translations';
import type { CalendarRegistry, ListFormat, Sent, Services, TermLike, TitledAnswer, User, WriteResult } from '../../types';
import { idempotentCreation } from '../../write';
import { CHANGE_REQUEST_HEADERS, CREATION_REQUEST_HEADERS } from './request-headers';
import { CREATION_HEADERS, UPDATE_HEADERS } from './written-headers';

/** The parts of a compiled type that its routes use. */
type RoutedType = Parameters<typeof summariesOf>[0] & Pick<TermLike, 'namespace' | 'kind' | 'plural' | 'args'>;

/** A validated request to a route of a content type. */
export type TypeRequest<R = undefined> = HandlerRequest<User, object, Sent, R>;

/** The parts of a request that decide how records are shown. */
export type Viewing = Pick<TypeRequest, 'user' | 'baseUrl' | 'language'>;

type Refusals = readonly DeclaredRefusal[];

interface Permission<R> {
  check(request: { readonly user: User | undefined; readonly record: R | undefined }): boolean;
}

interface Change<R> {
  // The type of a method, since the compiler lets it accept fewer records than `Stored`.
  readonly permission: Capability | Permission<R>['check'];
  readonly errors: Refusals;
  handle(request: TypeRequest<R>): Promise<Reply>;
}

/** A form of address of single records: a path with one variable, and the look-up of its record. */
export interface Address<R> {
  /** The name of the variable. */
  readonly way: Way;
  readonly path: string;
  readonly variable: Args;
  /** Args that only updates through this address have. */
  readonly updateArgs?: Args;
  load(value: string, reader: { readonly language: Language; readonly user: User | undefined }): Promise<R | undefined>;
  /** Finds the record in another language. */
  readonly otherwise?: ReturnType<typeof createOtherLanguages>;
}

/** The operations on a content type: their own args, permissions and refusals, and the functions that do the work. */
export interface Operations<R extends Stored> {
  /** The schema of one record. */
  readonly answers: TitledAnswer;
  readonly list: {
    readonly errors?: Refusals;
    readonly answers: TitledAnswer;
    readonly alternatives?: readonly Pick<ListFormat, 'type' | 'answers'>[];
    handle(request: TypeRequest): Promise<Reply>;
  };
  readonly create: {
    readonly permission: Capability;
    readonly errors: Refusals;
    /** Returns the function that creates the record in a transaction. */
    work(request: TypeRequest): (session: ClientSession) => Promise<WriteResult<R>>;
    /** Creates the record in a transaction of its own, or in one with other requests. */
    together?(request: TypeRequest): Promise<WriteResult<R>>;
    answer(written: WriteResult<R>, request: Viewing): Promise<Reply>;
    /** Finds the record of a repeated creation. Throws if the user may not read it. */
    find(id: number, request: Viewing): Promise<R | undefined>;
  };
  readonly addresses: readonly Address<R>[];
  readonly read: { readonly args: Args; readonly errors?: Refusals; handle(request: TypeRequest<R>): Promise<Reply> };
  readonly update: Change<R>;
  readonly remove: Change<R> & { readonly args: Args; readonly headers?: DeclaredHeaders };
  /** True if deleted records go to the trash. */
  readonly hasTrash: boolean;
}

/** Declares the routes of a content type: the list with creation, and single records by each form of address. */
export function declareRoutes(registry: CalendarRegistry, services: Services, type: RoutedType, operations: Operations<Stored>): void {
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
      headers: CREATION_HEADERS,
      requestHeaders: CREATION_REQUEST_HEADERS,
      args: args.create,
      ...create,
      replay: (request) => creations.replay(request),
      handle: (request) => creations.create(request, work(request), together && (() => together(request))),
    },
  );
  for (const address of operations.addresses) declareRecord(registry, type, operations, address);
}

function declareRecord(
  registry: CalendarRegistry,
  type: RoutedType,
  operations: Operations<Stored>,
  { way, variable, updateArgs, otherwise, ...address }: Address<Stored>,
): void {
  const { answers, hasTrash } = operations;
  const summaries = summariesOf(type, operations);
  const read = {
    methods: READABLE,
    permission: 'public',
    ...summaries.read(way),
    answers,
    cache: true,
    ...operations.read,
    args: { ...variable, ...operations.read.args, ...(otherwise && { ml_fallback: slugFallbackArg }) },
  } as const;
  const update = {
    methods: EDITABLE,
    ...summaries.update(way),
    answers,
    headers: UPDATE_HEADERS,
    requestHeaders: CHANGE_REQUEST_HEADERS,
    ...operations.update,
    args: { ...variable, ...updateArgs, ...type.args.update },
  } as const;
  const remove = {
    methods: DELETABLE,
    ...summaries.remove(way),
    answers,
    requestHeaders: CHANGE_REQUEST_HEADERS,
    ...operations.remove,
    args: { ...variable, ...operations.remove.args },
  } as const;
  const variableOf = (path: Readonly<Record<string, unknown>>) => String(path[way]);
  // The CMS names the methods of posts and of terms in these orders.
  const [second, third] = hasTrash ? [remove, update] : [update, remove];
  registry.registerRoute(
    type.namespace,
    {
      path: address.path as string,
      load: ({ path, ...reader }) => address.load(variableOf(path), reader),
      ...(otherwise && { otherwise }),
      notFound: (path) => errors.notFound(type, variableOf(path)),
    },
    read,
    second,
    third,
  );
}
