import type { About, CalendarRegistry, PostLikeDeclaration, Services, TermDeclaration } from '../content';
import type { Pages } from './requests/page-request';

/** The declaration of a post-like or a term-like type. */
export type ContentDeclaration =
  | { readonly posts: PostLikeDeclaration; readonly terms?: undefined }
  | { readonly terms: TermDeclaration; readonly posts?: undefined };

/** The main plugin: the subject of the service, to which other plugins add. */
export interface MainPlugin {
  /** The namespace of the routes of all types. */
  readonly namespace: string;
  readonly about: About;
  /** Its part of the pages for people. */
  pages(): Pages;
  kinds(services: Services): readonly ContentDeclaration[];
  /** Declares its routes, after all types are compiled. */
  declareRoutes(registry: CalendarRegistry, services: Services): void;
}
