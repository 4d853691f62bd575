import type { Language } from '../language';

/** What pages look at in a request for an address below a language root. */
export interface RequestedPage {
  /** The path below the language root, undecoded. */
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly language: Language;
  /** The address of the language root that was asked, without a slash at its end. */
  readonly baseUrl: string;
  /** Whether the client would rather have an error as HTML. */
  readonly html: boolean;
}
