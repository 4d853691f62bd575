import { readCost } from '../../lib/calendar/cost';
import { readDate } from '../../lib/calendar/dates';
import { readWebsite } from '../../lib/calendar/website';
import { canonicalZone } from '../../lib/calendar/zones';
import { errors } from '../../lib/errors';
import type { Linking } from '../../lib/kinds/post-like/linking';
import type { Services } from '../../lib/kinds/services';
import type { Assigning } from '../../lib/kinds/term-like/assigning';
import type { ArgRequest, Args } from '../../lib/registry/args';
import { WEBSITE as ADDRESS, DATE, EXCERPT, either, FILLED, ID_OR_NONE, visible, ZONE } from '../../lib/values/accepted';
import { clearable, filled, isEmptyOtherwise, LONGEST, readId, shortExcerpt } from '../../lib/values/common';
import { COST, HOLLOW, linkedData, NOTHING, TERMS } from './event-accepted';
import { WEBSITE } from './linked-kind';

const isEmpty = (value: unknown): boolean =>
  value === '' || value === 0 || value === '0' || value === false || (Array.isArray(value) && value.length === 0);

/** The args of creating and updating an event beside publication and image (SPECIFICATION 2.1). */
export function eventArgs(
  services: Services,
  links: { readonly categories: Assigning; readonly tags: Assigning; readonly venue: Linking; readonly organizer: Linking },
): Args {
  const zoneOf = (request: ArgRequest): string => {
    const sent = request.params['timezone'];
    const own = (request.record as { timezone?: string } | undefined)?.timezone;
    return (typeof sent === 'string' ? canonicalZone(sent) : own) ?? services.site.timezone;
  };
  const date = (name: string) => ({
    type: 'string' as const,
    accepts: DATE,
    validate(value: unknown, request: ArgRequest): true {
      if (typeof value === 'number') throw errors.invalidType(name, ['string']);
      const context = { zone: zoneOf(request), siteZone: services.site.timezone, now: services.clock.now() };
      if (typeof value === 'string' && readDate(value, context) !== undefined) return true;
      throw errors.invalidValue({
        en: 'Send a date that exists, in the years 1 to 9999, e.g. 2030-05-06 07:08:09.',
        fr: 'Envoyez une date qui existe, des années 1 à 9999, par exemple 2030-05-06 07:08:09.',
      });
    },
  });
  const flag = { type: 'boolean' } as const;
  return {
    title: {
      type: 'string',
      required: true,
      validate: filled(LONGEST.title),
      accepts: visible(LONGEST.title),
      description: { en: 'The event title', fr: 'Le titre de l’évènement' },
    },
    description: {
      type: 'string',
      validate: clearable(filled()),
      accepts: FILLED,
      description: { en: 'The event description', fr: 'La description de l’évènement' },
    },
    slug: {
      type: 'string',
      validate(value: unknown, request: ArgRequest): true {
        // A draft shows an empty slug, and what was read can be written back (DIFFERENCES 29).
        return value === '' && (request.record as { slug?: string } | undefined)?.slug === '' ? true : filled()(value);
      },
      accepts: FILLED,
      description: { en: 'The event slug', fr: 'Le slug de l’évènement' },
    },
    excerpt: {
      type: 'string',
      validate: clearable(shortExcerpt),
      accepts: EXCERPT,
      description: { en: 'The event excerpt', fr: 'L’extrait de l’évènement' },
    },
    timezone: {
      type: 'string',
      validate(value: unknown): true {
        if (isEmptyOtherwise(value)) throw errors.invalidType('timezone', ['string']);
        if (typeof value === 'string' && (value === '' || canonicalZone(value) !== undefined)) return true;
        throw errors.invalidValue({
          en: 'Send a time zone, e.g. Europe/Paris or UTC+2; an empty text means that of the site.',
          fr: 'Envoyez un fuseau horaire, par exemple Europe/Paris ou UTC+2 ; un texte vide signifie celui du site.',
        });
      },
      accepts: ZONE,
      description: { en: 'The event time zone', fr: 'Le fuseau horaire de l’évènement' },
    },
    all_day: {
      ...flag,
      default: false,
      description: { en: 'Whether the event lasts the whole day', fr: 'Indique si l’évènement dure toute la journée' },
    },
    start_date: {
      ...date('start_date'),
      required: true,
      description: { en: 'The event start date and time', fr: 'La date et l’heure de début de l’évènement' },
    },
    end_date: {
      ...date('end_date'),
      required: true,
      description: { en: 'The event end date and time', fr: 'La date et l’heure de fin de l’évènement' },
    },
    cost: {
      validate(value: unknown): true {
        if (isEmpty(value) || readCost(value) !== undefined) return true;
        throw errors.invalidValue({
          en: 'Send a price, a text, or a list of these.',
          fr: 'Envoyez un prix, un texte, ou une liste de ceux-ci.',
        });
      },
      sanitize: (value: unknown): unknown => value,
      accepts: COST,
      description: { en: 'The event cost', fr: 'Le prix de l’évènement' },
    },
    website: {
      default: null,
      validate(value: unknown): true {
        if (isEmpty(value) || (typeof value === 'string' && readWebsite(value) !== undefined)) return true;
        throw errors.invalidValue(WEBSITE);
      },
      sanitize: (value: unknown): string => (isEmpty(value) || value === null ? '' : (readWebsite(String(value)) ?? '')),
      accepts: either(ADDRESS, NOTHING),
      description: { en: 'The event website address', fr: 'L’adresse du site web de l’évènement' },
    },
    show_map: { ...flag, description: { en: 'Whether the event shows a map', fr: 'Indique si l’évènement affiche une carte' } },
    show_map_link: {
      ...flag,
      description: { en: 'Whether the event shows a map link', fr: 'Indique si l’évènement affiche un lien vers une carte' },
    },
    hide_from_listings: {
      ...flag,
      description: { en: 'Whether lists leave the event out', fr: 'Indique si les listes omettent l’évènement' },
    },
    sticky: {
      ...flag,
      description: { en: 'Whether the event is sticky in the calendar', fr: 'Indique si l’évènement est épinglé dans le calendrier' },
    },
    featured: { ...flag, description: { en: 'Whether the event is featured', fr: 'Indique si l’évènement est mis en avant' } },
    categories: {
      ...IDS,
      validate: links.categories.validate,
      accepts: TERMS,
      description: {
        en: 'The event categories, as IDs, names or slugs',
        fr: 'Les catégories de l’évènement : identifiants, noms ou slugs',
      },
    },
    tags: {
      ...IDS,
      validate: links.tags.validate,
      accepts: TERMS,
      description: { en: 'The event tags, as IDs, names or slugs', fr: 'Les étiquettes de l’évènement : identifiants, noms ou slugs' },
    },
    venue: {
      ...IDS,
      validate: links.venue.validate,
      accepts: linkedData('venue'),
      description: { en: 'The event venue, as IDs or data', fr: 'Le lieu de l’évènement : identifiants ou données' },
    },
    organizer: {
      ...IDS,
      validate: links.organizer.validate,
      accepts: either(linkedData('organizer'), HOLLOW),
      description: { en: 'The event organizers, as IDs or data', fr: 'Les organisateurs de l’évènement : identifiants ou données' },
    },
    post_parent: {
      type: 'integer',
      validate(value: unknown): true {
        if (value === 0 || value === '0' || readId(value) !== undefined) return true;
        throw errors.invalidValue({
          en: 'Send the ID of an event, or 0 for none.',
          fr: 'Envoyez l’identifiant d’un évènement, ou 0 pour aucun.',
        });
      },
      accepts: ID_OR_NONE,
      description: { en: 'The ID of the parent event; 0 for none', fr: 'L’identifiant de l’évènement parent ; 0 pour aucun' },
    },
  };
}

/** Links are declared as lists of IDs and take more: `sanitize` hands on what was checked, null included (REFERENCE 1.2). */
const IDS = { type: 'array', items: { type: 'integer' }, default: null, sanitize: (value: unknown): unknown => value } as const;
