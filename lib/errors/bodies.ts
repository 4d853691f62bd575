import { explained, refusing, repeatable } from './refusal';

/** Error codes about request bodies, with explanations. */
export const BODY_CODES = explained({
  rest_invalid_json: {
    status: [400],
    title: { en: 'No well-formed JSON', fr: 'JSON mal formé' },
    meaning: {
      en: 'The body says that it is JSON, but it is not well-formed, is not in UTF-8, or is nested too deep.',
      fr: 'Le corps est annoncé comme du JSON, mais il est mal formé, n’est pas en UTF-8 ou est imbriqué trop profondément.',
    },
    remedy: {
      en: 'Correct it where “json_error_message” says, or send it with the Content-Type that it has.',
      fr: 'Corrigez-le comme l’indique « json_error_message », ou envoyez-le avec le Content-Type qui est le sien.',
    },
  },
  rest_content_too_large: {
    status: [413],
    title: { en: 'Too large', fr: 'Contenu trop volumineux' },
    meaning: {
      en: 'The body, or the record that it would make, has more bytes than are accepted. Bytes count after decompression.',
      fr: 'Le corps, ou l’enregistrement qui en résulterait, compte plus d’octets que le maximum accepté. Ils sont comptés après décompression.',
    },
    remedy: { en: 'Shorten texts, or send less at a time.', fr: 'Raccourcissez les textes, ou envoyez-en moins à la fois.' },
  },
  rest_unsupported_media_type: {
    status: [415],
    title: { en: 'Unsupported body', fr: 'Corps non pris en charge' },
    meaning: {
      en: 'The body is of a type that the service does not read, or is compressed in a way that it does not know. Nothing was changed.',
      fr: 'Le corps est d’un type que le service ne lit pas, ou compressé d’une manière qu’il ne connaît pas. Rien n’a été modifié.',
    },
    remedy: {
      en: 'Send JSON or a form, say so in Content-Type, and compress it with gzip, deflate or br if at all.',
      fr: 'Envoyez du JSON ou un formulaire, dites-le dans Content-Type et, si vous le compressez, faites-le en gzip, deflate ou br.',
    },
  },
  rest_undecodable_body: {
    status: [400],
    title: { en: 'Unreadable body', fr: 'Corps illisible' },
    meaning: {
      en: 'The body ended too early, is not compressed as its Content-Encoding says, or is a broken multipart form.',
      fr: 'Le corps s’est terminé trop tôt, n’est pas compressé comme l’annonce son Content-Encoding ou est un formulaire multipart défectueux.',
    },
    remedy: { en: 'Send it again, whole.', fr: 'Renvoyez-le en entier.' },
  },
  rest_too_many_parameters: {
    status: [400],
    title: { en: 'Too many parameters', fr: 'Trop de paramètres' },
    meaning: {
      en: 'The query or the body carries more parameters than are accepted.',
      fr: 'La chaîne de requête ou le corps porte plus de paramètres que le maximum accepté.',
    },
    remedy: { en: 'Send fewer, e.g. in several requests.', fr: 'Envoyez-en moins, par exemple en plusieurs requêtes.' },
  },
});

const refusal = refusing(BODY_CODES);

export const bodyErrors = {
  invalidJson: (code: number, why: string) =>
    refusal(
      'rest_invalid_json',
      400,
      {
        en: 'The body is not well-formed JSON in UTF-8. Correct it, or send it with another Content-Type.',
        fr: 'Le corps n’est pas du JSON bien formé en UTF-8. Corrigez-le ou envoyez-le avec un autre Content-Type.',
      },
      { json_error_code: code, json_error_message: why },
    ),
  contentTooLarge: (bytes: number) =>
    refusal('rest_content_too_large', 413, {
      en: `The body is too large: at most ${bytes} bytes are accepted, counted after decompression. Send less at a time.`,
      fr: `Le corps est trop volumineux : ${bytes} octets au plus sont acceptés, comptés après décompression. Envoyez-en moins à la fois.`,
    }),
  recordTooLarge: (bytes: number) =>
    refusal('rest_content_too_large', 413, {
      en: `The record would be too large: at most ${bytes} bytes are stored of one, what searches need of it included. Shorten its texts.`,
      fr: `L’élément serait trop volumineux : ${bytes} octets au plus en sont enregistrés, ce qu’il faut aux recherches compris. Raccourcissez ses textes.`,
    }),
  unreadMediaType: () =>
    refusal('rest_unsupported_media_type', 415, {
      en: 'A body of this type is not read, and nothing was changed. Send application/json, application/x-www-form-urlencoded or multipart/form-data, and name it in Content-Type.',
      fr: 'Un corps de ce type n’est pas lu, et rien n’a été modifié. Envoyez application/json, application/x-www-form-urlencoded ou multipart/form-data, et nommez-le dans Content-Type.',
    }),
  unsupportedMediaType: (coding: string) => {
    const name = repeatable(coding);
    return refusal('rest_unsupported_media_type', 415, {
      en: `${name ? `The Content-Encoding ${name}` : 'This Content-Encoding'} is not supported. Send the body as it is, or compressed with gzip, deflate or br.`,
      fr: `${name ? `Le Content-Encoding ${name}` : 'Ce Content-Encoding'} n’est pas pris en charge. Envoyez le corps tel quel ou compressé en gzip, deflate ou br.`,
    });
  },
  undecodableBody: () =>
    refusal('rest_undecodable_body', 400, {
      en: 'The body could not be read: it ends too early, is not compressed as its Content-Encoding says, or is a broken form. Send it again.',
      fr: 'Le corps n’a pas pu être lu : il se termine trop tôt, n’est pas compressé comme l’annonce son Content-Encoding ou est un formulaire défectueux. Renvoyez-le.',
    }),
  tooManyParameters: (limit: number) =>
    refusal('rest_too_many_parameters', 400, {
      en: `The request carries too many parameters: at most ${limit} are accepted. Send fewer.`,
      fr: `La requête comporte trop de paramètres : ${limit} au plus sont acceptés. Envoyez-en moins.`,
    }),
  tooManyParts: (limit: number) =>
    refusal('rest_too_many_parameters', 400, {
      en: `The request has too many parts: a query or a form has at most ${limit}, each member of a list counted. Send fewer, or a body of JSON.`,
      fr: `La requête comporte trop de parties : ${limit} au plus pour une chaîne de requête ou un formulaire, chaque membre d’une liste compté. Envoyez-en moins, ou un corps en JSON.`,
    }),
};
