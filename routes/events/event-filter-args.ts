import { canRead } from '../../lib/access/posts';
import { readInstant } from '../../lib/calendar/dates';
import { defaultWindow, effectiveDates, type WindowParams } from '../../lib/calendar/window';
import { errors } from '../../lib/errors';
import { ownedBy, type PostRecord } from '../../lib/kinds/post-like/post-record';
import { seenEvent } from '../../lib/kinds/post-like/seen-post';
import type { Services, User } from '../../lib/kinds/services';
import { termsFilter } from '../../lib/kinds/term-like/terms-filter';
import type { Text } from '../../lib/language';
import type { Terms } from '../../lib/records/terms';
import type { ArgRequest, Args } from '../../lib/registry/args';
import { toNumber } from '../../lib/registry/coerce';
import { DATE as DATE_TEXT, FILLED, IDS, IDS_OR_SLUGS } from '../../lib/values/accepted';
import { idFilter, idsFilter, isTrue } from '../../lib/values/common';
import { RADIUS_KILOMETRES } from './places';

const RELATIVE_DATES = ['starts_before', 'starts_after', 'ends_before', 'ends_after'] as const;
const DATES = ['start_date', 'end_date', ...RELATIVE_DATES] as const;

const DATE: Text = {
  en: 'Send a date, e.g. 2030-05-06, or 0 for today.',
  fr: 'Envoyez une date, par exemple 2030-05-06, ou 0 pour aujourd’hui.',
};

/** The args of the list of events beside paging, search and status. */
export function eventFilterArgs(services: Services, terms: { readonly categories: Terms; readonly tags: Terms }): Args {
  const context = () => ({ siteZone: services.site.timezone, now: services.clock.now() });
  const sentDates = (params: Readonly<Record<string, unknown>>): WindowParams => {
    const dates = DATES.filter((name) => typeof params[name] === 'string').map((name) => [name, params[name]] as const);
    return { ...Object.fromEntries(dates), strict_dates: isTrue(params['strict_dates']) };
  };
  const inForce =
    (name: 'start_date' | 'end_date') =>
    ({ params }: ArgRequest): string | undefined => {
      const sent = sentDates(params);
      if (params['include'] !== undefined && RELATIVE_DATES.every((date) => sent[date] === undefined))
        return defaultWindow(context())[name];
      return DATES.some((date) => sent[date] !== undefined) ? effectiveDates(sent, context())[name] : defaultWindow(context())[name];
    };
  const date = {
    type: 'string',
    format: 'date',
    validate(value: unknown): true {
      const given = typeof value === 'number' ? String(value) : value;
      if (typeof given === 'string' && (given.trim() === '0' || readInstant(given, context()) !== undefined)) return true;
      throw errors.invalidValue(DATE);
    },
    sanitize: (value: unknown): string | undefined => (value === undefined ? undefined : String(value)),
    accepts: DATE_TEXT,
  } as const;
  const exist = (plural: string) => async (ids: readonly number[], request: ArgRequest) => {
    const found = await services.kinds.posts<PostRecord>(plural).many(ids);
    return ids.every((id) => {
      const record = found.get(id);
      return record !== undefined && (record.status === 'trash' || canRead(request.user as User | undefined, plural, ownedBy(record)));
    });
  };
  const seesEvent = seenEvent(services);
  const degrees = (most: number) =>
    ({
      type: 'number',
      validate(value: unknown): true {
        const number = toNumber(value);
        if (number !== undefined && Math.abs(number) <= most) return true;
        throw errors.invalidValue({
          en: `Send degrees between -${most} and ${most}.`,
          fr: `Envoyez des degrés entre -${most} et ${most}.`,
        });
      },
      sanitize: Number,
      accepts: { type: 'number', minimum: -most, maximum: most },
    }) as const;
  const list = { type: 'array', items: { type: 'integer' }, accepts: IDS } as const;
  return {
    start_date: {
      ...date,
      format: 'date-time',
      default: inForce('start_date'),
      description: { en: 'Events that start on or after the date', fr: 'Évènements qui commencent à cette date ou après' },
    },
    end_date: {
      ...date,
      format: 'date-time',
      default: inForce('end_date'),
      description: { en: 'Events that end on or before the date', fr: 'Évènements qui se terminent à cette date ou avant' },
    },
    starts_before: { ...date, description: { en: 'Events starting before the date', fr: 'Évènements commençant avant la date' } },
    starts_after: { ...date, description: { en: 'Events starting after the date', fr: 'Évènements commençant après la date' } },
    ends_before: { ...date, description: { en: 'Events ending before the date', fr: 'Évènements se terminant avant la date' } },
    ends_after: { ...date, description: { en: 'Events ending after the date', fr: 'Évènements se terminant après la date' } },
    strict_dates: {
      default: false,
      validate(value: unknown): true {
        if (value === true || value === false || (typeof value === 'string' && value !== '' && value !== '0')) return true;
        throw errors.invalidValue({ en: 'Send true or false.', fr: 'Envoyez true ou false.' });
      },
      sanitize: isTrue,
      accepts: { ...FILLED, type: ['boolean', 'string'] },
      description: {
        en: 'Whether the times of the dates count, and not only their days',
        fr: 'Indique si les heures des dates comptent, et pas seulement leurs jours',
      },
    },
    categories: {
      ...list,
      ...termsFilter(terms.categories),
      accepts: IDS_OR_SLUGS,
      description: {
        en: 'Events in one of these categories, as IDs or slugs',
        fr: 'Évènements dans l’une de ces catégories : identifiants ou slugs',
      },
    },
    tags: {
      ...list,
      ...termsFilter(terms.tags),
      accepts: IDS_OR_SLUGS,
      description: {
        en: 'Events with one of these tags, as IDs or slugs',
        fr: 'Évènements portant l’une de ces étiquettes : identifiants ou slugs',
      },
    },
    venue: {
      ...list,
      ...idsFilter(exist('venues')),
      description: { en: 'Events at one of these venues', fr: 'Évènements dans l’un de ces lieux' },
    },
    organizer: {
      ...list,
      ...idsFilter(exist('organizers')),
      description: { en: 'Events of one of these organizers', fr: 'Évènements de l’un de ces organisateurs' },
    },
    featured: { type: 'boolean', description: { en: 'Filter by featured status', fr: 'Filtrer selon la mise en avant' } },
    geoloc: {
      type: 'boolean',
      description: { en: 'Filter by whether the venue has coordinates', fr: 'Filtrer selon que le lieu a ou non des coordonnées' },
    },
    geoloc_lat: { ...degrees(90), description: { en: 'Latitude of a point near the venue', fr: 'Latitude d’un point proche du lieu' } },
    geoloc_lng: { ...degrees(180), description: { en: 'Longitude of a point near the venue', fr: 'Longitude d’un point proche du lieu' } },
    geoloc_radius: {
      type: 'number',
      default: RADIUS_KILOMETRES,
      minimum: 0,
      maximum: 20_040,
      description: {
        en: 'How far the venue may be from the point, in kilometres',
        fr: 'Distance maximale du lieu au point, en kilomètres',
      },
    },
    include: {
      ...list,
      ...idsFilter(),
      description: {
        en: 'Events with one of these post IDs; the date filters are then ignored',
        fr: 'Évènements portant l’un de ces identifiants ; les filtres de date sont alors ignorés',
      },
    },
    post_parent: {
      type: 'integer',
      ...idFilter(seesEvent),
      accepts: { type: 'integer', minimum: 1 },
      description: {
        en: 'Events whose parent is the event of this ID',
        fr: 'Évènements dont le parent est l’évènement de cet identifiant',
      },
    },
    ticketed: { type: 'boolean', description: { en: 'Events with or without tickets', fr: 'Évènements avec ou sans billets' } },
  };
}
