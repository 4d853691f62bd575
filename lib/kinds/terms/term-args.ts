import { slugify } from '../../calendar/slug';
import { errors } from '../../errors';
import type { Language, Text } from '../../language';
import type { Terms } from '../../records/terms';
import type { Arg, ArgRequest, Args } from '../../registry/args';
import { EMPTY, FILLED, ID, IDS, SLUGS, updateArgs, visible } from '../../values/accepted';
import { clearable, filled, idFilter, idsFilter, isEmpty, LONGEST, listOf, MOST_LINKS, paging, readId } from '../../values/common';
import { seenEvent, seenPost } from '../posts/seen-post';
import { nameKey } from '../searching';
import type { Services } from '../services';
import type { TermLike } from '../term-like';

/** The args of creating, updating and listing terms of a kind (SPECIFICATION 2.4, 2.5, 4.5, 4.6; DIFFERENCES 26). */
export function termArgs(
  services: Services,
  kind: TermLike,
  terms: Terms,
): { readonly create: Args; readonly update: Args; readonly list: Args } {
  const exist = async (ids: readonly number[]) => (await terms.many(ids)).size === new Set(ids).size;
  const seesPost = seenPost(services, services.kinds.linksTo(kind.plural));
  const ofEvents = services.kinds.linksTo(kind.plural).some(({ collection }) => collection === 'events');
  const isKnown = async (one: unknown, language: Language): Promise<boolean> => {
    const id = readId(one);
    if (id !== undefined) return (await terms.byId(id)) !== undefined;
    if (typeof one !== 'string' || !/[^\d\s-]/.test(one)) return false;
    return ((await terms.bySlug(language, slugify(one))) ?? (await terms.find({ language, 'keys.name': nameKey(one) }))[0]) !== undefined;
  };
  /** As in the reference, what names terms that exist otherwise than by one ID is of the wrong type; anything else is unknown. */
  const unknownParent = async (value: unknown, { language }: ArgRequest, why: Text) => {
    const named = listOf(value);
    const known = named.length > MOST_LINKS ? [] : await Promise.all(named.map((one) => isKnown(one, language)));
    return known.length > 0 && known.every(Boolean) ? errors.invalidType('parent', ['integer']) : errors.invalidValue(why);
  };
  const parentArg: Args =
    kind.hierarchical && kind.fields.parent
      ? {
          parent: {
            type: 'integer',
            async validate(value: unknown, request: ArgRequest): Promise<true> {
              const parent = readId(value);
              // Only an update can move a term to the root; a new one is there without saying so.
              if ((value === 0 || value === '0') && request.record !== undefined) return true;
              if (parent !== undefined && (await terms.byId(parent))) return true;
              throw await unknownParent(value, request, UNKNOWN_PARENT);
            },
            accepts: ID,
            description: kind.fields.parent,
          },
        }
      : {
          // The reference declares no parent here, and refuses any that is sent.
          parent: {
            validate: () => true,
            sanitize: (value: unknown): unknown => value,
            announced: false,
            description: { en: `A ${kind.name.en} has no parent`, fr: `Sans objet : pas de hiérarchie (${kind.name.fr})` },
          },
        };
  const create: Args = {
    name: { type: 'string', required: true, validate: shortName, accepts: visible(LONGEST.term), description: kind.fields.name },
    description: { type: 'string', validate: clearable(filled()), accepts: FILLED, description: kind.fields.description },
    slug: {
      type: 'string',
      validate: filled(LONGEST.term),
      accepts: { ...FILLED, maxLength: LONGEST.term },
      description: kind.fields.slug,
    },
    ...parentArg,
  };
  const update = updateArgs(create, ['description'], { description: EMPTY, parent: { type: ['integer', 'string'], enum: [0, '0'] } });

  const parentFilter: Args = kind.hierarchical
    ? {
        parent: {
          type: 'integer',
          async validate(value: unknown, request: ArgRequest): Promise<true> {
            const parent = readId(value);
            if (value === 0 || value === '0' || (parent !== undefined && (await terms.byId(parent)))) return true;
            throw await unknownParent(value, request, {
              en: 'Send the ID of a term that exists, or 0 for the root.',
              fr: 'Envoyez l’identifiant d’un terme existant, ou 0 pour la racine.',
            });
          },
          accepts: { type: 'integer', minimum: 0 },
          description: {
            en: `The ${kind.names.en} with this parent; 0 for those at the root`,
            fr: `Limiter aux ${kind.names.fr} de ce parent ; 0 pour celles de la racine`,
          },
        },
      }
    : { offset: OFFSET };
  const list: Args = {
    ...paging(services.site.maxPerPage, kind.names),
    context: CONTEXT,
    search: {
      type: 'string',
      validate: filled(),
      accepts: FILLED,
      description: { en: `Limit to ${kind.names.en} matching the text`, fr: `Limiter aux ${kind.names.fr} correspondant au texte` },
    },
    exclude: {
      type: 'array',
      items: { type: 'integer' },
      ...idsFilter(exist),
      accepts: IDS,
      description: { en: 'Exclude these IDs', fr: 'Exclure ces identifiants' },
    },
    include: {
      type: 'array',
      items: { type: 'integer' },
      ...idsFilter(exist),
      accepts: IDS,
      description: { en: 'Limit to these IDs', fr: 'Limiter à ces identifiants' },
    },
    order: {
      type: 'string',
      validate(value: unknown): true {
        if (typeof value === 'string' && /^(asc|desc)$/i.test(value)) return true;
        throw errors.invalidValue({ en: 'Send asc or desc.', fr: 'Envoyez asc ou desc.' });
      },
      accepts: { type: 'string', pattern: '^(?:[Aa][Ss][Cc]|[Dd][Ee][Ss][Cc])$' },
      description: { en: 'The sort direction: asc or desc', fr: 'Le sens du tri : asc ou desc' },
    },
    orderby: {
      type: 'string',
      validate: filled(),
      accepts: FILLED,
      description: { en: 'The attribute to sort by', fr: 'L’attribut selon lequel trier' },
    },
    hide_empty: {
      type: 'boolean',
      default: true,
      description: ofEvents
        ? { en: `Hide ${kind.names.en} assigned to no events`, fr: `Masquer les ${kind.names.fr} sans évènement` }
        : { en: `Hide ${kind.names.en} assigned to nothing`, fr: `Masquer les éléments sans attribution (${kind.names.fr})` },
    },
    ...parentFilter,
    post: {
      type: 'integer',
      ...idFilter(seesPost),
      accepts: { type: 'integer', minimum: 1 },
      description: { en: `Limit to ${kind.names.en} of this post`, fr: `Limiter aux ${kind.names.fr} de cette publication` },
    },
    ...(ofEvents && {
      event: {
        type: 'integer',
        ...idFilter(seenEvent(services)),
        accepts: { type: 'integer', minimum: 1 },
        description: { en: `Limit to ${kind.names.en} of this event`, fr: `Limiter aux ${kind.names.fr} de cet évènement` },
      },
    }),
    slug: {
      type: 'string',
      validate(value: unknown): true {
        const slugs = listOf(value);
        if (slugs.length > 0 && slugs.every((slug) => typeof slug === 'string' && slug !== '' && slug !== '0')) return true;
        throw errors.invalidValue({
          en: 'Send one slug, or several with commas between them.',
          fr: 'Envoyez un slug, ou plusieurs séparés par des virgules.',
        });
      },
      // What leaves no slug is none that a term has, and links repeat it.
      sanitize: (value: unknown): string[] => listOf(value).map((slug) => slugify(String(slug)) || '-'),
      accepts: SLUGS,
      description: { en: `Limit to ${kind.names.en} with this slug`, fr: `Limiter aux ${kind.names.fr} portant ce slug` },
    },
  };
  return { create, update, list };
}

/** What names of terms are to be. */
export const NAME_LENGTH: Text = {
  en: `Send a name of 1 to ${LONGEST.term} characters.`,
  fr: `Envoyez un nom de 1 à ${LONGEST.term} caractères.`,
};

/** Refuses a name that is too long as it is sent, tags included. */
const shortName = (value: unknown): true => {
  filled()(value);
  if ([...(value as string)].length > LONGEST.term) throw errors.invalidValue(NAME_LENGTH);
  return true;
};

export const UNKNOWN_PARENT: Text = {
  en: 'Send the ID of a term that exists.',
  fr: 'Envoyez l’identifiant d’un terme existant.',
};

/** What the CMS reads of a list without hierarchy, though nothing declares it: how many terms to leave out. */
const OFFSET: Arg = {
  validate: () => true,
  sanitize: readOffset,
  announced: false,
  description: { en: 'How many to leave out, instead of pages', fr: 'Le nombre d’éléments à sauter, au lieu des pages' },
};

/** Reads an offset as the CMS does: the whole number at the beginning of a text, without its sign; nothing where it is empty. */
function readOffset(value: unknown): number | undefined {
  if (isEmpty(value)) return undefined;
  if (value === true || typeof value === 'object') return 1;
  return Math.min(Math.abs(Math.trunc(Number.parseFloat(String(value)))) || 0, Number.MAX_SAFE_INTEGER);
}

/** What the CMS reads on every route of terms: which members of a term to show. */
export const CONTEXT: Arg = {
  validate: () => true,
  sanitize: (value: unknown): unknown => value,
  announced: false,
  description: { en: 'Which fields to show: view, embed or edit', fr: 'Les champs à montrer : view, embed ou edit' },
};
