import { type Catalogue, type Explained, repeatable } from '../errors';
import { type Language, serviceRoot, type Text } from '../language';
import { decodedPart, type Reply } from '../registry';
import type { Branding } from './layout/branding';
import { layout } from './layout/layout';
import type { RequestedPage } from './requested-page';
import { type Html, html } from './text/html';
import { typeset } from './text/locales';

const WORDS = {
  list: { en: 'Error codes', fr: 'Codes d’erreur' },
  all: { en: 'All error codes', fr: 'Tous les codes d’erreur' },
  intro: {
    en: 'Every refusal of this service has a code, which stays the same whatever the language of its message.',
    fr: 'Chaque refus de ce service a un code, qui reste le même quelle que soit la langue de son message.',
  },
  code: { en: 'Code', fr: 'Code d’erreur' },
  status: { en: 'HTTP status', fr: 'Statut HTTP' },
  kind: { en: 'Kind of record', fr: 'Type d’enregistrement' },
  meaning: { en: 'What it means', fr: 'Ce que cela signifie' },
  remedy: { en: 'What to do', fr: 'Que faire' },
  unknown: { en: 'Unknown error code', fr: 'Code d’erreur inconnu' },
  unexplained: {
    en: 'Nothing is written here about this code. Check its spelling, or look for it in the list; a plugin may have codes of its own.',
    fr: 'Rien n’est écrit ici sur ce code. Vérifiez son orthographe ou cherchez-le dans la liste ; une extension peut avoir ses propres codes.',
  },
} satisfies Record<string, Text>;

const PATH = /^\/errors(?:\/([^/]*))?\/?$/i;

/**
 * Makes the pages `/errors`, a list of the codes, and `/errors/{code}`, below the language roots. It answers undefined for other
 * addresses, and for an unknown code unless the client prefers HTML. `isGuest` omits the links to the service's own pages.
 */
export const createErrorPages =
  (catalogue: Catalogue, branding: Branding, { isGuest = false }: { readonly isGuest?: boolean } = {}) =>
  async ({ path, language, baseUrl, html: prefersHtml }: Omit<RequestedPage, 'query'>): Promise<Reply<string> | undefined> => {
    const found = PATH.exec(path);
    if (found === null) return undefined;
    const code = decodedPart(found[1] ?? '');
    const root = serviceRoot(baseUrl);
    const addressIn = (one: string) => (other: Language) => `${root}/${other}/errors${one === '' ? '' : `/${encodeURIComponent(one)}`}`;
    const shell = { language, branding, isGuest, ...(!isGuest && { home: `${root}/${language}/` }), addressIn: addressIn(code) };
    const listAddress = addressIn('')(language);
    if (code === '') return layout({ ...shell, title: WORDS.list[language], main: listOf(catalogue, language, listAddress) });
    const explained = catalogue.get(code);
    if (explained !== undefined) {
      return layout({
        ...shell,
        title: explained.title[language],
        main: html`${explanationOf(explained, language)}${wayBack(listAddress, language)}`,
      });
    }
    if (!prefersHtml) return undefined;
    const shown = repeatable(code);
    const main = html`${shown !== undefined && html`<p><code>${shown}</code></p>\n`}<p>${typeset(WORDS.unexplained, language)}</p>
${wayBack(listAddress, language)}`;
    return layout({ ...shell, title: WORDS.unknown[language], main, status: 404, headers: { Vary: 'Accept' } });
  };

const explanationOf = ({ code, kind, status, meaning, remedy }: Explained, language: Language): Html => {
  const rows: readonly (readonly [Text, Html])[] = [
    [WORDS.code, html`<code>${code}</code>`],
    [WORDS.status, html`${status.join(', ')}`],
    ...(kind === undefined ? [] : [[WORDS.kind, html`${kind[language]}`] as const]),
    [WORDS.meaning, html`${typeset(meaning, language)}`],
    [WORDS.remedy, html`${typeset(remedy, language)}`],
  ];
  return html`<dl>
${rows.map(([name, value]) => html`<dt>${name[language]}</dt><dd>${value}</dd>\n`)}</dl>
`;
};

const listOf = (catalogue: Catalogue, language: Language, address: string): Html => {
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

const wayBack = (address: string, language: Language): Html => html`<p><a href="${address}">${WORDS.all[language]}</a></p>`;
