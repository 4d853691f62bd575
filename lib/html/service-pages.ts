import { type Catalogue, type Explained, repeatable } from '../errors';
import { LANGUAGE_NAMES, type Language, serviceRoot, type Text } from '../language';
import { decodedPart, type Reply } from '../registry';
import type { Branding } from './branding';
import { type Html, html } from './html';
import { cmsHead, layout } from './layout';
import { typeset } from './locales';

/** A request for a page, at an address below a language root. */
export interface RequestedPage {
  /** The path below the language root, percent-encoded. */
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly language: Language;
  /** The address of the language root, without a trailing slash. */
  readonly baseUrl: string;
  /** True if the client prefers errors as HTML rather than JSON. */
  readonly html: boolean;
}

/** The path, below a language root, of pages that other sites show in a frame. */
export const EMBED_PATH = '/embed';

/** The path, below a language root, of the page about application passwords. */
export const PASSWORD_PAGE = '/application-passwords';

const WORDS = {
  welcome: { en: 'What is on, where, and who organizes it.', fr: 'Les évènements, leurs lieux et leurs organisateurs.' },
  list: { en: 'Error codes', fr: 'Codes d’erreur' },
  all: { en: 'All error codes', fr: 'Tous les codes d’erreur' },
  intro: {
    en: 'Each error of this service has a code. The code is the same in all languages.',
    fr: 'Chaque erreur de ce service a un code. Le code est le même dans toutes les langues.',
  },
  code: { en: 'Code', fr: 'Code d’erreur' },
  status: { en: 'HTTP status', fr: 'Statut HTTP' },
  contentType: { en: 'Kind of record', fr: 'Type d’enregistrement' },
  meaning: { en: 'What it means', fr: 'Ce que cela signifie' },
  remedy: { en: 'What to do', fr: 'Que faire' },
  unknown: { en: 'Unknown error code', fr: 'Code d’erreur inconnu' },
  unexplained: {
    en: 'This code is not documented here. Check its spelling, or look for it in the list of all codes. It may also be the code of a plugin.',
    fr: 'Ce code n’est pas documenté ici : vérifiez son orthographe, ou cherchez-le dans la liste de tous les codes. Ce peut être aussi le code d’une extension.',
  },
  passwords: { en: 'Application passwords', fr: 'Mots de passe d’application' },
  asks: { en: 'This program asks for access:', fr: 'Ce programme demande l’accès :' },
  how: {
    en: 'Programs sign in with HTTP Basic: a login and an application password. The operator of the service creates both. This page creates no passwords and sends nothing to the program.',
    fr: 'Les programmes s’identifient par HTTP Basic : un nom de connexion et un mot de passe d’application. La personne qui gère le service crée les deux. Cette page ne crée pas de mot de passe et n’envoie rien au programme.',
  },
  make: {
    en: 'To create a user, with a password that is shown once:',
    fr: 'Pour créer un utilisateur, avec un mot de passe affiché une fois :',
  },
  replace: { en: 'To replace the password of a user:', fr: 'Pour remplacer le mot de passe d’un utilisateur :' },
  enter: {
    en: 'Enter the login and the password in your program. If it asks for the address of the site, enter:',
    fr: 'Saisissez le nom de connexion et le mot de passe dans votre programme. S’il demande l’adresse du site, saisissez :',
  },
} as const satisfies Record<string, Text>;

/** Makes the function that renders the page at `/`, which links the languages. `address` is the service's, without a trailing slash. */
export const createFrontPage =
  (branding: Branding) =>
  ({ address, language }: { readonly address: string; readonly language: Language }): Reply<string> => {
    const { languages } = branding.served;
    const addressIn = (one: Language) => `${address}/${one}/`;
    const all = [language, ...languages.filter((one) => one !== language)];
    return layout({
      language,
      title: branding.name[language],
      branding,
      root: address,
      addressIn,
      alternates: { ...Object.fromEntries(languages.map((one) => [one, addressIn(one)])), 'x-default': `${address}/` },
      head: html`<link rel="canonical" href="${address}/">
${cmsHead(address, `${address}/${language}`, branding)}`,
      main: html`<ul class="choices">
${all.map((one) => html`<li lang="${one}"><a href="${addressIn(one)}" hreflang="${one}">${LANGUAGE_NAMES[one]}</a><br>${WORDS.welcome[one]}</li>\n`)}</ul>`,
    });
  };

/**
 * Makes the function that renders the page on getting an application password. The root index names its address as
 * `authentication.application-passwords.endpoints.authorization`, where WordPress clients send people. The function returns undefined for
 * other addresses.
 */
export const createPasswordPage =
  (branding: Branding) =>
  ({ path, query, language, baseUrl }: Omit<RequestedPage, 'html'>): Reply<string> | undefined => {
    if (path.replace(/\/$/, '').toLowerCase() !== PASSWORD_PAGE) return undefined;
    const root = serviceRoot(baseUrl);
    const { app_name: app } = query;
    const program = typeof app === 'string' && app !== '' && html`<p>${typeset(WORDS.asks, language)} <b>${app.slice(0, 100)}</b></p>\n`;
    return layout({
      language,
      branding,
      title: WORDS.passwords[language],
      root,
      home: `${root}/${language}/`,
      addressIn: (other) => `${root}/${other}${PASSWORD_PAGE}`,
      main: html`${program}<p>${typeset(WORDS.how, language)}</p>
<p>${typeset(WORDS.make, language)}<br><code>npx calendar-events user add LOGIN --role ROLE</code></p>
<p>${typeset(WORDS.replace, language)}<br><code>npx calendar-events user password LOGIN</code></p>
<p>${typeset(WORDS.enter, language)}<br>${branding.served.languages.map((one) => html`<code>${root}/${one}/</code> `)}</p>
`,
    });
  };

/**
 * Makes the function that renders `/errors`, a list of the error codes, and `/errors/{code}`, below the language roots. The function
 * returns undefined for other addresses, and for an unknown code unless the client prefers HTML. `isGuest` omits the links to the service's
 * own pages.
 */
export const createErrorPages =
  (catalogue: Catalogue, branding: Branding, { isGuest = false }: { readonly isGuest?: boolean } = {}) =>
  async ({ path, language, baseUrl, html: prefersHtml }: Omit<RequestedPage, 'query'>): Promise<Reply<string> | undefined> => {
    const [isOurs, segment = ''] = /^\/errors(?:\/([^/]*))?\/?$/i.exec(path) ?? [];
    if (isOurs === undefined) return undefined;
    const code = decodedPart(segment);
    const root = serviceRoot(baseUrl);
    const addressIn = (other: Language) => `${root}/${other}/errors${code === '' ? '' : `/${encodeURIComponent(code)}`}`;
    const listAddress = `${root}/${language}/errors`;
    const shell = { language, branding, root, isGuest, ...(!isGuest && { home: `${root}/${language}/` }), addressIn };
    if (code === '') return layout({ ...shell, title: WORDS.list[language], main: codeList(catalogue, language, listAddress) });
    const toList = html`<p><a href="${listAddress}">${WORDS.all[language]}</a></p>`;
    const explained = catalogue.get(code);
    if (explained !== undefined) {
      return layout({ ...shell, title: explained.title[language], main: html`${explanation(explained, language)}${toList}` });
    }
    if (!prefersHtml) return undefined;
    const shown = repeatable(code);
    const main = html`${shown !== undefined && html`<p><code>${shown}</code></p>\n`}<p>${typeset(WORDS.unexplained, language)}</p>
${toList}`;
    return layout({ ...shell, title: WORDS.unknown[language], main, status: 404, headers: { Vary: 'Accept' } });
  };

const explanation = ({ code, kind, status, meaning, remedy }: Explained, language: Language): Html => {
  const rows: readonly (readonly [Text, string | Html | undefined])[] = [
    [WORDS.code, html`<code>${code}</code>`],
    [WORDS.status, status.join(', ')],
    [WORDS.contentType, kind?.[language]],
    [WORDS.meaning, typeset(meaning, language)],
    [WORDS.remedy, typeset(remedy, language)],
  ];
  return html`<dl>
${rows.map(([name, value]) => value !== undefined && html`<dt>${name[language]}</dt><dd>${value}</dd>\n`)}</dl>
`;
};

const codeList = (catalogue: Catalogue, language: Language, address: string): Html => {
  const codes = [...catalogue.values()].sort((one, other) => (one.code < other.code ? -1 : 1));
  const items = codes.map(
    ({ code, status, title, kind }) => html`<dt><a href="${address}/${encodeURIComponent(code)}"><code>${code}</code></a></dt>
<dd>${title[language]} <span class="quiet">(${kind === undefined ? '' : `${kind[language]}, `}${status.join(', ')})</span></dd>
`,
  );
  return html`<p>${WORDS.intro[language]}</p>
<dl>
${items}</dl>`;
};
