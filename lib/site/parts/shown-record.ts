import { beginningOf, readUrl, textOf, withoutShortcodes } from '../../calendar';

/** A record as answers show it. Plugins may have put something else in the place of a member, so each is looked at before it is used. */
export type ShownRecord = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is ShownRecord => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A member that is a text or a number, as a text; '' for anything else. */
export const textIn = (shown: ShownRecord, name: string): string => {
  const value = Object.hasOwn(shown, name) ? shown[name] : undefined;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

/** The objects of a member that is one or a list of them. */
export const objectsIn = (shown: ShownRecord, name: string): ShownRecord[] =>
  Object.hasOwn(shown, name) ? [shown[name]].flat().filter(isObject) : [];

/** What a record is called, whatever its kind. */
export const shownName = ({ pages }: { readonly pages: { readonly names: readonly string[] } }, shown: ShownRecord): string =>
  pages.names.map((name) => textIn(shown, name)).find((name) => name !== '') ?? '';

/** An image as pages show it: where it is, and what stands for it where it is not seen. */
export interface ShownImage {
  readonly address: string;
  readonly alt: string;
}

/** A record's image, called like the record where nothing else is said; undefined where there is none that a page may show. */
export const shownImage = (shown: ShownRecord, name: string): ShownImage | undefined => {
  const address = objectsIn(shown, 'image')
    .map((image) => textIn(image, 'url'))
    .find(isFollowable);
  return address === undefined ? undefined : { address, alt: textIn(shown, 'image_alt') || name };
};

/** Tells whether an address may stand in a link: it leads to a site, and runs nothing. */
export const isFollowable = (address: string): boolean => /^https?:\/\/[^\s]+$/i.test(address) && readUrl(address) !== undefined;

const inOneLine = (html: string): string => textOf(html).replace(/\s+/g, ' ');

/** The beginning of an excerpt or a description as plain text without shortcodes, for readers that show a line or two. */
export const shownSummary = (shown: ShownRecord, longest = 200): string => {
  // The ellipsis is one more.
  const summaryOf = (html: string) => beginningOf(html, longest + 1, inOneLine);
  // Unlike descriptions, excerpts are shown with the shortcodes that were typed.
  return summaryOf(withoutShortcodes(textIn(shown, 'excerpt'))) || summaryOf(textIn(shown, 'description'));
};
