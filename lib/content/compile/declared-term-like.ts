import type { Capability } from '../../access';
import { USUAL_TEXTS } from '../fields';
import { noParent, termName, termParent, termSlug, termText } from '../list';
import type { NamedType, Services, TermContext, TermDeclaration } from '../types';

/** A plugin's declaration of a term-like type without its fields. */
export interface TermDescription extends NamedType {
  /** True if terms have parents. */
  readonly hierarchical?: boolean;
  /** The capability to create, change and delete terms; by default `manage_categories`. */
  readonly capability?: Capability;
  /** The name in answers; by default the singular. At most 32 small letters, digits, `-` and `_`, as in the CMS; unique. */
  readonly taxonomy?: string;
  /** The folder of the terms' pages; by default the singular. It may contain `/`, and no other type may use it. */
  readonly segment?: string;
  /** Checks the values of the fields before they are stored, for example two that depend on each other. Throws `invalidParam`. */
  check?(fields: Readonly<Record<string, unknown>>, context: TermContext): void | Promise<void>;
}

/** Completes a plugin's declaration with the fields that all terms have. */
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
