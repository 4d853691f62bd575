import type { Language } from '../language';
import { type Reply, reply } from '../registry';
import type { Branding } from './branding';
import { type Html, html, markupOf, trusted } from './html';
import { fileAddress } from './layout';
import { accentStyle, contentSecurityPolicy, palette, type Theme } from './style';

const SLIM_STYLE = `*, ::before, ::after { box-sizing: border-box; }
body { margin: 0; padding: 0.75rem 1rem; font: 1rem/1.5 system-ui, sans-serif; color: var(--text); background: var(--ground); overflow-wrap: anywhere; }
a { color: var(--link); text-underline-offset: 0.15em; }
a:hover { text-decoration-thickness: 0.15em; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 2px; }
h1 { margin: 0 0 0.5rem; font-size: 1.25rem; line-height: 1.3; }
h2 { margin: 0; font-size: 1.05rem; line-height: 1.35; }
h1, h2, p { unicode-bidi: plaintext; }
p { margin: 0.1rem 0; }
ul { margin: 0; padding: 0; list-style: none; }
li { padding: 0.6rem 0; border-top: 1px solid var(--line); }
.end { margin-top: 0.6rem; }
.quiet { color: var(--quiet); }
.mark { display: inline-block; padding: 0 0.5rem; border: 1px solid var(--accent); border-radius: 1rem; font-size: 0.8125rem; font-weight: 400; color: var(--accent); }
`;

/** A page that other sites show in a frame. */
export interface SlimPage {
  readonly language: Language;
  readonly title: string;
  readonly branding: Branding;
  /** The address of the service, without a trailing slash. */
  readonly root: string;
  readonly main: Html;
  /** The origins whose pages may show it, `*` for any. */
  readonly framedBy: readonly string[];
  /** The colours of day or night; by default the reader's system decides. */
  readonly theme?: Theme | undefined;
  readonly status?: number | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Renders an embedded page: content without navigation, framed only by the given origins, and left out by search engines. */
export const slimLayout = ({ language, title, branding, root, main, framedBy, theme, status = 200, headers }: SlimPage): Reply<string> => {
  const style = `${palette(theme)}${branding.accent === undefined ? '' : accentStyle(branding.accent, theme)}${SLIM_STYLE}`;
  const markup = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${trusted(style)}</style>
${branding.style !== undefined && html`<link rel="stylesheet" href="${fileAddress(`${root}/`, branding.style)}">\n`}</head>
<body>
<main>
${main}</main>
</body>
</html>
`;
  return reply(markupOf(markup), {
    status,
    language,
    headers: {
      'Content-Type': 'text/html; charset=UTF-8',
      'Content-Security-Policy': contentSecurityPolicy({ style, brings: branding.style !== undefined, framedBy }),
      ...headers,
    },
  });
};

/** The content of a frame on another site. The size is in pixels; the default is the full width. */
interface FrameContent {
  readonly address: string;
  readonly title: string;
  readonly width?: number;
  readonly height: number;
}

/** The iframe element that the author of another site copies. */
export const iframeMarkup = ({ address, title, width, height }: FrameContent): string =>
  markupOf(
    html`<iframe src="${address}" title="${title}" width="${width ?? '100%'}" height="${height}" loading="lazy" style="border:0"></iframe>`,
  );
