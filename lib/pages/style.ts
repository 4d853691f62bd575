import { createHash } from 'node:crypto';

/** The style sheet of every page: readable on narrow screens and in the dark, without scripts, pictures or fonts. */
export const STYLE = `
:root { color-scheme: light dark; --text: #1b1b1f; --quiet: #55555f; --ground: #fff; --line: #c8c8d0; --link: #0b57a4; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e8e8ee; --quiet: #a9a9b5; --ground: #16161a; --line: #44444e; --link: #8fc2ff; }
}
body { max-width: 42rem; margin: 0 auto; padding: 1rem; font: 1rem/1.5 system-ui, sans-serif; color: var(--text); background: var(--ground); overflow-wrap: anywhere; }
a { color: var(--link); }
header { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; border-bottom: 1px solid var(--line); }
h1 { font-size: 1.5rem; line-height: 1.25; }
dt { margin-top: 1rem; font-size: 1rem; font-weight: 600; }
dd { margin: 0; }
code { font-size: 0.95em; }
.quiet { color: var(--quiet); }
`;

/**
 * What browsers may do on a page: show this style sheet, which stands in the page, and nothing else. `default-src 'none'` forbids scripts,
 * frames and whatever else a page could load.
 */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
