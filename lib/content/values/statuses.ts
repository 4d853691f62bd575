import { POST_STATUSES, type PostStatus } from '../../access';
import { errors } from '../../errors';
import type { ArgRequest } from '../../registry';
import { listOf, named } from './lists';
import { readOnce } from './read-once';
import { isEmpty, judged } from './value';

/** A post status. */
export const status = {
  type: 'string',
  ...judged({
    schema: { type: 'string', enum: POST_STATUSES },
    refuse: (sent, name) =>
      sent === true
        ? errors.invalidType(name, ['string'])
        : errors.invalidValue({
            en: `Send one of ${POST_STATUSES.join(', ')}.`,
            fr: `Envoyez l’un de ces statuts : ${POST_STATUSES.join(', ')}.`,
          }),
  }),
} as const;

const ONE = `(?:${POST_STATUSES.join('|')})`;

/** The statuses of a list without `status`, as in the CMS. Private records are listed only for those who may read them. */
const SEEN: readonly PostStatus[] = ['publish', 'private'];

/** Makes statuses in a query, with commas between them. Without the right to edit only `publish` is accepted. */
export const statusesIn = (mayEdit: (request: ArgRequest) => boolean) => {
  const allowedTo = (request: ArgRequest): readonly PostStatus[] => (mayEdit(request) ? POST_STATUSES : ['publish']);
  return {
    type: 'string',
    ...readOnce<readonly PostStatus[]>({
      read(sent, request) {
        const requested = isEmpty(sent) ? [] : named(listOf(sent));
        const allowed = allowedTo(request);
        const statuses = requested.flatMap((one) => allowed.find((status) => status === one) ?? []);
        if (statuses.length < requested.length || (requested.length !== 1 && !mayEdit(request))) return undefined;
        return requested.length === 0 ? SEEN : statuses;
      },
      none: SEEN,
      refuse(_, __, request) {
        const allowed = allowedTo(request).join(', ');
        return errors.invalidValue({
          en: `Send one or several of: ${allowed}.`,
          fr: `Envoyez un ou plusieurs de ces statuts : ${allowed}.`,
        });
      },
    }),
    accepts: {
      type: 'string',
      pattern: `^(?:0|\\s*(?:${ONE}\\s*)?(?:,\\s*(?:${ONE}\\s*)?)*)$`,
      patternText: {
        en: `one or several of ${POST_STATUSES.join(', ')}, with commas between them`,
        fr: `un ou plusieurs de ${POST_STATUSES.join(', ')}, séparés par des virgules`,
      },
    },
  } as const;
};
