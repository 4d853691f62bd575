import type { About, CalendarRegistry, PostLikeDeclaration, Services, TermDeclaration } from '../content';
import type { Pages } from './parts/page-request';

/** A kind as it is declared. */
export type ContentDeclaration =
  | { readonly posts: PostLikeDeclaration; readonly terms?: undefined }
  | { readonly terms: TermDeclaration; readonly posts?: undefined };

/** The first plugin, which all others add to: what the service is about. */
export interface MainPlugin {
  /** The namespace of the routes of all kinds. */
  readonly namespace: string;
  readonly about: About;
  /** Its part of the pages for people. */
  pages(): Pages;
  kinds(services: Services): readonly ContentDeclaration[];
  /** Declares its routes, once all kinds are made. */
  declareRoutes(registry: CalendarRegistry, services: Services): void;
}
