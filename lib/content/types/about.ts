import type { Served, Text } from '../../language';
import type { Site } from './site';

/** A section of the introduction to a namespace, in Markdown. */
export interface Section {
  readonly title: Text;
  readonly text: Text;
}

/** Texts by which the service describes itself, in its document and on its pages. */
export interface About {
  /** The name of the site, and the title of its API. */
  readonly name: Text;
  readonly title: Text;
  /** A sentence that lists the content and its languages. */
  summary(served: Served): Text;
  /** The plural of the main content type. */
  readonly foremost: string;
  /** A sentence about routes that plugins add below namespaces of their own. */
  additions(served: Served): Text;
  /** A sentence that says who may do what. */
  readonly rights: Text;
  sections(site: Site): readonly Section[];
  /** Headers of lists that repeat the totals under names of the calendar, beside those of the CMS. */
  readonly totals: { readonly records: string; readonly pages: string };
  /** More descriptions of tags in the document, by content type. */
  readonly tags: Readonly<Record<string, Text>>;
}
