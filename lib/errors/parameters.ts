import type { Text } from '../language';
import { type ApiError, counted, explained, later, refusing, repeatable } from './refusal';

/** Error codes about the parameters of a request as a whole, and about `If-Match` and `Idempotency-Key`, with explanations. */
export const PARAMETER_CODES = explained({
  rest_precondition_failed: {
    status: [412],
    title: { en: 'Changed by somebody else', fr: 'Modifié par quelqu’un d’autre' },
    meaning: {
      en: 'The ETag in If-Match is out of date: somebody has changed the record since you read it. Your request changed nothing.',
      fr: 'L’ETag de l’en-tête If-Match n’est plus à jour : quelqu’un a modifié l’enregistrement depuis que vous l’avez lu. Votre requête n’a rien modifié.',
    },
    remedy: {
      en: 'Read the record again, repeat your change, and send the new ETag in If-Match. It is also in data.etag.',
      fr: 'Relisez l’enregistrement, refaites votre modification et envoyez le nouvel ETag dans If-Match. Il est aussi dans data.etag.',
    },
  },
  rest_idempotency_key_reused: {
    status: [422],
    title: { en: 'Idempotency-Key used for another request', fr: 'Idempotency-Key utilisée pour une autre requête' },
    meaning: {
      en: 'You have used this Idempotency-Key for a different request in the last 24 hours. Nothing was created.',
      fr: 'Vous avez utilisé cette Idempotency-Key pour une requête différente dans les dernières 24 heures. Rien n’a été créé.',
    },
    remedy: {
      en: 'Send a new key with each new record. Send the same key only to repeat the same request.',
      fr: 'Envoyez une nouvelle clé pour chaque nouvel enregistrement. N’envoyez la même clé que pour répéter la même requête.',
    },
  },
  rest_idempotency_key_in_use: {
    status: [409],
    title: { en: 'The first request is still running', fr: 'La première requête est encore en cours' },
    meaning: {
      en: 'The first request with this Idempotency-Key is still running. This one changed nothing.',
      fr: 'La première requête avec cette Idempotency-Key est encore en cours. Celle-ci n’a rien modifié.',
    },
    remedy: {
      en: 'Send the request again in a second. It then gets the answer of the first one.',
      fr: 'Renvoyez la requête dans une seconde. Elle recevra alors la réponse de la première.',
    },
  },
  rest_too_many_idempotency_keys: {
    status: [429],
    title: { en: 'Too many Idempotency-Keys', fr: 'Trop d’Idempotency-Key' },
    meaning: {
      en: 'The service stores the answers to requests with an Idempotency-Key for 24 hours. The space for your answers is used up. Nothing was created.',
      fr: 'Le service garde pendant 24 heures les réponses aux requêtes avec une Idempotency-Key. La place prévue pour vos réponses est épuisée. Rien n’a été créé.',
    },
    remedy: {
      en: 'Wait for the number of seconds in the header Retry-After, or send the request without an Idempotency-Key.',
      fr: 'Attendez le nombre de secondes indiqué dans l’en-tête Retry-After, ou envoyez la requête sans Idempotency-Key.',
    },
  },
  rest_invalid_param: {
    title: { en: 'Parameters are not valid', fr: 'Paramètres non valides' },
    meaning: {
      en: 'One or more parameters have values that the route does not accept. “params” has a reason for each of them, and “details” an error code for some.',
      fr: 'Un ou plusieurs paramètres ont des valeurs que la route n’accepte pas. « params » donne une raison pour chacun, et « details » un code d’erreur pour certains.',
    },
    remedy: {
      en: 'Correct each parameter as its reason says. OPTIONS at the same address describes all parameters.',
      fr: 'Corrigez chaque paramètre selon la raison indiquée. OPTIONS à la même adresse décrit tous les paramètres.',
    },
  },
  rest_missing_callback_param: {
    title: { en: 'Required parameters are missing', fr: 'Paramètres obligatoires manquants' },
    meaning: {
      en: 'The request does not have all required parameters. “params” names the missing ones.',
      fr: 'La requête n’a pas tous les paramètres obligatoires. « params » nomme ceux qui manquent.',
    },
    remedy: { en: 'Send them in the body or in the query.', fr: 'Envoyez-les, dans le corps ou dans la chaîne de requête.' },
  },
  rest_search_too_broad: {
    title: { en: 'The search is too broad', fr: 'Recherche trop large' },
    meaning: {
      en: '“search” reads the texts of all records that match the other filters, and there are too many of them.',
      fr: '« search » lit les textes de tous les enregistrements qui correspondent aux autres filtres, et ils sont trop nombreux.',
    },
    remedy: {
      en: 'Send the words as “q”, which uses an index, or narrow the list with dates or another filter.',
      fr: 'Envoyez les mots dans « q », qui utilise un index, ou restreignez la liste par des dates ou un autre filtre.',
    },
  },
});

/** The maximum number of sent parameter names in one error message. */
const MOST_NAMED = 10;

const listed = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');

const refusal = refusing(PARAMETER_CODES);

export const parameterErrors = {
  /** Makes the 412 for `If-Match`. `etag` is the record's current entity tag; undefined if the client may not know the tag. */
  preconditionFailed: (etag: string | undefined) => {
    const text = {
      en: 'Somebody has changed the record since you read it, so your request changed nothing. Read it again, and send its new ETag in If-Match.',
      fr: 'Quelqu’un a modifié l’enregistrement depuis que vous l’avez lu : votre requête n’a rien modifié. Relisez-le et envoyez son nouvel ETag dans If-Match.',
    };
    return refusal('rest_precondition_failed', text, etag === undefined ? {} : { data: { etag } });
  },
  idempotencyKeyReused: () =>
    refusal('rest_idempotency_key_reused', {
      en: 'This Idempotency-Key was used for a different request, so nothing was created. Send a new key.',
      fr: 'Cette Idempotency-Key a servi à une requête différente : rien n’a été créé. Envoyez une nouvelle clé.',
    }),
  idempotencyKeyInUse: () => {
    const text = {
      en: 'The first request with this Idempotency-Key is still running. Send the request again in a second to get its answer.',
      fr: 'La première requête avec cette Idempotency-Key est encore en cours. Renvoyez la requête dans une seconde pour obtenir sa réponse.',
    };
    return refusal('rest_idempotency_key_in_use', text, later(1));
  },
  tooManyIdempotencyKeys: (keys: number, megabytes: number, seconds: number) => {
    const [requests, wait] = [counted(keys, 'request'), counted(seconds, 'second')];
    const text = {
      en: `In 24 hours, the service stores the answers to at most ${requests.en} with an Idempotency-Key for you, and at most ${megabytes} MiB. Try again in ${wait.en}, or without the header.`,
      fr: `En 24 heures, le service garde pour vous les réponses à au plus ${requests.fr} avec une Idempotency-Key, et au plus ${megabytes} Mio. Réessayez dans ${wait.fr}, ou sans cet en-tête.`,
    };
    return refusal('rest_too_many_idempotency_keys', text, later(seconds));
  },
  invalidParams: (reasons: Readonly<Record<string, ApiError>>) => {
    const text = {
      en: `Parameters are not valid: ${listed(Object.keys(reasons))}. Correct them as the reasons in “params” say, and try again.`,
      fr: `Des paramètres ne sont pas valides : ${listed(Object.keys(reasons))}. Corrigez-les selon les raisons données dans « params », puis réessayez.`,
    };
    return refusal('rest_invalid_param', text, { reasons });
  },
  /** Makes the 400 for a value that a route's validator rejects. `why` says which values are allowed. */
  invalidValue: (why: Text) => refusal('rest_invalid_param', why),
  /** Makes the 400 for a parameter whose `validate` function returned false. */
  notAllowed: (name: string) => refusal('rest_invalid_param', { en: `\`${name}\` is not valid.`, fr: `\`${name}\` n’est pas valide.` }),
  /** Makes the 400 for missing required parameters. `sent` are the names of the parameters in the request. */
  missingParams(names: readonly string[], sent: readonly string[] = []) {
    const text: Text = {
      en: `Required parameters are missing: send ${listed(names)}.`,
      fr: `Des paramètres obligatoires manquent : envoyez ${listed(names)}.`,
    };
    const withWhy: Text = {
      en: `${text.en} They are required with \`translation_of\` too, which copies only the fields that all translations share.`,
      fr: `${text.fr} Ils sont obligatoires avec \`translation_of\` aussi, qui ne reprend que les champs communs à toutes les traductions.`,
    };
    const isTranslation = sent.includes('translation_of');
    return refusal('rest_missing_callback_param', isTranslation ? withWhy : text, { data: { params: names } });
  },
  /** Makes the 400 for a search that would read the texts of more than `most` records. */
  searchTooBroad: (most: number) =>
    refusal('rest_search_too_broad', {
      en: `\`search\` would read the texts of more than ${most} records. Send the words as \`q\`, or narrow the list with dates or another filter.`,
      fr: `\`search\` lirait les textes de plus de ${most} enregistrements. Envoyez les mots dans \`q\`, ou restreignez la liste par des dates ou un autre filtre.`,
    }),
  /** Makes the 400 for files sent to a route that accepts none. `names` are the names of their multipart parts. */
  filesNotTaken: (names: readonly string[]): ApiError => {
    const why = parameterErrors.invalidValue({
      en: 'Files are not accepted here: leave it out.',
      fr: 'Les fichiers ne sont pas acceptés ici : retirez celui-ci.',
    });
    return parameterErrors.invalidParams(Object.fromEntries(names.slice(0, MOST_NAMED).map((name) => [repeatable(name) ?? '…', why])));
  },
};
