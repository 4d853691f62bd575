import type { Capability } from '../../access';
import { USUAL_TEXTS } from '../fields';
import { noParent, termName, termParent, termSlug, termText } from '../list';
import type { NamedType, Services, TermContext, TermDeclaration } from '../types';

/** What a plugin says of a term-like kind. */
export interface TermDescription extends NamedType {
  /** Whether terms have parents. */
  readonly hierarchical?: boolean;
  /** What one must be allowed to do to create, change and delete terms; `manage_categories` unless given. */
  readonly capability?: Capability;
  /** What answers call the taxonomy, at most 32 small letters, digits, - and _ as in the CMS, and no other kind's; the singular unless given. */
  readonly taxonomy?: string;
  /** The folder of the terms' own pages, or several with / between them, and no other kind's; the singular unless given. */
  readonly segment?: string;
  /** Judges what is about to be stored of the fields, e.g. where two depend on each other; throws `invalidParam`. */
  check?(fields: Readonly<Record<string, unknown>>, context: TermContext): void | Promise<void>;
}

/** Declares the term-like kind that a plugin describes. */
export const declaredTermLike = (
  services: Services,
  { hierarchical, capability = 'manage_categories', ...description }: TermDescription,
): TermDeclaration => {
  const { kind, plural, name, taxonomy = kind, segment = kind } = description;
  const parent = {
    en: `The ID of the ${name.en} that it is below; a new one is below none unless given, and 0 takes it to the top on updates`,
    fr: `L’identifiant du parent (${name.fr}) ; aucun à défaut pour un nouveau terme, et 0 le remet tout en haut lors des modifications`,
  };
  return {
    ...description,
    taxonomy,
    segment,
    hierarchical: hierarchical === true,
    capability,
    fields: {
      name: termName(USUAL_TEXTS.termName),
      description: termText(USUAL_TEXTS.termText),
      slug: termSlug(USUAL_TEXTS.termSlug),
      parent: hierarchical ? termParent(services, plural, parent) : noParent(name),
    },
  };
};
