import { ApiError, explained, later, refusing, tryAgain } from './refusal';

/** Error codes about the state of the service, e.g. its database, with explanations. */
export const SERVICE_CODES = explained({
  database_unavailable: {
    status: [503],
    title: { en: 'The database does not answer', fr: 'La base de données ne répond pas' },
    meaning: {
      en: 'The service runs, but its database cannot be reached at the moment.',
      fr: 'Le service fonctionne, mais sa base de données est injoignable pour le moment.',
    },
    remedy: {
      en: 'Try again after as many seconds as Retry-After says. Whether a write was done cannot be told: read before you repeat it.',
      fr: 'Réessayez après le nombre de secondes qu’indique Retry-After. On ne peut savoir si une écriture a eu lieu : lisez avant de la répéter.',
    },
  },
  insufficient_storage: {
    status: [507],
    title: { en: 'The disk is full', fr: 'Le disque est plein' },
    meaning: {
      en: 'The disk of the database is full: nothing was written, reading goes on.',
      fr: 'Le disque de la base de données est plein : rien n’a été écrit, la lecture reste possible.',
    },
    remedy: {
      en: 'Ask the operator of the service to free some space, then try again.',
      fr: 'Prévenez la personne qui gère le service, qui doit libérer de la place ; puis réessayez.',
    },
  },
  rest_too_many_requests: {
    status: [429],
    title: { en: 'Too many requests', fr: 'Trop de requêtes' },
    meaning: {
      en: 'More requests came from your address within a minute than are accepted.',
      fr: 'Plus de requêtes sont venues de votre adresse en une minute que le maximum accepté.',
    },
    remedy: {
      en: 'Wait as many seconds as the header Retry-After says, and keep answers that you need often.',
      fr: 'Attendez le nombre de secondes qu’indique l’en-tête Retry-After, et gardez les réponses dont vous avez souvent besoin.',
    },
  },
  rest_overloaded: {
    status: [503],
    title: { en: 'The service is overloaded', fr: 'Le service est surchargé' },
    meaning: {
      en: 'The service has too much to do, or too many requests change the same records: this one could not be served in time and was refused. Nothing was changed.',
      fr: 'Le service a trop à faire, ou trop de requêtes modifient les mêmes enregistrements : celle-ci n’a pas pu être servie à temps et a été refusée. Rien n’a été modifié.',
    },
    remedy: {
      en: 'Wait as many seconds as the header Retry-After says, and send it again.',
      fr: 'Attendez le nombre de secondes qu’indique l’en-tête Retry-After, puis renvoyez-la.',
    },
  },
  rest_answer_too_large: {
    title: { en: 'The answer is too large', fr: 'Réponse trop volumineuse' },
    meaning: {
      en: 'What was asked for has more bytes than one answer may have: many records with long texts.',
      fr: 'Ce qui a été demandé compte plus d’octets qu’une réponse ne peut en contenir : beaucoup d’enregistrements aux longs textes.',
    },
    remedy: {
      en: 'Ask for fewer records at a time with per_page, or for fewer members of them with _fields.',
      fr: 'Demandez moins d’enregistrements à la fois avec per_page, ou moins de leurs membres avec _fields.',
    },
  },
  rest_plugin_timeout: {
    status: [503],
    title: { en: 'A plugin does not answer', fr: 'Une extension ne répond pas' },
    meaning: {
      en: 'A function of the plugin that the answer names did not answer in time. Nothing was changed.',
      fr: 'Une fonction de l’extension que nomme la réponse n’a pas répondu à temps. Rien n’a été modifié.',
    },
    remedy: {
      en: 'Try again later. If it happens again, tell the operator of the service: the log names the function.',
      fr: 'Réessayez plus tard ; si l’erreur se reproduit, prévenez la personne qui gère le service, dont le journal nomme la fonction.',
    },
  },
  internal_server_error: {
    status: [500],
    title: { en: 'Something went wrong inside', fr: 'Erreur interne' },
    meaning: {
      en: 'The service, or a plugin of it, has a fault. The request is not to blame.',
      fr: 'Le service, ou l’une de ses extensions, a un défaut. La requête n’y est pour rien.',
    },
    remedy: {
      en: 'Try again. If it happens again, tell the operator of the service the X-Request-Id of the answer: the log has the cause under it.',
      fr: 'Réessayez ; si l’erreur se reproduit, donnez à la personne qui gère le service le X-Request-Id de la réponse, qui mène à la cause dans le journal.',
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
      ...tryAgain(seconds, { en: 'Too many requests came from your address.', fr: 'Trop de requêtes sont venues de votre adresse.' }),
    ),
  overloaded: (seconds = 1) =>
    refusal(
      'rest_overloaded',
      ...tryAgain(seconds, {
        en: 'The service has more to do than it can at the moment.',
        fr: 'Le service a plus à faire qu’il ne peut pour le moment.',
      }),
    ),
  answerTooLarge: (bytes: number) =>
    refusal('rest_answer_too_large', {
      en: `The answer would have more than ${bytes} bytes. Ask for fewer records (per_page), or for fewer members of them (_fields).`,
      fr: `La réponse dépasserait ${bytes} octets. Demandez moins d’enregistrements (per_page) ou moins de leurs membres (_fields).`,
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
      en: 'Something went wrong inside the service. Try again, and report the X-Request-Id of this answer if it happens again.',
      fr: 'Une erreur s’est produite dans le service. Réessayez et signalez le X-Request-Id de cette réponse si elle se reproduit.',
    }),
};

/** True for the error `rest_overloaded`: the service was busy and changed nothing. */
export const isOverloaded = (error: unknown): boolean => error instanceof ApiError && error.code === 'rest_overloaded';
