import type { Language } from '../language';

/** A request for a page, at an address below a language root. */
export interface RequestedPage {
  /** The path below the language root, percent-encoded. */
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly language: Language;
  /** The address of the language root, without a trailing slash. */
  readonly baseUrl: string;
  /** True if the client prefers errors as HTML. */
  readonly html: boolean;
}

/** The path of embeddable pages, below the language roots. */
export const EMBED_PATH = '/embed';

/** The path of the page about application passwords, below the language roots. */
export const PASSWORD_PAGE = '/application-passwords';
