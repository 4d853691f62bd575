import type { Served, Text } from '../../language';
import type { Site } from './site';

/** A section of what people read before they use a namespace, in Markdown. */
export interface Section {
  readonly title: Text;
  readonly text: Text;
}

/** What the service says of itself. */
export interface About {
  /** What the site is called, and what its API is. */
  readonly name: Text;
  readonly title: Text;
  /** What there is, and in which languages. */
  summary(served: Served): Text;
  /** The plural of the kind that most come for. */
  readonly foremost: string;
  /** What is said of the routes that plugins add below namespaces of their own. */
  additions(served: Served): Text;
  /** Who may do what, in a sentence. */
  readonly rights: Text;
  sections(site: Site): readonly Section[];
  /** The headers of lists that say their totals once more, beside those of the CMS: how many records there are, and pages. */
  readonly totals: { readonly records: string; readonly pages: string };
  /** What a kind is besides: said behind its tag in the document. */
  readonly tags: Readonly<Record<string, Text>>;
}
