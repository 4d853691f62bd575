import { errors } from '../errors';
import type { ArgRequest } from '../registry/args';
import { sentForms } from '../registry/sent-forms';
import { FILLED, TEXT } from './texts';

/** The boolean that a text of the CMS' forms means; a validator has seen it. */
export const isTrue = (value: unknown): boolean => value === true || value === 1 || /^(true|1|yes|on|y|enabled?)$/i.test(String(value));

/** A boolean that links repeat as it was sent. */
export const repeatedBoolean = {
  type: 'boolean',
  validate(value: unknown, _request: ArgRequest, name: string): true {
    if (typeof value === 'boolean' || value === 0 || value === 1 || (typeof value === 'string' && /^(true|false|0|1)$/i.test(value)))
      return true;
    throw errors.invalidType(name, ['boolean']);
  },
  sanitize: (value: unknown): unknown => value,
  accepts: sentForms({ type: 'boolean' }),
} as const;

/** A boolean of which nothing is declared: any text but none says something. */
export const anyBoolean = {
  validate(value: unknown): true {
    if (value === true || value === false || (typeof value === 'string' && value !== '' && value !== '0')) return true;
    throw errors.invalidValue({ en: 'Send true or false.', fr: 'Envoyez true ou false.' });
  },
  sanitize: isTrue,
  accepts: { ...FILLED, type: ['boolean', 'string'] },
} as const;

/** A boolean that is declared as a text; updates take what answers show, a boolean, too. */
export const textSwitch = {
  type: 'string',
  validate(value: unknown, { record }: ArgRequest, name: string): true {
    if (typeof value === 'string' || (typeof value === 'boolean' && record !== undefined)) return true;
    throw errors.invalidType(name, ['string']);
  },
  sanitize(value: unknown, _request: ArgRequest, name: string): boolean {
    if (value === null) throw errors.invalidType(name, ['string']);
    return isTrue(value);
  },
  accepts: TEXT,
  updates: { type: 'boolean' },
} as const;
