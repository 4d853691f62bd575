import type { Text } from '../../language';
import type { CompiledField } from '../types';

/** The parts of a content type that describe its operations. `one` is the name with an article, as French needs the gender. */
interface DescribedType {
  readonly name: Text;
  readonly names: Text;
  readonly one?: Text;
  readonly fields: readonly Pick<CompiledField, 'name' | 'arg' | 'shared'>[];
}

interface Wording {
  readonly summary: Text;
  readonly description: Text;
}

const LOOKUPS = {
  id: { en: 'its ID', fr: 'son identifiant' },
  slug: { en: 'its slug', fr: 'son slug' },
} as const satisfies Record<string, Text>;

/** The part of a path that addresses one record: an ID or a slug. */
export type Lookup = keyof typeof LOOKUPS;

const LANGUAGE = {
  id: { en: 'An ID finds a record in any language.', fr: 'Un identifiant trouve l’enregistrement quelle que soit sa langue.' },
  slug: {
    en: 'The slug is that of a record in the content language.',
    fr: 'Le slug est celui d’un enregistrement dans la langue du contenu.',
  },
} as const satisfies Record<Lookup, Text>;

const UNCHANGED: Text = { en: 'Fields that are not sent stay as they are.', fr: 'Les champs qui ne sont pas envoyés restent tels quels.' };

const sharedBy = (names: string): Text => ({
  en: `All translations share these fields, and an update changes them in each: ${names}. Published translations show the change at once.`,
  fr: `Toutes les traductions partagent ces champs, et une modification les change dans chacune : ${names}. Les traductions publiées montrent aussitôt le changement.`,
});

const CREATED: Text = {
  en: 'The new record is in the content language of the request. The header `Location` has its address.',
  fr: 'Le nouvel enregistrement est dans la langue du contenu de la requête. L’en-tête `Location` donne son adresse.',
};

const begunWith = (names: string): Text => ({
  en: `With \`translation_of\` it takes these fields from its original: ${names}. If one of them is sent, it changes in the original and in all translations.`,
  fr: `Avec \`translation_of\`, il reprend ces champs de l’original : ${names}. Si l’un d’eux est envoyé, il change dans l’original et dans toutes les traductions.`,
});

const withArticle = ({ name, one }: DescribedType): Text =>
  one ?? { en: `${/^[aeiou]/i.test(name.en) ? 'an' : 'a'} ${name.en}`, fr: `un élément (${name.fr})` };

const both = (one: Text, other: Text): Text => ({ en: `${one.en} ${other.en}`, fr: `${one.fr} ${other.fr}` });

/** Makes the OpenAPI texts of a content type's operations. `hasTrash` is true if deleted records can be restored. */
export const summariesOf = (type: DescribedType, { hasTrash }: { readonly hasTrash: boolean }) => {
  const shared = type.fields.flatMap(({ name, arg, shared }) => (arg && shared?.by === true ? [name] : []));
  const all = [...shared, ...(hasTrash ? ['image'] : [])].map((name) => `\`${name}\``).join(', ');
  const one = withArticle(type);
  const { names } = type;
  const by = (verb: Text, lookup: Lookup): Text => ({
    en: `${verb.en} ${one.en} by ${LOOKUPS[lookup].en}`,
    fr: `${verb.fr} ${one.fr} par ${LOOKUPS[lookup].fr}`,
  });
  return {
    list: {
      summary: { en: `List ${names.en}`, fr: `Lister les ${names.fr}` },
      description: {
        en: `One page of the ${names.en} in the content language that you may see. The answer has their total and the addresses of the next and the previous page.`,
        fr: `Une page des ${names.fr} dans la langue du contenu que vous pouvez voir. La réponse donne leur nombre et les adresses des pages suivante et précédente.`,
      },
    },
    create: {
      summary: { en: `Create ${one.en}`, fr: `Créer ${one.fr}` },
      description: [CREATED, ...(all === '' ? [] : [begunWith(all)])].reduce(both),
    },
    read: (lookup: Lookup): Wording => ({ summary: by({ en: 'Read', fr: 'Lire' }, lookup), description: LANGUAGE[lookup] }),
    update: (lookup: Lookup): Wording => ({
      summary: by({ en: 'Update', fr: 'Modifier' }, lookup),
      description: [LANGUAGE[lookup], UNCHANGED, ...(all === '' ? [] : [sharedBy(all)])].reduce(both),
    }),
    remove: (lookup: Lookup): Wording => ({
      summary: by({ en: 'Delete', fr: 'Supprimer' }, lookup),
      description: both(
        LANGUAGE[lookup],
        hasTrash
          ? {
              en: 'The record goes to the trash. With `force`, a record in the trash is deleted for good.',
              fr: 'L’enregistrement va dans la corbeille. Avec `force`, un enregistrement de la corbeille est supprimé définitivement.',
            }
          : { en: 'The record is deleted for good.', fr: 'L’enregistrement est supprimé définitivement.' },
      ),
    }),
  } as const satisfies Record<string, Wording | ((lookup: Lookup) => Wording)>;
};
