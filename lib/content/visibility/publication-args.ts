import { canDo, type PostStatus, type User } from '../../access';
import { type Moment, momentIn, parseDate, toWall } from '../../calendar';
import { errors } from '../../errors';
import type { ArgRequest, Schema } from '../../registry';
import { type PostRecord, type Services, STATUS_MEANINGS } from '../types';
import { DATE, date, either, POSITIVE, readPositiveInteger, status } from '../values';

/** The validated params of a request that decide a record's publication. */
export interface SentPublication {
  readonly author?: number;
  readonly status?: PostStatus;
  /** The publication date. Empty if the client sent back the unset date of a draft. */
  readonly date?: Partial<Moment>;
  /** The publication date, sent in UTC. */
  readonly date_utc?: Partial<Moment>;
}

/** The UTC date of drafts in responses, which clients may send back. */
export const UNSET_UTC = '0000-00-00 00:00:00';
const DATE_OR_UNSET: Schema = either(DATE, { type: 'string', enum: [UNSET_UTC] });

export const publicationArgs = (services: Services, plural: string) => {
  const { timezone } = services.site;
  /** A date in one zone. Responses also have it in the other zone, so the year must be 1 to 9999 in both. */
  const dateIn = (zone: string, otherZone: string) =>
    date(
      (text): Partial<Moment> | undefined => {
        if (text === UNSET_UTC) return {};
        const parsed = parseDate(text, { siteZone: zone, now: services.clock.now() });
        const moment = parsed && momentIn(zone, parsed);
        return moment && toWall(moment.instant, otherZone) !== '' ? moment : undefined;
      },
      {
        en: 'Send a valid date, e.g. 2030-05-06 07:08:09.',
        fr: 'Envoyez une date valide, par exemple 2030-05-06 07:08:09.',
      },
    );
  return {
    author: {
      type: 'integer',
      async validate(value: unknown, request: ArgRequest): Promise<true> {
        if (typeof value === 'number' && !Number.isInteger(value)) throw errors.invalidType('author', ['integer']);
        const id = readPositiveInteger(value);
        const user = request.user as User | undefined;
        // Users who may not set another author must not learn which users exist.
        const unchanged = id === (request.record as PostRecord | undefined)?.author;
        if (id !== undefined && (unchanged || id === user?.id || !canDo(user, 'edit_others', plural))) return true;
        if (id === undefined || !(await services.users.byId(id))) {
          throw errors.invalidValue({ en: 'Send the ID of an existing user.', fr: 'Envoyez l’identifiant d’un utilisateur existant.' });
        }
        return true;
      },
      accepts: POSITIVE,
      description: {
        en: 'The ID of the author, by default the user who creates it. To name another user, you need the right to edit the records of others',
        fr: 'L’identifiant de l’auteur, par défaut l’utilisateur qui le crée. Pour en nommer un autre, il faut le droit de modifier les enregistrements des autres',
      },
    },
    date: {
      ...dateIn(timezone, 'UTC'),
      accepts: DATE_OR_UNSET,
      description: {
        en: 'The publication date, in the zone of the site, by default now. A record with a later date waits with the status future',
        fr: 'La date de publication, dans le fuseau du site, par défaut maintenant. Un enregistrement d’une date à venir attend avec le statut future',
      },
    },
    date_utc: {
      ...dateIn('UTC', timezone),
      accepts: DATE_OR_UNSET,
      description: {
        en: 'The publication date in UTC. Send only one of the two',
        fr: 'La date de publication en UTC. N’envoyez que l’une des deux',
      },
    },
    status: {
      ...status,
      description: {
        en: `The status: ${STATUS_MEANINGS.en}. By default a translation has the status of its original, and another record publish if you may publish, else draft. If you may not publish, publish and future become pending`,
        fr: `Le statut : ${STATUS_MEANINGS.fr}. Par défaut une traduction a celui de l’original, et un autre contenu publish si vous pouvez publier, sinon draft. Si vous ne pouvez pas publier, publish et future deviennent pending`,
      },
    },
  } as const;
};
