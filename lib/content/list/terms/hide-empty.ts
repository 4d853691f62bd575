import type { Language } from '../../../language';
import { showsStandIns } from '../../translations';
import type { ListFilter, PostLike, Sent, Services, TermDeclaration } from '../../types';

/** Makes the list filter `hide_empty`, which hides terms without records. Invisible records and those of descendant terms count. */
export function hideEmpty(
  services: Services,
  { plural, names, hierarchical }: Pick<TermDeclaration, 'plural' | 'names' | 'hierarchical'>,
  posts: PostLike | undefined,
): ListFilter {
  return {
    args: {
      hide_empty: {
        type: 'boolean',
        default: true,
        description: posts
          ? { en: `Hide ${names.en} assigned to no ${posts.names.en}`, fr: `Masquer les ${names.fr} sans ${posts.name.fr}` }
          : { en: `Hide ${names.en} assigned to nothing`, fr: `Masquer les éléments sans attribution (${names.fr})` },
      },
    },
    async where(sent: Sent, { language, languages = [language] }) {
      const isFiltered = sent['post'] !== undefined || (posts && sent[posts.kind] !== undefined);
      if (sent['hide_empty'] === false || isFiltered) return undefined;
      const used = { used: true };
      const unused = { used: false };
      const above = (one: Language) => (hierarchical ? services.kinds.terms(plural).emptyAboveUsed(one, used) : []);
      // A link names one translation of a term, and only this translation counts as used.
      const ancestors = (await Promise.all(languages.map(above))).flat();
      // A term shown in place of a missing translation also counts records of the list's language.
      const abroad = `abroad.${language}`;
      const standsIn = showsStandIns(sent);
      const branches = [
        used,
        ...(standsIn ? [{ ...unused, [abroad]: { $gt: 0 } }] : []),
        ...(ancestors.length > 0 ? [{ ...unused, ...(standsIn && { [abroad]: { $not: { $gt: 0 } } }), _id: { $in: ancestors } }] : []),
      ];
      return branches.length === 1 ? { condition: used } : { condition: { $or: branches }, branches };
    },
    links: ({ hide_empty: isHidden }) => ({ first: { hide_empty: isHidden === false ? false : undefined } }),
  };
}
