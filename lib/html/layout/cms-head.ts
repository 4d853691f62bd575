import { type Html, html } from '../text/html';
import type { Branding } from './branding';

/**
 * The part of a page's head by which programs find the API. `root` is the address of the site and `base` that of its language root, without a slash
 * at their ends.
 */
export const cmsHead = (root: string, base: string, { cmsNamespace: namespace }: Pick<Branding, 'cmsNamespace'>): Html =>
  namespace === undefined
    ? html`<link rel="https://api.w.org/" href="${base}/">\n`
    : html`<link rel="https://api.w.org/" href="${root}/wp-json/">
<meta name="tec-api-version" content="v1">
<meta name="tec-api-origin" content="${root}">
<link rel="alternate" href="${root}/wp-json/${namespace}/">
`;
