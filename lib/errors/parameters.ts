import type { Text } from '../language';
import { type ApiError, counted, explained, later, refusing, repeatable } from './refusal';

/** Error codes about the parameters of a request as a whole, and about `If-Match` and `Idempotency-Key`, with explanations. */
export const PARAMETER_CODES = explained({
  rest_precondition_failed: {
    status: [412],
    title: { en: 'Changed by somebody else', fr: 'Modifié par quelqu’un d’autre' },
    meaning: {
      en: 'The header If-Match names a state of the record that is not its present one: somebody has written it since it was read. Nothing was changed.',
      fr: 'L’en-tête If-Match désigne un état de l’enregistrement qui n’est plus le sien : quelqu’un l’a modifié depuis qu’il a été lu. Rien n’a été modifié.',
    },
    remedy: {
      en: 'Read the record again, make your change to what it says now, and send its new ETag in If-Match; data.etag is the present one.',
      fr: 'Relisez l’enregistrement, apportez votre changement à ce qu’il dit maintenant, et envoyez son nouvel ETag dans If-Match ; data.etag est l’actuel.',
    },
  },
  rest_idempotency_key_reused: {
    status: [422],
    title: { en: 'Idempotency-Key used for something else', fr: 'Idempotency-Key utilisée pour autre chose' },
    meaning: {
      en: 'You have used this Idempotency-Key within the last 24 hours for a request that said something else. Nothing was created.',
      fr: 'Vous avez utilisé cette Idempotency-Key dans les dernières 24 heures pour une requête qui disait autre chose. Rien n’a été créé.',
    },
    remedy: {
      en: 'Send a new key with each new record, and the same key only with the very same request.',
      fr: 'Envoyez une nouvelle clé pour chaque nouvel enregistrement, et la même clé uniquement avec la même requête.',
    },
  },
  rest_idempotency_key_in_use: {
    status: [409],
    title: { en: 'The first request is still under way', fr: 'La première requête est encore en cours' },
    meaning: {
      en: 'A request with this Idempotency-Key is being worked on at the moment. This one did nothing.',
      fr: 'Une requête portant cette Idempotency-Key est en cours de traitement. Celle-ci n’a rien fait.',
    },
    remedy: {
      en: 'Send it again in a second: then it gets the answer of the first one.',
      fr: 'Renvoyez-la dans une seconde : elle recevra alors la réponse de la première.',
    },
  },
  rest_too_many_idempotency_keys: {
    status: [429],
    title: { en: 'Too many Idempotency-Keys', fr: 'Trop d’Idempotency-Key' },
    meaning: {
      en: 'So many answers are remembered for you that there is no room for more within 24 hours. Nothing was created.',
      fr: 'Tant de réponses sont retenues pour vous qu’il n’y a plus de place pour d’autres pendant 24 heures. Rien n’a été créé.',
    },
    remedy: {
      en: 'Wait as many seconds as the header Retry-After says, or send requests without the header.',
      fr: 'Attendez le nombre de secondes qu’indique l’en-tête Retry-After, ou envoyez vos requêtes sans cet en-tête.',
    },
  },
  rest_invalid_param: {
    title: { en: 'Parameters are not valid', fr: 'Paramètres non valides' },
    meaning: {
      en: 'One or more parameters have values that the route does not take. “params” gives a reason for each, “details” a code where there is one.',
      fr: 'Un ou plusieurs paramètres ont des valeurs que la route n’accepte pas. « params » donne une raison pour chacun, « details » un code quand il y en a un.',
    },
    remedy: {
      en: 'Correct each parameter as its reason says; OPTIONS on the same address describes them all.',
      fr: 'Corrigez chaque paramètre selon sa raison ; OPTIONS sur la même adresse les décrit tous.',
    },
  },
  rest_missing_callback_param: {
    title: { en: 'Required parameters are missing', fr: 'Paramètres obligatoires manquants' },
    meaning: {
      en: 'The route needs parameters that the request does not carry; “params” names them.',
      fr: 'La route a besoin de paramètres que la requête ne porte pas ; « params » les nomme.',
    },
    remedy: { en: 'Send them, in the body or in the query.', fr: 'Envoyez-les, dans le corps ou dans la chaîne de requête.' },
  },
  rest_search_too_broad: {
    title: { en: 'The search is too broad', fr: 'Recherche trop large' },
    meaning: {
      en: '“search” reads the texts of every record that the other filters let through, and these are too many.',
      fr: '« search » lit les textes de tous les enregistrements que les autres filtres laissent passer, et ils sont trop nombreux.',
    },
    remedy: {
      en: 'Send the words as “q”, which has an index, or narrow the list by dates or another filter.',
      fr: 'Envoyez les mots dans « q », qui a un index, ou restreignez la liste par des dates ou un autre filtre.',
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
      en: 'The record has changed since the state that If-Match names: nothing was changed. Read it again, and send its new ETag.',
      fr: 'L’enregistrement a changé depuis l’état que désigne If-Match : rien n’a été modifié. Relisez-le et envoyez son nouvel ETag.',
    };
    return refusal('rest_precondition_failed', text, etag === undefined ? {} : { data: { etag } });
  },
  idempotencyKeyReused: () =>
    refusal('rest_idempotency_key_reused', {
      en: 'This Idempotency-Key was used for a request that said something else: nothing was created. Send a new key.',
      fr: 'Cette Idempotency-Key a servi à une requête qui disait autre chose : rien n’a été créé. Envoyez une nouvelle clé.',
    }),
  idempotencyKeyInUse: () => {
    const text = {
      en: 'A request with this Idempotency-Key is under way. Send this one again in a second to get its answer.',
      fr: 'Une requête portant cette Idempotency-Key est en cours. Renvoyez celle-ci dans une seconde pour obtenir sa réponse.',
    };
    return refusal('rest_idempotency_key_in_use', text, later(1));
  },
  tooManyIdempotencyKeys: (keys: number, megabytes: number, seconds: number) => {
    const [requests, wait] = [counted(keys, 'request'), counted(seconds, 'second')];
    const text = {
      en: `Within 24 hours the answers of at most ${requests.en} with an Idempotency-Key are remembered for you, of ${megabytes} MiB together. Try again in ${wait.en}, or without the header.`,
      fr: `En 24 heures, les réponses à au plus ${requests.fr} portant une Idempotency-Key sont retenues pour vous, de ${megabytes} Mio au total. Réessayez dans ${wait.fr}, ou sans cet en-tête.`,
    };
    return refusal('rest_too_many_idempotency_keys', text, later(seconds));
  },
  invalidParams: (reasons: Readonly<Record<string, ApiError>>) => {
    const text = {
      en: `Parameters are not valid: ${listed(Object.keys(reasons))}. The reasons are in “params”; correct them and try again.`,
      fr: `Des paramètres ne sont pas valides : ${listed(Object.keys(reasons))}. Les raisons sont dans « params » ; corrigez-les et réessayez.`,
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
      en: `${text.en} Beside \`translation_of\` too, which brings only what all translations share.`,
      fr: `${text.fr} À côté de \`translation_of\` aussi, qui n’apporte que ce que toutes les traductions partagent.`,
    };
    const isTranslation = sent.includes('translation_of');
    return refusal('rest_missing_callback_param', isTranslation ? withWhy : text, { data: { params: names } });
  },
  /** Makes the 400 for a search that would read the texts of more than `most` records. */
  searchTooBroad: (most: number) =>
    refusal('rest_search_too_broad', {
      en: `\`search\` would read the texts of more than ${most} records. Send the words as \`q\`, or narrow the list by dates or another filter.`,
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
