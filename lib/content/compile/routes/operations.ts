import type { ClientSession } from 'mongodb';
import type { Capability } from '../../../access';
import type { Stored } from '../../../database';
import type { Language } from '../../../language';
import type { Args, DeclaredHeaders, DeclaredRefusal, HandlerRequest, Reply } from '../../../registry';
import type { Way } from '../../show';
import type { createOtherLanguages } from '../../translations';
import type { ListFormat, Sent, TitledAnswer, User, WriteResult } from '../../types';

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
