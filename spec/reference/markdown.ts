import type { Language, Text } from '../../lib/language';

/** Pages of the reference by file name. Some exist in one language only. */
const PAGES: readonly (readonly [file: string, title: Text])[] = [
  ['settings', { en: 'Settings', fr: 'Réglages (en anglais)' }],
  ['commands', { en: 'Commands', fr: 'Commandes (en anglais)' }],
  ['list-parameters', { en: 'List parameters', fr: 'Paramètres des listes' }],
  ['errors', { en: 'Error codes', fr: 'Codes d’erreur' }],
  ['metrics', { en: 'Metrics', fr: 'Mesures (en anglais)' }],
  ['public-names', { en: 'Public names', fr: 'Noms publics (en anglais)' }],
];

/** The pages that also exist in French. */
const BILINGUAL: readonly string[] = ['list-parameters', 'errors'];

const MADE: Text = {
  en: 'This page is generated from the code by `npm run reference`.',
  fr: 'Cette page est générée à partir du code par `npm run reference`.',
};

/** The file of a page in a language, or in English if there is no translation. */
export const fileOf = (page: string, language: Language): string => {
  const isTranslated = language === 'fr' && BILINGUAL.includes(page);
  return `${page}${isTranslated ? '.fr' : ''}.md`;
};

/** Builds a page from its title, introduction, links to the other pages, and parts. */
export const pageOf = (page: string, language: Language, parts: readonly string[]): string => {
  const title = PAGES.find(([file]) => file === page)?.[1][language] ?? '';
  const others = PAGES.filter(([file]) => file !== page).map(([file, { [language]: name }]) => `[${name}](${fileOf(file, language)})`);
  const own = BILINGUAL.includes(page) ? [language === 'en' ? `[Français](${page}.fr.md)` : `[English](${page}.md)`] : [];
  return `${[`# ${title}`, `${MADE[language]}\n${[...others, ...own].join(' · ')}`, ...parts].join('\n\n')}\n`;
};

const cellOf = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

/** Writes a table in Markdown. Cells have no padding, so that a longer cell changes one line only. */
export const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  [heads, heads.map(() => '---'), ...rows].map((row) => `| ${row.map(cellOf).join(' | ')} |`).join('\n');

/** Writes a text as inline code. An empty text stays empty. */
export const code = (text: string): string => (text === '' ? '' : `\`${text}\``);
