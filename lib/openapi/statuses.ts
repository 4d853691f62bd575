import type { Text } from '../language';

/** The component name and the translated explanation of an HTTP status. */
interface Status extends Text {
  readonly name: string;
}

const STATUSES: Readonly<Record<number, Status>> = {
  304: { name: 'NotModified', en: 'The client has this very answer already.', fr: 'Le client a déjà cette même réponse.' },
  400: {
    name: 'BadRequest',
    en: 'What was sent is missing something or is not valid.',
    fr: 'Ce qui a été envoyé est incomplet ou non valide.',
  },
  401: { name: 'Unauthorized', en: 'Credentials are missing or wrong.', fr: 'Les identifiants manquent ou sont erronés.' },
  403: { name: 'Forbidden', en: 'The user may not do that.', fr: 'L’utilisateur n’a pas le droit de faire cela.' },
  404: { name: 'NotFound', en: 'There is no such record or page.', fr: 'Cet enregistrement ou cette page n’existe pas.' },
  408: { name: 'RequestTimeout', en: 'The request took too long to arrive.', fr: 'La requête a mis trop de temps à arriver.' },
  409: { name: 'Conflict', en: 'That does not go with what is there.', fr: 'Cela ne s’accorde pas avec ce qui existe.' },
  410: { name: 'Gone', en: 'It is in the trash already.', fr: 'C’est déjà dans la corbeille.' },
  412: {
    name: 'PreconditionFailed',
    en: 'The record has changed since it was read.',
    fr: 'L’enregistrement a changé depuis qu’il a été lu.',
  },
  413: {
    name: 'ContentTooLarge',
    en: 'The body or the record is too large.',
    fr: 'Le corps ou l’enregistrement est trop volumineux.',
  },
  415: {
    name: 'UnsupportedMediaType',
    en: 'The body is of a type that is not read, or compressed in an unknown way.',
    fr: 'Le corps est d’un type qui n’est pas lu, ou compressé d’une manière inconnue.',
  },
  422: { name: 'UnprocessableContent', en: 'The key belongs to another request.', fr: 'La clé appartient à une autre requête.' },
  429: {
    name: 'TooManyRequests',
    en: 'Too many requests or wrong passwords came from this address, or too many keys from this user.',
    fr: 'Trop de requêtes ou de mots de passe erronés sont venus de cette adresse, ou trop de clés de cet utilisateur.',
  },
  431: {
    name: 'RequestHeaderFieldsTooLarge',
    en: 'The headers or the address are too long.',
    fr: 'Les en-têtes ou l’adresse sont trop longs.',
  },
  500: { name: 'InternalServerError', en: 'The service has a fault.', fr: 'Le service a un défaut.' },
  503: {
    name: 'ServiceUnavailable',
    en: 'The service or its database cannot answer at the moment.',
    fr: 'Le service ou sa base de données ne peut pas répondre pour le moment.',
  },
  507: { name: 'InsufficientStorage', en: 'The disk of the database is full.', fr: 'Le disque de la base de données est plein.' },
};

export const statusOf = (status: number): Status =>
  STATUSES[status] ?? { name: `Status${status}`, en: 'The request was refused.', fr: 'La requête a été refusée.' };
