import { serviceRoot, type Text } from '../language';
import type { Reply } from '../registry';
import type { Branding } from './layout/branding';
import { layout } from './layout/layout';
import { PASSWORD_PAGE, type RequestedPage } from './requested-page';
import { html } from './text/html';
import { typeset } from './text/locales';

const WORDS = {
  title: { en: 'Application passwords', fr: 'Mots de passe d’application' },
  asks: { en: 'The program that asks:', fr: 'Le programme qui demande :' },
  how: {
    en: 'Programs sign in here with HTTP Basic: a login and an application password. Those who run the service give them out; nothing is handed out on this page, and it sends nothing to any program.',
    fr: 'Les programmes s’identifient ici par HTTP Basic : un nom de connexion et un mot de passe d’application. Les responsables du service les donnent ; cette page n’en délivre aucun et n’envoie rien à aucun programme.',
  },
  make: {
    en: 'To make a user, with a password that is shown once:',
    fr: 'Pour créer un utilisateur, avec un mot de passe affiché une fois :',
  },
  replace: { en: 'To replace the password of a user:', fr: 'Pour remplacer le mot de passe d’un utilisateur :' },
  enter: {
    en: 'Enter the login and the password in your program, and where it asks for the address of the site:',
    fr: 'Saisissez le nom de connexion et le mot de passe dans votre programme et, s’il demande l’adresse du site :',
  },
} as const satisfies Record<string, Text>;

/** The maximum length of a program's name on the page, in characters. */
const LONGEST = 100;

/**
 * Makes the page that explains how to get an application password. The root index names its address as
 * `authentication.application-passwords.endpoints.authorization`, where WordPress clients send people. It answers undefined for other
 * addresses.
 */
export const createPasswordPage =
  (branding: Branding) =>
  ({ path, query, language, baseUrl }: Omit<RequestedPage, 'html'>): Reply<string> | undefined => {
    if (path.replace(/\/$/, '').toLowerCase() !== PASSWORD_PAGE) return undefined;
    const root = serviceRoot(baseUrl);
    const app = query['app_name'];
    const asking =
      typeof app === 'string' && app !== '' ? html`<p>${typeset(WORDS.asks, language)} <b>${app.slice(0, LONGEST)}</b></p>\n` : undefined;
    return layout({
      language,
      branding,
      title: WORDS.title[language],
      home: `${root}/${language}/`,
      addressIn: (other) => `${root}/${other}${PASSWORD_PAGE}`,
      main: html`${asking}<p>${typeset(WORDS.how, language)}</p>
<p>${typeset(WORDS.make, language)}<br><code>npx calendar-events user add LOGIN --role ROLE</code></p>
<p>${typeset(WORDS.replace, language)}<br><code>npx calendar-events user password LOGIN</code></p>
<p>${typeset(WORDS.enter, language)}<br>${branding.served.languages.map((one) => html`<code>${root}/${one}/</code> `)}</p>
`,
    });
  };
