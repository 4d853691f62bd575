import { errors } from '../../lib/errors';
import type { Text } from '../../lib/language';
import type { ArgRequest } from '../../lib/registry/args';
import { toNumber } from '../../lib/registry/coerce';
import { degreesSent, TEXT } from '../../lib/values/accepted';
import { isTrue } from '../../lib/values/common';

/** A coordinate of a place, in degrees from -`most` to `most` (WGS 84); null where nobody knows it. */
export const degrees = <const S extends string>(as: S, most: 90 | 180, description: Text) =>
  ({
    type: 'number',
    as,
    empty: null,
    validate(value: unknown): true {
      const number = toNumber(value);
      if (value === '' || (number !== undefined && Math.abs(number) <= most)) return true;
      throw errors.invalidValue({ en: `Send degrees between -${most} and ${most}.`, fr: `Envoyez des degrés entre -${most} et ${most}.` });
    },
    sanitize: (value: unknown): number | null => (value === '' || value === null ? null : Number(value)),
    accepts: degreesSent(most),
    answers: { type: 'number', minimum: -most, maximum: most, description },
    description,
  }) as const;

/** A switch that is on unless it is turned off; it is declared as a text, and shown as a boolean. */
export const mapSwitch = <const S extends string>(as: S, description: Text) =>
  ({
    type: 'string',
    default: null,
    as,
    empty: true,
    nulled: 'refused',
    omitted: false,
    // Answers show a boolean, and what was read can be written back (DIFFERENCES 29).
    updates: { type: 'boolean' },
    validate(value: unknown, { record }: ArgRequest, name: string): true {
      if (typeof value === 'string' || (typeof value === 'boolean' && record !== undefined)) return true;
      throw errors.invalidType(name, ['string']);
    },
    sanitize(value: unknown, _request: ArgRequest, name: string): boolean {
      if (value === null) throw errors.invalidType(name, ['string']);
      return isTrue(value);
    },
    accepts: TEXT,
    answers: { type: 'boolean', required: true, description },
    description,
  }) as const;
