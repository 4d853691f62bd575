import { namesake, slugify } from '../../../calendar';
import type { Term } from '../../../database';
import { errors } from '../../../errors';
import type { Text } from '../../../language';
import type { ArgRequest } from '../../../registry';
import { nameKey } from '../../records';
import type { OwnField, Services, TermContext, TermDeclaration, User } from '../../types';
import { anything, clearableText, filledText, LIMITS, LONGEST, listOf, MOST_LINKS, NONE_OR_ID, nameText, readId } from '../../values';
import { servedRecord, termsVisibleTo } from '../../visibility';

/** The error text for a term's name of invalid length. */
export const NAME_LENGTH: Text = {
  en: `Send a name of 1 to ${LONGEST.term} characters.`,
  fr: `Envoyez un nom de 1 à ${LONGEST.term} caractères.`,
};

export const UNKNOWN_PARENT: Text = {
  en: 'Send the ID of an existing term, or 0 for the top level.',
  fr: 'Envoyez l’identifiant d’un terme existant, ou 0 pour le premier niveau.',
};

/** Declares the fields of a term-like type. Only terms of a hierarchy have a parent. */
export const termFields = (services: Services, { plural, name, hierarchical, parentDescription }: TermDeclaration) =>
  ({
    name: {
      ...nameText(LONGEST.term, NAME_LENGTH),
      required: true,
      nulled: 'refused',
      description: {
        en: 'The name that people read, as plain text: tags are removed. If another term has the name, send a slug too',
        fr: 'Le nom que l’on lit, en texte brut : les balises sont retirées. Si un autre terme porte ce nom, envoyez aussi un slug',
      },
    },
    description: {
      ...clearableText(LIMITS.description),
      empty: '',
      description: {
        en: 'The description, as HTML. The tags of scripts, forms and style sheets are removed',
        fr: 'La description, en HTML. Les balises de scripts, formulaires et feuilles de style sont retirées',
      },
    },
    slug: {
      ...filledText(LONGEST.term),
      nulled: 'refused',
      description: {
        en: 'The last word of its address. By default it is made of the name. Updates refuse one that is taken',
        fr: 'Le dernier mot de son adresse. Par défaut il est tiré du nom. Les modifications refusent celui d’un autre terme',
      },
    },
    parent: hierarchical ? termParent(services, plural, parentDescription ?? parentOf(name)) : noParent(name),
  }) as const satisfies Record<string, OwnField<Term, TermContext>>;

const parentOf = (name: Text): Text => ({
  en: `The ID of the parent ${name.en}. 0, the default for a new one, means the top level`,
  fr: `L’identifiant du parent (${name.fr}). 0, par défaut pour un nouveau terme, désigne le premier niveau`,
});

/** Declares the field `parent` of hierarchical terms. The value 0 is the root. */
const termParent = (services: Services, plural: string, description: Text) =>
  ({
    ...parentValue(services, plural),
    accepts: NONE_OR_ID,
    shared: true,
    nulled: 'refused',
    description,
  }) as const satisfies OwnField;

/** Declares the undocumented field `parent` of terms without a hierarchy. Any sent parent is refused. */
const noParent = (name: Text) =>
  ({
    ...anything,
    announced: false,
    nulled: 'kept',
    description: { en: `A ${name.en} has no parent`, fr: `Sans objet : pas de hiérarchie (${name.fr})` },
  }) as const satisfies OwnField;

/** Declares the ID of a parent; 0 is the root. Names and slugs of existing terms are of the wrong type; other invalid values are unknown. */
export function parentValue(services: Services, plural: string) {
  const isVisible = (term: Term | undefined, { user }: ArgRequest): boolean =>
    term !== undefined && termsVisibleTo(services, plural, user as User | undefined).recordVisible(term);
  const hasId = async (id: number, request: ArgRequest): Promise<boolean> =>
    isVisible(servedRecord(await services.stores.terms(plural).byId(id), services.site), request);
  const exists = async (one: unknown, request: ArgRequest): Promise<boolean> => {
    const { language } = request;
    const terms = services.stores.terms(plural);
    const id = readId(one);
    if (id !== undefined) return hasId(id, request);
    if (typeof one !== 'string' || !/[^\d\s-]/.test(one)) return false;
    const found = await terms.find({ language, 'keys.name': nameKey(one) });
    return isVisible(namesake(one, found) ?? (await terms.bySlug(language, slugify(one))), request);
  };
  return {
    type: 'integer',
    async validate(value: unknown, request: ArgRequest, name: string): Promise<true> {
      if (value === 0 || value === '0') return true;
      const parent = readId(value);
      if (parent !== undefined && (await hasId(parent, request))) return true;
      const named = listOf(value);
      const found = named.length > MOST_LINKS ? [] : await Promise.all(named.map((one) => exists(one, request)));
      const isNamed = found.length > 0 && found.every(Boolean);
      throw isNamed ? errors.invalidType(name, ['integer']) : errors.invalidValue(UNKNOWN_PARENT);
    },
  } as const;
}
