import type { ClientSession } from 'mongodb';
import type { Capability, Owned } from '../../../access';
import type { Stored } from '../../../database';
import type { Language } from '../../../language';
import {
  type Args,
  type DeclaredHeaders,
  type DeclaredRefusal,
  type HandlerRequest,
  type Reply,
  reply,
  writtenJson,
} from '../../../registry';
import { boundedLinks } from '../../list';
import { alternateLinks, type Routed, restUrl, revisionOf } from '../../records';
import type { Way } from '../../show';
import type { createOtherLanguages } from '../../translations';
import type { ListFormat, Sent, Services, TitledAnswer, User, WriteResult } from '../../types';
import { changedTranslations } from './headers';

/** A validated request to a route of a content type. */
export type TypeRequest<R = undefined> = HandlerRequest<User, object, Sent, R>;

/** The parts of a request that affect the form of shown records. */
export type Viewing = Pick<TypeRequest, 'user' | 'baseUrl' | 'language'>;

type Refusals = readonly DeclaredRefusal[];

interface Change<R> {
  // Declared as a method type: TypeScript then accepts functions for narrower records than `Stored`.
  readonly permission:
    | Capability
    | { check(request: { readonly user: User | undefined; readonly record: R | undefined }): boolean }['check'];
  readonly errors: Refusals;
  handle(request: TypeRequest<R>): Promise<Reply>;
}

/** A path of single records: its route with one variable, and the look-up of the record. */
export interface Address<R> {
  readonly way: Way;
  readonly path: string;
  readonly variable: Args;
  /** Additional args of updates at this path. */
  readonly updateArgs?: Args;
  load(value: string, reader: { readonly language: Language; readonly user: User | undefined }): Promise<R | undefined>;
  /** Handles a slug that exists only in another language. */
  readonly otherwise?: ReturnType<typeof createOtherLanguages>;
}

/** The operations on a content type: their args, permissions, error codes and handlers. */
export interface Operations<R extends Stored> {
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
    /** Returns the function that creates the record in a given transaction. */
    work(request: TypeRequest): (session: ClientSession) => Promise<WriteResult<R>>;
    /** Creates the record in its own transaction, or in a shared transaction with other requests. */
    together?(request: TypeRequest): Promise<WriteResult<R>>;
    answer(written: WriteResult<R>, request: Viewing): Promise<Reply>;
    /** Finds the record of a repeated creation by ID. Throws if the user may not read the record. */
    find(id: number, request: Viewing): Promise<R | undefined>;
  };
  readonly addresses: readonly Address<R>[];
  readonly read: { readonly args: Args; readonly errors?: Refusals; handle(request: TypeRequest<R>): Promise<Reply> };
  readonly update: Change<R>;
  readonly remove: Change<R> & { readonly args: Args; readonly headers?: DeclaredHeaders };
  /** True if deletion moves records to the trash. */
  readonly hasTrash: boolean;
}

interface Shown<R, A> {
  present(record: R, viewing: A): Promise<object>;
  /** Returns the cached JSON of a record; undefined if the caller must build the answer. */
  json?(record: R, viewing: A): Promise<Buffer | undefined>;
  mayKnow(viewing: A, sibling: Owned): boolean;
}

/** Functions that make the answer of one record: its body, links to translations, and entity tag. */
export interface RecordAnswers<R, A> {
  one(record: R, viewing: A): Promise<Reply>;
  created(written: WriteResult<R>, viewing: A): Promise<Reply>;
  changed(written: WriteResult<R>, viewing: A): Promise<Reply>;
}

/** Makes the functions that answer with one record of a content type. */
export function recordAnswers<R extends Stored, A extends { readonly baseUrl: string }>(
  { site: { served } }: Pick<Services, 'site'>,
  type: Routed,
  { present, mayKnow, json }: Shown<R, A>,
): RecordAnswers<R, A> {
  const answer = async (record: R, viewing: A, status = 200, headers: Record<string, string> = {}) => {
    const links = alternateLinks(record, type, { baseUrl: viewing.baseUrl, served }, (sibling) => mayKnow(viewing, sibling));
    const cached = await json?.(record, viewing);
    return reply(cached ? writtenJson([cached]) : await present(record, viewing), {
      status,
      headers: { ...headers, ...boundedLinks(links) },
      language: record.language,
      revision: revisionOf(type.plural, record),
    });
  };
  return {
    one: (record, viewing) => answer(record, viewing),
    created: ({ record, languages }, viewing) =>
      answer(record, viewing, 201, { Location: restUrl(viewing.baseUrl, type, record._id), ...changedTranslations(languages, served) }),
    changed: ({ record, languages }, viewing) => answer(record, viewing, 200, changedTranslations(languages, served)),
  };
}
