import { type Html, html } from '../../../html';

/** A value as text: what is text already stays as it is. */
const written = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? ''));

/** An example, folded, which scrolls within itself and can be reached by keyboard. */
export const preformatted = (value: unknown, label: string, summary: string): Html =>
  html`<details><summary>${summary}</summary><pre tabindex="0" role="region" aria-label="${label}">${written(value)}</pre></details>`;
