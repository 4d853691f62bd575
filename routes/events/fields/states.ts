import { type Attendance, attendanceOf } from '../../../lib/calendar';
import { line, type OwnField, type PostRecord, shownWhereGiven, website } from '../../../lib/content';
import type { Text } from '../../../lib/language';

/** States of an event, as in schema.org's EventStatusType. The first is the default. */
export const EVENT_STATUSES = ['scheduled', 'postponed', 'cancelled', 'moved_online'] as const;

/** The mark of an event that moved online. */
export const MOVED_ONLINE: Text = { en: 'Moved online', fr: 'Déplacé en ligne' };

/** The location of an online event without an address. */
export const ONLINE: Text = { en: 'Online', fr: 'En ligne' };

/** Ways of attendance, as in schema.org's EventAttendanceModeEnumeration. The first is the default. */
export const ATTENDANCES = ['offline', 'online', 'mixed'] as const;

/** Makes a field with one of several words. Answers leave it out if it was never set. */
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

/** Returns the attendance that is shown; undefined if it was never set. */
const shownAttendance = (attendance: unknown, event: PostRecord): Attendance | undefined => {
  const { eventStatus } = event as PostRecord & { readonly eventStatus?: string | null };
  return typeof attendance === 'string' ? attendanceOf({ status: eventStatus, attendance }) : undefined;
};

const WHY: Text = {
  en: 'Why it does not take place as planned, for people to read, in one line',
  fr: 'Pourquoi il n’a pas lieu comme prévu, en une ligne, à l’intention du public',
};
const ON_THE_WEB: Text = {
  en: 'Where it takes place on the web: the address of a stream or a meeting, which everybody sees who sees the event',
  fr: 'Où il a lieu sur le web : l’adresse d’une diffusion ou d’une réunion, que voit quiconque voit l’évènement',
};

/** Fields about changes of plan, attendance and the address on the web. */
export const states = {
  event_status: choice('eventStatus', EVENT_STATUSES, {
    en: 'Whether the event takes place as planned; one of which nothing is said does',
    fr: 'Indique si l’évènement a lieu comme prévu ; celui dont rien n’est dit a lieu',
  }),
  status_reason: {
    ...line(WHY),
    ...shownWhereGiven(WHY),
    as: 'statusReason',
  },
  attendance: {
    ...choice('attendance', ATTENDANCES, {
      en: 'Whether one attends on site, online, or either way; offline where nothing is said. If the event moved online, offline is online',
      fr: 'Indique si l’on participe sur place, en ligne, ou des deux façons ; sur place si rien n’est dit. Si l’évènement est déplacé en ligne, sur place devient en ligne',
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
