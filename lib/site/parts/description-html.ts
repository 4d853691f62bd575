import { sanitizeHtml } from '../../calendar';
import { type Html, trusted } from '../../html';

/** Elements that a page has once, and landmarks in it: within a description they are parts like others. */
const RENAMED: Readonly<Record<string, string>> = {
  main: 'div',
  header: 'div',
  footer: 'div',
  nav: 'div',
  aside: 'div',
  section: 'div',
  article: 'div',
};

/** Attributes that a page forbids itself, that would start by themselves, or that would say what only the page can. */
const DROPPED: ReadonlySet<string> = new Set(['style', 'role', 'autoplay', 'tabindex']);
const ATTRIBUTE = / ([a-z_:][^\s="]*)(?:="[^"]*")?/g;
const TAG = /<(\/?)([a-z][a-z0-9]*)((?: [^<>]*)?)>/g;

const HEADING = /^h[1-6]$/;

/** Names headings by how deep they lie below those before them, beginning with a page's second level: none is skipped. */
const createOutline = () => {
  const above: string[] = [];
  return (name: string): string => {
    while (above.some((one) => one >= name)) above.pop();
    return `h${Math.min(above.push(name) + 1, 6)}`;
  };
};

/**
 * A description of a record as it stands within a page: sanitised and so properly nested, whatever was stored, with neither a headline nor
 * landmarks of its own, nor styles; images are loaded as they come into view.
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
