import type { ClientSession } from 'mongodb';
import type { Capability, Owned } from '../../../access';
import type { Stored } from '../../../database';
import { isServed, type Language, type Served } from '../../../language';
import {
  type Args,
  type DeclaredHeaders,
  type DeclaredRefusal,
  type HandlerRequest,
  type Reply,
  type RequestHeaderArgs,
  reply,
} from '../../../registry';
import { boundedLinks } from '../../list';
import { alternateLinks, type Routed, restUrl, revisionOf } from '../../records';
import type { Lookup } from '../../show';
import type { createOtherLanguages } from '../../translations';
import type { ListFormat, Requester, Sent, Services, TitledAnswer, User, WriteResult } from '../../types';
import { checkedArg } from '../../values';

/** A validated request to a route of a content type. */
export type TypeRequest<R = undefined> = HandlerRequest<User, object, Sent, R>;

export const requesterOf = ({ user, baseUrl, language }: Requester): Requester => ({ user, baseUrl, language });

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
  readonly update: Change<R>;
  readonly remove: Change<R> & { readonly args: Args; readonly headers?: DeclaredHeaders };
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

/** The request header `If-Match`, which prevents lost updates. */
export const CHANGE_REQUEST_HEADERS = {
  'If-Match': {
    type: 'string',
    description: {
      en: 'The ETag of the record that you read. If the record has changed since, the request changes nothing (412). Without this header the last write wins.',
      fr: 'L’ETag de l’enregistrement que vous avez lu. S’il a été modifié depuis, la requête ne change rien (412). Sans cet en-tête, la dernière écriture l’emporte.',
    },
  },
} as const satisfies RequestHeaderArgs;

/** The request header `Idempotency-Key`, which lets clients repeat a creation safely. Quotation marks are optional. */
export const CREATION_REQUEST_HEADERS = {
  'Idempotency-Key': {
    type: 'string',
    ...checkedArg({
      schema: {
        type: 'string',
        pattern: '^(?:[!-~]{1,255}|"[!-~]{1,255}")$',
        patternText: {
          en: 'from 1 to 255 visible ASCII characters without spaces, with or without quotation marks',
          fr: 'de 1 à 255 caractères ASCII visibles sans espaces, avec ou sans guillemets droits',
        },
      },
      refuse: {
        en: 'Send a key of 1 to 255 visible ASCII characters, without spaces.',
        fr: 'Envoyez une clé de 1 à 255 caractères ASCII visibles, sans espaces.',
      },
    }),
    description: {
      en: 'A key of your choice, such as a UUID, of 1 to 255 visible characters. If you send the same request again within 24 hours, it gets the same answer and creates nothing.',
      fr: 'Une clé de votre choix, par exemple un UUID, de 1 à 255 caractères visibles. La même requête renvoyée dans les 24 heures reçoit la même réponse et ne crée rien.',
    },
  },
} as const satisfies RequestHeaderArgs;

export const CHANGE_HEADERS: DeclaredHeaders = {
  ETag: {
    type: 'string',
    description: {
      en: 'The current ETag of the record, for If-Match.',
      fr: 'L’ETag actuel de l’enregistrement, pour If-Match.',
    },
  },
};

const CHANGED_TRANSLATIONS = 'Changed-Translations';

export const UPDATE_HEADERS: DeclaredHeaders = {
  ...CHANGE_HEADERS,
  [CHANGED_TRANSLATIONS]: {
    type: 'string',
    description: {
      en: 'The languages of the translations that changed with the record, since they share the sent values. Published translations show the change at once.',
      fr: 'Les langues des traductions modifiées avec l’enregistrement, car elles partagent les valeurs envoyées. Les traductions publiées montrent aussitôt le changement.',
    },
  },
};

/** Makes the response header with the served languages of changed translations. */
const changedTranslations = (languages: readonly Language[], served: Served): Record<string, string> => {
  const named = languages.filter((language) => isServed(language, served));
  return named.length === 0 ? {} : { [CHANGED_TRANSLATIONS]: named.join(', ') };
};

export const CREATION_HEADERS: DeclaredHeaders = {
  ...UPDATE_HEADERS,
  'Idempotency-Replayed': {
    type: 'string',
    enum: ['true'],
    description: {
      en: 'Present if this is the answer of an earlier request with the same Idempotency-Key.',
      fr: 'Présent si cette réponse est celle d’une requête antérieure portant la même Idempotency-Key.',
    },
  },
  Location: {
    type: 'string',
    required: true,
    description: { en: 'The address of the new record.', fr: 'L’adresse du nouvel enregistrement.' },
  },
};
