import { ApiError, explained, later, refusing, tryAgain } from './refusal';

/** Error codes about the state of the service, e.g. its database, with explanations. */
export const SERVICE_CODES = explained({
  database_unavailable: {
    status: [503],
    title: { en: 'The database does not answer', fr: 'La base de données ne répond pas' },
    meaning: {
      en: 'The service is running, but cannot reach its database at the moment.',
      fr: 'Le service fonctionne, mais ne peut pas joindre sa base de données pour le moment.',
    },
    remedy: {
      en: 'Try again after the number of seconds in Retry-After. A write may have been done or not: read the record before you repeat it.',
      fr: 'Réessayez après le nombre de secondes indiqué dans Retry-After. Une écriture peut avoir eu lieu ou non : lisez l’enregistrement avant de la répéter.',
    },
  },
  insufficient_storage: {
    status: [507],
    title: { en: 'The disk is full', fr: 'Le disque est plein' },
    meaning: {
      en: 'The disk of the database is full. Nothing was written. Reading still works.',
      fr: 'Le disque de la base de données est plein. Rien n’a été écrit. La lecture reste possible.',
    },
    remedy: {
      en: 'Ask the operator of the service to free some space, then try again.',
      fr: 'Demandez à la personne qui gère le service de libérer de la place, puis réessayez.',
    },
  },
  rest_too_many_requests: {
    status: [429],
    title: { en: 'Too many requests', fr: 'Trop de requêtes' },
    meaning: {
      en: 'Your address has sent more requests in one minute than the service accepts.',
      fr: 'Votre adresse a envoyé plus de requêtes en une minute que le service n’en accepte.',
    },
    remedy: {
      en: 'Wait for the number of seconds in the header Retry-After. Cache the answers that you need often.',
      fr: 'Attendez le nombre de secondes indiqué dans l’en-tête Retry-After. Mettez en cache les réponses dont vous avez souvent besoin.',
    },
  },
  rest_overloaded: {
    status: [503],
    title: { en: 'The service is overloaded', fr: 'Le service est surchargé' },
    meaning: {
      en: 'The service has too much to do, or too many requests change the same records. This request could not be served in time. Nothing was changed.',
      fr: 'Le service a trop à faire, ou trop de requêtes modifient les mêmes enregistrements. Cette requête n’a pas pu être servie à temps. Rien n’a été modifié.',
    },
    remedy: {
      en: 'Wait for the number of seconds in the header Retry-After, then send the request again. If a list is refused again, narrow it by dates or another filter.',
      fr: 'Attendez le nombre de secondes indiqué dans l’en-tête Retry-After, puis renvoyez la requête. Si une liste est encore refusée, restreignez-la par des dates ou un autre filtre.',
    },
  },
  rest_answer_too_large: {
    title: { en: 'The answer is too large', fr: 'Réponse trop volumineuse' },
    meaning: {
      en: 'The answer would have more bytes than are allowed, since it has many records with long texts.',
      fr: 'La réponse compterait plus d’octets que le maximum admis, car elle contient beaucoup d’enregistrements aux longs textes.',
    },
    remedy: {
      en: 'Ask for fewer records at a time with per_page, or for fewer fields with _fields.',
      fr: 'Demandez moins d’enregistrements à la fois avec per_page, ou moins de champs avec _fields.',
    },
  },
  rest_plugin_timeout: {
    status: [503],
    title: { en: 'A plugin does not answer', fr: 'Une extension ne répond pas' },
    meaning: {
      en: 'A function of a plugin did not answer in time. The answer names the plugin. Nothing was changed.',
      fr: 'Une fonction d’une extension n’a pas répondu à temps. La réponse nomme l’extension. Rien n’a été modifié.',
    },
    remedy: {
      en: 'Try again later. If it happens again, tell the operator of the service: the log names the function.',
      fr: 'Réessayez plus tard. Si l’erreur se reproduit, prévenez la personne qui gère le service : le journal nomme la fonction.',
    },
  },
  internal_server_error: {
    status: [500],
    title: { en: 'Internal error', fr: 'Erreur interne' },
    meaning: {
      en: 'The service or one of its plugins failed. Your request is not the cause.',
      fr: 'Le service ou l’une de ses extensions a échoué. Votre requête n’en est pas la cause.',
    },
    remedy: {
      en: 'Try again. If it happens again, give the operator of the service the X-Request-Id of the answer. With this ID, the log tells the cause.',
      fr: 'Réessayez. Si l’erreur se reproduit, donnez à la personne qui gère le service le X-Request-Id de la réponse. Avec cet identifiant, le journal indique la cause.',
    },
  },
});

const RETRY_SECONDS = 2;

const refusal = refusing(SERVICE_CODES);

export const serviceErrors = {
  databaseUnavailable: () => {
    const text = {
      en: 'The database does not answer at the moment. Try again in a few seconds.',
      fr: 'La base de données ne répond pas pour le moment. Réessayez dans quelques secondes.',
    };
    return refusal('database_unavailable', text, later(RETRY_SECONDS));
  },
  insufficientStorage: () =>
    refusal('insufficient_storage', {
      en: 'The disk of the database is full: nothing was written. Free some space and try again.',
      fr: 'Le disque de la base de données est plein : rien n’a été écrit. Libérez de la place et réessayez.',
    }),
  tooManyRequests: (seconds: number) =>
    refusal(
      'rest_too_many_requests',
      ...tryAgain(seconds, { en: 'Your address has sent too many requests.', fr: 'Votre adresse a envoyé trop de requêtes.' }),
    ),
  overloaded: (seconds = 1) =>
    refusal(
      'rest_overloaded',
      ...tryAgain(seconds, {
        en: 'The service is overloaded.',
        fr: 'Le service est surchargé.',
      }),
    ),
  readTooLong: (seconds: number) =>
    refusal(
      'rest_overloaded',
      ...tryAgain(seconds, {
        en: 'The database reads this for too long. Narrow it by dates or another filter.',
        fr: 'La base de données met trop de temps à le lire. Restreignez la demande par des dates ou un autre filtre.',
      }),
    ),
  answerTooLarge: (bytes: number) =>
    refusal('rest_answer_too_large', {
      en: `The answer would have more than ${bytes} bytes. Ask for fewer records (per_page) or for fewer fields (_fields).`,
      fr: `La réponse dépasserait ${bytes} octets. Demandez moins d’enregistrements (per_page) ou moins de champs (_fields).`,
    }),
  pluginTimeout: ({
    plugin = '',
    hook,
    field,
  }: {
    readonly plugin?: string | undefined;
    readonly hook: string;
    readonly field?: string;
  }) => {
    // The name of a plugin may be the path of its file.
    const name = plugin.split(/[\\/]/).at(-1) ?? '';
    const text = {
      en: `The plugin ${name} did not answer in time, and nothing was changed. Try again later, or tell the operator of the service.`,
      fr: `L’extension ${name} n’a pas répondu à temps, et rien n’a été modifié. Réessayez plus tard ou prévenez la personne qui gère le service.`,
    };
    const data = { plugin: name, function: hook, ...(field !== undefined && { field }) };
    return refusal('rest_plugin_timeout', text, { data, ...later(RETRY_SECONDS) });
  },
  internal: () =>
    refusal('internal_server_error', {
      en: 'The service had an internal error. Try again. If it happens again, report the X-Request-Id of this answer.',
      fr: 'Une erreur interne s’est produite. Réessayez. Si elle se reproduit, signalez le X-Request-Id de cette réponse.',
    }),
};

/** True for the error `rest_overloaded`: the service was busy and changed nothing. */
export const isOverloaded = (error: unknown): boolean => error instanceof ApiError && error.code === 'rest_overloaded';
