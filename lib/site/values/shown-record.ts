import { beginningOf, readUrl, textOf, withoutShortcodes } from '../../calendar';

/** A record as the API returns it. Plugins may have replaced any member, so each is checked before use. */
export type ShownRecord = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is ShownRecord => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns a text or number member as text; '' for any other value. */
export const textIn = (shown: ShownRecord, name: string): string => {
  const value = Object.hasOwn(shown, name) ? shown[name] : undefined;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

/** Returns the objects in a member, which is one object or a list. Empty if there are none. */
export const objectsIn = (shown: ShownRecord, name: string): ShownRecord[] =>
  Object.hasOwn(shown, name) ? [shown[name]].flat().filter(isObject) : [];

export const shownName = ({ pages }: { readonly pages: { readonly names: readonly string[] } }, shown: ShownRecord): string =>
  pages.names.map((name) => textIn(shown, name)).find((name) => name !== '') ?? '';

export interface ShownImage {
  readonly address: string;
  readonly alt: string;
}

/** Returns a record's image, by default with the record's name as alternative text. Undefined if its address is not http. */
export const shownImage = (shown: ShownRecord, name: string): ShownImage | undefined => {
  const address = objectsIn(shown, 'image')
    .map((image) => textIn(image, 'url'))
    .find(isFollowable);
  return address === undefined ? undefined : { address, alt: textIn(shown, 'image_alt') || name };
};

/** True for an http or https address, which is safe in a link. */
export const isFollowable = (address: string): boolean => /^https?:\/\/[^\s]+$/i.test(address) && readUrl(address) !== undefined;

const inOneLine = (html: string): string => textOf(html).replace(/\s+/g, ' ');

/** Returns the beginning of the excerpt, else of the description, as plain text without shortcodes, for previews. */
export const shownSummary = (shown: ShownRecord, longest = 200): string => {
  // One character more, for the ellipsis.
  const summaryOf = (html: string) => beginningOf(html, longest + 1, inOneLine);
  // API responses show excerpts with their shortcodes, unlike descriptions.
  return summaryOf(withoutShortcodes(textIn(shown, 'excerpt'))) || summaryOf(textIn(shown, 'description'));
};
