import type { Branding, Locales } from '../../html';

/** What of the settings the routes depend on. */
export interface Site extends Branding {
  /** Where records' own pages live, without a trailing slash; unset, it is this service. */
  readonly url?: string | undefined;
  /** IANA name of the zone in which dates without one are read. */
  readonly timezone: string;
  readonly locales: Locales;
  readonly currencySymbol: string;
  readonly currencyPosition: 'prefix' | 'postfix';
  /** ISO 4217 code of the currency, `USD` where the symbol tells none. */
  readonly currencyCode: string;
  readonly maxPerPage: number;
  /** The origins whose pages may show records in a frame, `*` for any; empty: none. */
  readonly embedders: readonly string[];
}
