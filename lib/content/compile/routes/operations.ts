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

/** The parts of a request that decide how records are shown. */
export type Viewing = Pick<TypeRequest, 'user' | 'baseUrl' | 'language'>;

type Refusals = readonly DeclaredRefusal[];

interface Change<R> {
  // The type of a method, since the compiler lets it accept fewer records than `Stored`.
  readonly permission:
    | Capability
    | { check(request: { readonly user: User | undefined; readonly record: R | undefined }): boolean }['check'];
  readonly errors: Refusals;
  handle(request: TypeRequest<R>): Promise<Reply>;
}

/** A form of address of single records: a path with one variable, and the look-up of its record. */
export interface Address<R> {
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

interface Shown<R, A> {
  present(record: R, viewing: A): Promise<object>;
  /** Returns the cached JSON of a record; undefined if it must be shown anew. */
  json?(record: R, viewing: A): Promise<Buffer | undefined>;
  mayKnow(viewing: A, sibling: Owned): boolean;
}

/** Answers with one record, its links to translations, and its revision for entity tags. */
export interface RecordAnswers<R, A> {
  one(record: R, viewing: A): Promise<Reply>;
  created(written: WriteResult<R>, viewing: A): Promise<Reply>;
  changed(written: WriteResult<R>, viewing: A): Promise<Reply>;
}

/** Makes the answers of a content type. */
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
