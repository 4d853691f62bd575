import { explained, refusing, repeatable, tryAgain } from './refusal';

/** Error codes about permissions and credentials, with explanations. */
export const ACCESS_CODES = explained({
  rest_forbidden: {
    status: [401, 403],
    title: { en: 'Not allowed', fr: 'Action non autorisée' },
    meaning: {
      en: 'The request requires a right that you do not have. With 401 you are not logged in. With 403 your role does not include the right.',
      fr: 'La requête demande un droit que vous n’avez pas. Avec 401, vous n’êtes pas identifié. Avec 403, votre rôle ne comporte pas ce droit.',
    },
    remedy: {
      en: 'Send an application password over HTTP Basic, or ask an administrator for another role. The header Allow lists the methods that you may use.',
      fr: 'Envoyez un mot de passe d’application par HTTP Basic, ou demandez un autre rôle à un administrateur. L’en-tête Allow énumère les méthodes que vous pouvez utiliser.',
    },
  },
  incorrect_password: {
    status: [401],
    title: { en: 'Incorrect application password', fr: 'Mot de passe d’application incorrect' },
    meaning: {
      en: 'The user exists, but the application password is wrong.',
      fr: 'L’utilisateur existe, mais le mot de passe d’application est erroné.',
    },
    remedy: {
      en: 'Check the application password. If it is lost, the operator of the service can make a new one.',
      fr: 'Vérifiez le mot de passe d’application. S’il est perdu, la personne qui gère le service peut en créer un nouveau.',
    },
  },
  invalid_email: {
    status: [401],
    title: { en: 'Unknown e-mail address', fr: 'Adresse électronique inconnue' },
    meaning: {
      en: 'The login is an e-mail address, and no user has this address.',
      fr: 'Le nom de connexion est une adresse électronique, et aucun utilisateur n’a cette adresse.',
    },
    remedy: {
      en: 'Check its spelling or use the login instead. To read public records, send no credentials.',
      fr: 'Vérifiez son orthographe ou utilisez plutôt le nom de connexion. Pour lire les enregistrements publics, n’envoyez pas d’identifiants.',
    },
  },
  invalid_username: {
    status: [401],
    title: { en: 'Unknown user', fr: 'Utilisateur inconnu' },
    meaning: { en: 'No user has this login.', fr: 'Aucun utilisateur n’a ce nom de connexion.' },
    remedy: {
      en: 'Check its spelling. To read public records, send no credentials.',
      fr: 'Vérifiez son orthographe. Pour lire les enregistrements publics, n’envoyez pas d’identifiants.',
    },
  },
  too_many_failed_logins: {
    status: [429],
    title: { en: 'Too many wrong passwords', fr: 'Trop de mots de passe erronés' },
    meaning: {
      en: 'Your address has sent too many wrong passwords for this login or this record. For a while, its passwords are not checked.',
      fr: 'Votre adresse a envoyé trop de mots de passe erronés pour cet utilisateur ou cet enregistrement. Pendant un moment, ses mots de passe ne sont plus vérifiés.',
    },
    remedy: {
      en: 'Wait for the number of seconds in the header Retry-After, then send the right password.',
      fr: 'Attendez le nombre de secondes indiqué dans l’en-tête Retry-After, puis envoyez le bon mot de passe.',
    },
  },
  rest_cookie_invalid_nonce: {
    status: [403],
    title: { en: 'Invalid nonce', fr: 'Nonce non valide' },
    meaning: {
      en: 'The request has a nonce. Nonces are for cookies, which this service does not use.',
      fr: 'La requête contient un nonce. Les nonces accompagnent des cookies, que ce service n’utilise pas.',
    },
    remedy: {
      en: 'Leave out X-WP-Nonce and “_wpnonce”. For requests that require rights, send an application password.',
      fr: 'Omettez X-WP-Nonce et « _wpnonce ». Pour les requêtes qui demandent des droits, envoyez un mot de passe d’application.',
    },
  },
});

const EMAIL = /^[^@\s]+@[^@\s.]+(?:\.[^@\s.]+)+$/;

const refusal = refusing(ACCESS_CODES);

export const accessErrors = {
  forbidden: ({ anonymous = false }: { readonly anonymous?: boolean } = {}) => {
    const login = {
      en: 'You must log in with an application password to do that.',
      fr: 'Vous devez vous identifier avec un mot de passe d’application pour faire cela.',
    };
    const role = { en: 'Your role does not allow you to do that.', fr: 'Votre rôle ne vous permet pas de faire cela.' };
    return anonymous ? refusal('rest_forbidden', login) : refusal('rest_forbidden', role, { status: 403 });
  },
  /** Makes the 403 for a user who may not edit all translations of a record. `names` are the parameters that translations share. */
  sharedForbidden: (names: readonly string[]) => {
    const text = {
      en: `All translations of the record share ${names.join(', ')}, and you may not change all of them. Leave these fields out, or ask somebody with more rights.`,
      fr: `Toutes les traductions de l’enregistrement partagent ${names.join(', ')}, et vous ne pouvez pas les modifier toutes. Omettez ces champs, ou demandez à quelqu’un qui a plus de droits.`,
    };
    return refusal('rest_forbidden', text, { status: 403 });
  },
  /** Makes the 403 for a user who may not edit the records that a link would change. `name` is the parameter of the link. */
  linkForbidden: (name: string) => {
    const text = {
      en: `A record that ${name} links to would show the link, and you may not change that record. Link to others, or ask somebody who may.`,
      fr: `Un enregistrement auquel renvoie ${name} montrerait ce lien, et vous ne pouvez pas modifier cet enregistrement. Renvoyez à d’autres, ou demandez à quelqu’un qui le peut.`,
    };
    return refusal('rest_forbidden', text, { status: 403 });
  },
  wrongPassword: (login: string) => {
    const name = repeatable(login);
    return refusal('incorrect_password', {
      en: `The application password ${name ? `given for ${name} ` : ''}is incorrect. Check it, or ask for a new one.`,
      fr: `Le mot de passe d’application ${name ? `donné pour ${name} ` : ''}est incorrect. Vérifiez-le ou demandez-en un nouveau.`,
    });
  },
  unknownLogin: (login: string) => {
    const name = repeatable(login);
    return refusal(EMAIL.test(login) ? 'invalid_email' : 'invalid_username', {
      en: `There is no user ${name ? `named ${name}` : 'of this name'}. Check the spelling, or send no credentials.`,
      fr: `Il n’existe pas d’utilisateur ${name ? `nommé ${name}` : 'de ce nom'}. Vérifiez l’orthographe ou n’envoyez pas d’identifiants.`,
    });
  },
  tooManyFailures: (seconds: number) =>
    refusal('too_many_failed_logins', ...tryAgain(seconds, { en: 'Too many wrong passwords.', fr: 'Trop de mots de passe erronés.' })),
  invalidNonce: () =>
    refusal('rest_cookie_invalid_nonce', {
      en: 'The nonce is not valid: this service does not use cookies. Send an application password instead of X-WP-Nonce and _wpnonce.',
      fr: 'Le nonce n’est pas valide : ce service ne gère pas les cookies. Envoyez un mot de passe d’application au lieu de X-WP-Nonce et _wpnonce.',
    }),
};
