import type { ClientSession } from 'mongodb';
import type { Capability, Owned } from '../../../access';
import type { Stored } from '../../../database';
import type { Language } from '../../../language';
import { type Args, type DeclaredHeaders, type DeclaredRefusal, type HandlerRequest, type Reply, reply } from '../../../registry';
import { boundedLinks } from '../../list';
import { alternateLinks, type Routed, restUrl, revisionOf } from '../../records';
import type { Lookup } from '../../show';
import type { createOtherLanguages } from '../../translations';
import type { ListFormat, Requester, Sent, Services, TitledAnswer, User, WriteResult } from '../../types';
import { changedTranslations } from './headers';

/** A validated request to a route of a content type. */
export type TypeRequest<R = undefined> = HandlerRequest<User, object, Sent, R>;

export const requesterOf = ({ user, baseUrl, language }: Requester): Requester => ({ user, baseUrl, language });

type Refusals = readonly DeclaredRefusal[];

interface WriteOperation<R> {
  // Declared as a method type: TypeScript then accepts functions for narrower records than `Stored`.
  readonly permission:
    | Capability
    | { check(request: { readonly user: User | undefined; readonly record: R | undefined }): boolean }['check'];
  readonly errors: Refusals;
  handle(request: TypeRequest<R>): Promise<Reply>;
}

/** A path of single records: its route with one variable, and the look-up of the record. */
export interface RecordPath<R> {
  readonly by: Lookup;
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
    answer(written: WriteResult<R>, request: Requester): Promise<Reply>;
    /** Finds the record of a repeated creation by ID. Throws if the user may not read the record. */
    find(id: number, request: Requester): Promise<R | undefined>;
  };
  readonly recordPaths: readonly RecordPath<R>[];
  readonly read: { readonly args: Args; readonly errors?: Refusals; handle(request: TypeRequest<R>): Promise<Reply> };
  readonly update: WriteOperation<R>;
  readonly remove: WriteOperation<R> & { readonly args: Args; readonly headers?: DeclaredHeaders };
  /** True if deletion moves records to the trash. */
  readonly hasTrash: boolean;
}

/** A record to answer with. After a write, `languages` are those of the translations that changed too. */
export interface Answered<R> {
  readonly record: R;
  readonly languages?: readonly Language[];
  readonly isNew?: true;
}

/** Makes the answer of one record: its body, links to translations that the user may know, and entity tag. */
export const recordReply = (
  { site: { served } }: Pick<Services, 'site'>,
  type: Routed,
  { record, languages = [], isNew }: Answered<Stored>,
  { body, baseUrl, mayKnow }: { readonly body: object; readonly baseUrl: string; mayKnow(sibling: Owned): boolean },
): Reply =>
  reply(body, {
    status: isNew ? 201 : 200,
    headers: {
      ...(isNew && { Location: restUrl(baseUrl, type, record._id) }),
      ...changedTranslations(languages, served),
      ...boundedLinks(alternateLinks(record, type, { baseUrl, served }, mayKnow)),
    },
    language: record.language,
    revision: revisionOf(type.plural, record),
  });
