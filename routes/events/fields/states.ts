import { type Attendance, attendanceOf } from '../../../lib/calendar';
import { line, type OwnField, type PostRecord, shownWhereGiven, website } from '../../../lib/content';
import type { Text } from '../../../lib/language';

/** Makes a boolean field of events. Lists show null for password-protected events. */
export const flag = <const S extends string>(as: S, { description, shown }: Readonly<Record<'description' | 'shown', Text>>) =>
  ({
    type: 'boolean',
    as,
    empty: false,
    shared: true,
    nulled: 'refused',
    hidden: null,
    answers: {
      type: ['boolean', 'null'],
      required: true,
      description: {
        en: `${shown.en}. Null in lists if the event is protected`,
        fr: `${shown.fr}. null dans les listes si l’évènement est protégé`,
      },
    },
    description,
  }) as const satisfies OwnField;

export const flags = {
  show_map: flag('showMap', {
    shown: { en: 'Whether to show a map', fr: 'Indique s’il faut montrer une carte' },
    description: {
      en: 'True if clients should show a map of the venue. False by default',
      fr: 'Vrai si les clients doivent montrer une carte du lieu. false par défaut',
    },
  }),
  show_map_link: flag('showMapLink', {
    shown: { en: 'Whether to link a map', fr: 'Indique s’il faut un lien vers une carte' },
    description: {
      en: 'True if the page of the event links the venue’s address to a map. False by default',
      fr: 'Vrai si la page de l’évènement mène de l’adresse du lieu à une carte. false par défaut',
    },
  }),
  hide_from_listings: flag('hidden', {
    shown: { en: 'Whether lists leave it out', fr: 'Indique si les listes l’omettent' },
    description: {
      en: 'True if all lists leave it out, those for editors too. Only its own address leads to it then. False by default',
      fr: 'Vrai si toutes les listes l’omettent, même pour les éditeurs. Seule son adresse y mène alors. false par défaut',
    },
  }),
  sticky: flag('sticky', {
    shown: { en: 'Whether it is pinned', fr: 'Indique s’il est épinglé' },
    description: {
      en: 'True if clients should show it before others. Lists keep their order. False by default',
      fr: 'Vrai si les clients doivent le montrer avant les autres. L’ordre des listes reste le même. false par défaut',
    },
  }),
  featured: flag('featured', {
    shown: { en: 'Whether it is featured', fr: 'Indique s’il est mis en avant' },
    description: {
      en: 'True if pages mark it as featured and lists find it with featured=true. False by default',
      fr: 'Vrai si les pages le signalent comme mis en avant et si les listes le trouvent par featured=true. false par défaut',
    },
  }),
} as const;

/** States of an event, as in schema.org's EventStatusType. The first state is the default. */
export const EVENT_STATUSES = ['scheduled', 'postponed', 'cancelled', 'moved_online'] as const;

export const MOVED_ONLINE: Text = { en: 'Moved online', fr: 'Déplacé en ligne' };

export const ONLINE: Text = { en: 'Online', fr: 'En ligne' };

/** Ways to attend an event, as in schema.org's EventAttendanceModeEnumeration. The first is the default. */
export const ATTENDANCES = ['offline', 'online', 'mixed'] as const;

/** Makes a field with one of several words as value. Responses omit the field if no value was ever set. */
const choice = <const S extends string, const C extends string>(as: S, choices: readonly C[], description: Text) =>
  ({
    type: 'string',
    enum: choices,
    as,
    empty: null,
    shared: true,
    hidden: undefined,
    show: (stored: unknown): unknown => stored ?? undefined,
    answers: { type: 'string', enum: choices, description },
    description,
  }) as const satisfies OwnField;

/** Returns the way of attendance that responses show. Undefined if none was ever set. */
const shownAttendance = (attendance: unknown, event: PostRecord): Attendance | undefined => {
  const { eventStatus } = event as PostRecord & { readonly eventStatus?: string | null };
  return typeof attendance === 'string' ? attendanceOf({ status: eventStatus, attendance }) : undefined;
};

const WHY: Text = {
  en: 'The reason for a change of plan, as people read it, in one line',
  fr: 'La raison d’un changement, telle que le public la lit, en une ligne',
};
const ON_THE_WEB: Text = {
  en: 'The address of the stream or meeting on the web. Everybody who sees the event sees it',
  fr: 'L’adresse de la diffusion ou de la réunion sur le web. Tous ceux qui voient l’évènement la voient',
};

export const states = {
  event_status: choice('eventStatus', EVENT_STATUSES, {
    en: 'The state of the event. Without one it takes place as planned (scheduled)',
    fr: 'L’état de l’évènement. À défaut, il a lieu comme prévu (scheduled)',
  }),
  status_reason: { ...line(WHY), ...shownWhereGiven(WHY), as: 'statusReason' },
  attendance: {
    ...choice('attendance', ATTENDANCES, {
      en: 'How people attend: on site (offline), online, or either way (mixed). Offline by default. If the event moved online, offline is shown as online',
      fr: 'La façon de participer : sur place (offline), en ligne (online) ou des deux façons (mixed). Sur place par défaut. Si l’évènement est déplacé en ligne, offline devient online',
    }),
    show: shownAttendance,
  },
  virtual_url: {
    ...website,
    ...shownWhereGiven(ON_THE_WEB),
    default: null,
    empty: '',
    as: 'virtualUrl',
    shared: true,
    description: ON_THE_WEB,
  },
} as const satisfies Record<string, OwnField>;
