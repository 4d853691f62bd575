import type { Language } from '../../../language';
import { showsStandIns } from '../../translations';
import type { ListFilter, PostLike, Sent, Services, TermDeclaration } from '../../types';

/** What a record has is not empty, though it may be hidden; a branch of a tree is not where a leaf of it is not. */
export function hideEmpty(
  services: Services,
  { plural, names, hierarchical }: Pick<TermDeclaration, 'plural' | 'names' | 'hierarchical'>,
  narrowing: PostLike | undefined,
): ListFilter {
  return {
    args: {
      hide_empty: {
        type: 'boolean',
        default: true,
        description: narrowing
          ? { en: `Hide ${names.en} assigned to no ${narrowing.names.en}`, fr: `Masquer les ${names.fr} sans ${narrowing.name.fr}` }
          : { en: `Hide ${names.en} assigned to nothing`, fr: `Masquer les éléments sans attribution (${names.fr})` },
      },
    },
    async where(sent: Sent, { language, languages = [language] }) {
      const isNarrowed = sent['post'] !== undefined || (narrowing && sent[narrowing.kind] !== undefined);
      if (sent['hide_empty'] === false || isNarrowed) return undefined;
      const used = { used: true };
      const unused = { used: false };
      const above = (one: Language) => (hierarchical ? services.kinds.terms(plural).emptyAboveUsed(one, used) : []);
      // Each term is used by what is assigned to itself, whatever its translations are.
      const branches = (await Promise.all(languages.map(above))).flat();
      // What stands in for a translation is used by records of the language of the list too.
      const abroad = `abroad.${language}`;
      const standsIn = showsStandIns(sent);
      const parts = [
        used,
        ...(standsIn ? [{ ...unused, [abroad]: { $gt: 0 } }] : []),
        ...(branches.length > 0 ? [{ ...unused, ...(standsIn && { [abroad]: { $not: { $gt: 0 } } }), _id: { $in: branches } }] : []),
      ];
      return parts.length === 1 ? { condition: used } : { condition: { $or: parts }, parts };
    },
    links: ({ hide_empty: isHidden }) => ({ first: { hide_empty: isHidden === false ? false : undefined } }),
  };
}
