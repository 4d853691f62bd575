import { sanitizeHtml } from '../../calendar';
import { type Html, trusted } from '../../html';

/** Elements that a page has once, and landmarks. In a description they become plain elements. */
const RENAMED: Readonly<Record<string, string>> = {
  main: 'div',
  header: 'div',
  footer: 'div',
  nav: 'div',
  aside: 'div',
  section: 'div',
  article: 'div',
};

/** Attributes that the policy of pages forbids, that start something by themselves, or that only the page may set. */
const DROPPED: ReadonlySet<string> = new Set(['style', 'role', 'autoplay', 'tabindex']);
const ATTRIBUTE = / ([a-z_:][^\s="]*)(?:="[^"]*")?/g;
const TAG = /<(\/?)([a-z][a-z0-9]*)((?: [^<>]*)?)>/g;

const HEADING = /^h[1-6]$/;

/** Makes the function that maps headings to the levels of the page, from `h2` on. No level is skipped. */
const createOutline = () => {
  const above: string[] = [];
  return (name: string): string => {
    while (above.some((one) => one >= name)) above.pop();
    return `h${Math.min(above.push(name) + 1, 6)}`;
  };
};

/**
 * A record's description as HTML within a page. It is sanitized and properly nested, and has no headline, landmarks or styles of its own.
 * Images load lazily.
 */
export const descriptionHtml = (description: string): Html => {
  const levelOf = createOutline();
  const open: string[] = [];
  return trusted(
    sanitizeHtml(description).replace(TAG, (_, slash: string, name: string, attributes: string) => {
      const kept = attributes.replace(ATTRIBUTE, (attribute: string, its: string) => (DROPPED.has(its) ? '' : attribute));
      const lazy = name === 'img' && !/ loading=/.test(kept) ? ' loading="lazy"' : '';
      const described = name === 'img' && !/ alt[= ]/.test(kept) ? ' alt=""' : '';
      if (!HEADING.test(name)) return `<${slash}${RENAMED[name] ?? name}${lazy}${described}${kept}>`;
      const level = slash === '' ? levelOf(name) : (open.pop() ?? name);
      if (slash === '') open.push(level);
      return `<${slash}${level}${kept}>`;
    }),
  );
};
