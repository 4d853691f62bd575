import { explained, refusing, repeatable, tryAgain } from './refusal';

/** Error codes about permissions and credentials, with explanations. */
export const ACCESS_CODES = explained({
  rest_forbidden: {
    status: [401, 403],
    title: { en: 'Not allowed', fr: 'Action non autorisée' },
    meaning: {
      en: 'The request needs a right that you do not have: with 401 nobody is logged in, with 403 your role does not give it.',
      fr: 'La requête demande un droit que vous n’avez pas : avec 401, personne n’est identifié ; avec 403, votre rôle ne le donne pas.',
    },
    remedy: {
      en: 'Send an application password over HTTP Basic, or ask an administrator for another role. The header Allow lists the methods that you may use.',
      fr: 'Envoyez un mot de passe d’application par HTTP Basic, ou demandez un autre rôle à un administrateur. L’en-tête Allow énumère les méthodes qui vous sont permises.',
    },
  },
  incorrect_password: {
    status: [401],
    title: { en: 'Incorrect application password', fr: 'Mot de passe d’application incorrect' },
    meaning: {
      en: 'There is a user of this login, but the application password is another one.',
      fr: 'Un utilisateur porte bien ce nom, mais son mot de passe d’application est différent.',
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
      en: 'The login looks like an e-mail address, and no user has it.',
      fr: 'L’identifiant ressemble à une adresse électronique, et aucun utilisateur ne la porte.',
    },
    remedy: {
      en: 'Check its spelling, use the login instead, or send no credentials to read what is public.',
      fr: 'Vérifiez son orthographe, utilisez plutôt le nom d’utilisateur, ou n’envoyez pas d’identifiants pour lire ce qui est public.',
    },
  },
  invalid_username: {
    status: [401],
    title: { en: 'Unknown user', fr: 'Utilisateur inconnu' },
    meaning: { en: 'No user has this login.', fr: 'Aucun utilisateur ne porte ce nom.' },
    remedy: {
      en: 'Check its spelling, or send no credentials to read what is public.',
      fr: 'Vérifiez son orthographe, ou n’envoyez pas d’identifiants pour lire ce qui est public.',
    },
  },
  too_many_failed_logins: {
    status: [429],
    title: { en: 'Too many wrong passwords', fr: 'Trop de mots de passe erronés' },
    meaning: {
      en: 'So many wrong passwords came from your address for this login, or for this record, that none is checked for a while.',
      fr: 'Tant de mots de passe erronés sont venus de votre adresse pour cet utilisateur, ou pour cet élément, qu’aucun ne sera vérifié pendant un moment.',
    },
    remedy: {
      en: 'Wait as many seconds as the header Retry-After says, and send the right password.',
      fr: 'Attendez le nombre de secondes qu’indique l’en-tête Retry-After, puis envoyez le bon mot de passe.',
    },
  },
  rest_cookie_invalid_nonce: {
    status: [403],
    title: { en: 'Invalid nonce', fr: 'Nonce non valide' },
    meaning: {
      en: 'The request carries a nonce, which goes with cookies, and this service knows no cookies.',
      fr: 'La requête porte un nonce, qui va avec des cookies, et ce service ne connaît pas les cookies.',
    },
    remedy: {
      en: 'Leave out X-WP-Nonce and “_wpnonce”, and send an application password where rights are needed.',
      fr: 'Omettez X-WP-Nonce et « _wpnonce », et envoyez un mot de passe d’application là où il faut des droits.',
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
      en: `All translations of the record share ${names.join(', ')}, and you may not change each of them. Leave that out, or ask somebody who may.`,
      fr: `Toutes les traductions de l’enregistrement partagent ${names.join(', ')}, et vous ne pouvez pas modifier chacune d’elles. Omettez cela, ou demandez à quelqu’un qui le peut.`,
    };
    return refusal('rest_forbidden', text, { status: 403 });
  },
  /** Makes the 403 for a user who may not edit the records that a link would change. `name` is the parameter of the link. */
  linkForbidden: (name: string) => {
    const text = {
      en: `A record that ${name} links to would show the link, and you may not change that record. Link to others, or ask somebody who may.`,
      fr: `Un enregistrement auquel renvoie ${name} montrerait ce lien, et vous ne pouvez pas le modifier. Renvoyez à d’autres, ou demandez à quelqu’un qui le peut.`,
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
      en: 'The nonce is not valid: this service knows no cookies. Send an application password instead of X-WP-Nonce and _wpnonce.',
      fr: 'Le nonce n’est pas valide : ce service ne connaît pas les cookies. Envoyez un mot de passe d’application au lieu de X-WP-Nonce et _wpnonce.',
    }),
};
