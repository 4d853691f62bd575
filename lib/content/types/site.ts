import type { Branding, Locales } from '../../html';

/** The settings that routes depend on. */
export interface Site extends Branding {
  /** The address of the website without a trailing slash; undefined means this service. */
  readonly url?: string | undefined;
  /** The IANA zone of dates without one. */
  readonly timezone: string;
  readonly locales: Locales;
  readonly currencySymbol: string;
  readonly currencyPosition: 'prefix' | 'postfix';
  /** The ISO 4217 code of the currency; `USD` if the symbol is ambiguous. */
  readonly currencyCode: string;
  readonly maxPerPage: number;
  /** The origins whose pages may show records in a frame, or `*`. Empty allows none. */
  readonly embedders: readonly string[];
}
