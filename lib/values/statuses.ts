import { POST_STATUSES, type PostStatus } from '../access/posts';
import { errors } from '../errors';
import type { ArgRequest } from '../registry/args';
import { isEmpty } from './emptiness';
import { listOf, named } from './lists';
import { judged } from './value';

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

/** Post statuses in a query, with commas between them; those who may not edit can ask for what is published alone. */
export const statusesIn = (mayEdit: (request: ArgRequest) => boolean) =>
  ({
    type: 'string',
    validate(value: unknown, request: ArgRequest): true {
      const statuses = isEmpty(value) ? [] : named(listOf(value));
      const editor = mayEdit(request);
      const allowed: readonly unknown[] = editor ? POST_STATUSES : ['publish'];
      if (statuses.every((one) => allowed.includes(one)) && (editor || statuses.length === 1)) return true;
      throw errors.invalidValue({
        en: `Send one or several of: ${allowed.join(', ')}.`,
        fr: `Envoyez un ou plusieurs de ces statuts : ${allowed.join(', ')}.`,
      });
    },
    sanitize(value: unknown): PostStatus[] {
      const statuses = listOf(value).filter((one): one is PostStatus => POST_STATUSES.includes(one as PostStatus));
      // As in the CMS, no status is what those who look at the site see, private records with the right to read them.
      return statuses.length > 0 ? statuses : ['publish', 'private'];
    },
    accepts: {
      type: 'string',
      pattern: `^(?:0|\\s*(?:${ONE}\\s*)?(?:,\\s*(?:${ONE}\\s*)?)*)$`,
      patternText: {
        en: `one or several of ${POST_STATUSES.join(', ')}, with commas between them`,
        fr: `un ou plusieurs de ${POST_STATUSES.join(', ')}, séparés par des virgules`,
      },
    },
  }) as const;
