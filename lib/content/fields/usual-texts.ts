import type { Text } from '../../language';

/** Descriptions of fields that most content types have. */
export const USUAL_TEXTS = {
  title: {
    en: 'The name that people read, as plain text: tags are removed',
    fr: 'Le nom que l’on lit, en texte brut : les balises sont retirées',
  },
  slug: {
    en: 'The last word of its address, made of the title unless given; a number is added where it is taken',
    fr: 'Le dernier mot de son adresse, tiré du titre à défaut ; un numéro s’y ajoute s’il est déjà pris',
  },
  excerpt: {
    en: 'A short text that stands for the description, as HTML: the tags of scripts, forms and style sheets are removed, and lines become paragraphs',
    fr: 'Un texte court qui tient lieu de description, en HTML : les balises de scripts, formulaires et feuilles de style sont retirées, et les lignes deviennent des paragraphes',
  },
  description: {
    en: 'The text about it, as HTML: the tags of scripts, forms and style sheets are removed, and lines become paragraphs',
    fr: 'Le texte qui en parle, en HTML : les balises de scripts, formulaires et feuilles de style sont retirées, et les lignes deviennent des paragraphes',
  },
  termName: {
    en: 'The name that people read, as plain text: tags are removed. A new one of a name that there is already needs a slug of its own',
    fr: 'Le nom que l’on lit, en texte brut : les balises sont retirées. Un nouveau terme d’un nom déjà pris demande un slug à lui',
  },
  termText: {
    en: 'What it is about, as HTML: the tags of scripts, forms and style sheets are removed',
    fr: 'Ce dont il s’agit, en HTML : les balises de scripts, formulaires et feuilles de style sont retirées',
  },
  termSlug: {
    en: 'The last word of its address, made of the name unless given; one that another has is refused on updates',
    fr: 'Le dernier mot de son adresse, tiré du nom à défaut ; celui d’un autre terme est refusé lors des modifications',
  },
} as const satisfies Record<string, Text>;
