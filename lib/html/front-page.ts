import { LANGUAGE_NAMES, type Language, type Text } from '../language';
import type { Reply } from '../registry';
import type { Branding } from './layout/branding';
import { cmsHead } from './layout/cms-head';
import { layout } from './layout/layout';
import { html } from './text/html';

const WELCOME: Text = {
  en: 'What is on, where, and who organizes it.',
  fr: 'Ce qui a lieu, où, et qui l’organise.',
};

/** Makes the page at `/`, which links the languages. `address` is that of the service, without a trailing slash. */
export const createFrontPage =
  (branding: Branding) =>
  ({ address, language }: { readonly address: string; readonly language: Language }): Reply<string> => {
    const addressIn = (one: Language) => `${address}/${one}/`;
    const all = [language, ...branding.served.languages.filter((one) => one !== language)];
    return layout({
      language,
      title: branding.name[language],
      branding,
      addressIn,
      alternates: { ...Object.fromEntries(branding.served.languages.map((one) => [one, addressIn(one)])), 'x-default': `${address}/` },
      head: html`<link rel="canonical" href="${address}/">
${cmsHead(address, `${address}/${language}`, branding)}`,
      main: html`<ul class="choices">
${all.map((one) => html`<li lang="${one}"><a href="${addressIn(one)}" hreflang="${one}">${LANGUAGE_NAMES[one]}</a><br>${WELCOME[one]}</li>\n`)}</ul>`,
    });
  };
