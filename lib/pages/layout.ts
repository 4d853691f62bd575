import { LANGUAGES, type Language, type Text } from '../language';
import { type Reply, reply } from '../registry/reply';
import { type Html, html, markupOf, trusted } from './html';
import { CONTENT_SECURITY_POLICY, STYLE } from './style';

const NAMES: Text = { en: 'English', fr: 'Français' };
const LANGUAGE: Text = { en: 'Language', fr: 'Langue' };

/** A page before it stands in the shell that all pages share. */
export interface Page {
  readonly language: Language;
  /** The one headline, which is the title too. */
  readonly title: string;
  readonly siteName: Text;
  /** The address of this page in a language. */
  readonly addressIn: (language: Language) => string;
  /** What follows the headline. */
  readonly main: Html;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

const HEADERS = { 'Content-Type': 'text/html; charset=UTF-8', 'Content-Security-Policy': CONTENT_SECURITY_POLICY };

/** Puts a page into the shell: head, style sheet, the way to the other languages, one landmark for the content. */
export const layout = ({ language, title, siteName, addressIn, main, status = 200, headers = {} }: Page): Reply<string> => {
  const others = LANGUAGES.filter((other) => other !== language);
  const page = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – ${siteName[language]}</title>
${others.map((other) => html`<link rel="alternate" hreflang="${other}" href="${addressIn(other)}">`)}
<style>${trusted(STYLE)}</style>
</head>
<body>
<header>
<p>${siteName[language]}</p>
<nav aria-label="${LANGUAGE[language]}">
${others.map((other) => html`<p><a href="${addressIn(other)}" hreflang="${other}" lang="${other}">${NAMES[other]}</a></p>`)}
</nav>
</header>
<main>
<h1>${title}</h1>
${main}
</main>
</body>
</html>
`;
  return reply(markupOf(page), { status, headers: { ...HEADERS, ...headers }, language });
};
