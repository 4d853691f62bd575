import { counted } from './counted';
import { explained, later, refusing } from './refusal';

/** Error codes about the request headers `If-Match` and `Idempotency-Key`, with explanations. */
export const CONDITION_CODES = explained({
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
});

const refusal = refusing(CONDITION_CODES);

export const conditionErrors = {
  /** Makes the 412 for `If-Match`. `etag` is the record's current entity tag; undefined if the client may not know the tag. */
  preconditionFailed: (etag: string | undefined) =>
    refusal(
      'rest_precondition_failed',
      412,
      {
        en: 'The record has changed since the state that If-Match names: nothing was changed. Read it again, and send its new ETag.',
        fr: 'L’enregistrement a changé depuis l’état que désigne If-Match : rien n’a été modifié. Relisez-le et envoyez son nouvel ETag.',
      },
      etag === undefined ? {} : { etag },
    ),
  idempotencyKeyReused: () =>
    refusal('rest_idempotency_key_reused', 422, {
      en: 'This Idempotency-Key was used for a request that said something else: nothing was created. Send a new key.',
      fr: 'Cette Idempotency-Key a servi à une requête qui disait autre chose : rien n’a été créé. Envoyez une nouvelle clé.',
    }),
  idempotencyKeyInUse: () =>
    refusal(
      'rest_idempotency_key_in_use',
      409,
      {
        en: 'A request with this Idempotency-Key is under way. Send this one again in a second to get its answer.',
        fr: 'Une requête portant cette Idempotency-Key est en cours. Renvoyez celle-ci dans une seconde pour obtenir sa réponse.',
      },
      ...later(1),
    ),
  tooManyIdempotencyKeys: (keys: number, megabytes: number, seconds: number) => {
    const [requests, wait] = [counted(keys, 'request'), counted(seconds, 'second')];
    const text = {
      en: `Within 24 hours the answers of at most ${requests.en} with an Idempotency-Key are remembered for you, of ${megabytes} MiB together. Try again in ${wait.en}, or without the header.`,
      fr: `En 24 heures, les réponses à au plus ${requests.fr} portant une Idempotency-Key sont retenues pour vous, de ${megabytes} Mio au total. Réessayez dans ${wait.fr}, ou sans cet en-tête.`,
    };
    return refusal('rest_too_many_idempotency_keys', 429, text, ...later(seconds));
  },
};
