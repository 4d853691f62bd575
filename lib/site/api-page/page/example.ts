import { type Html, html } from '../../../html';

/** A value as text: a string as it is, else JSON. */
const written = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? ''));

/** A folded example. It scrolls by itself and can be reached by keyboard. */
export const preformatted = (value: unknown, label: string, summary: string): Html =>
  html`<details><summary>${summary}</summary><pre tabindex="0" role="region" aria-label="${label}">${written(value)}</pre></details>`;
