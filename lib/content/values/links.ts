import type { Schema } from '../../registry';
import { ID } from './ids';
import { LONGEST, visible } from './texts';
import { either, NOTHING } from './value';

// Schemas of links in a body, for the OpenAPI document. Validation looks up the records.

const WITH_ID: Schema = { type: 'object', properties: { id: ID }, required: ['id'] };
const TERM: Schema = { anyOf: [{ type: ['integer', 'string', 'boolean', 'null'], minimum: 0 }, WITH_ID] };
const numbered = (one: Schema): Schema => ({ type: 'object', patternProperties: { '^[0-9]+$': one }, additionalProperties: false });

/** The schema of terms by ID, name or slug: one, a list, or a text with commas. */
export const TERMS = either({ type: 'array', items: TERM }, TERM, numbered(TERM));

const EMPTY_VALUE = either(NOTHING, { type: 'object', maxProperties: 0 });

/** The schema of a list or object of empty values, which means nothing. */
export const HOLLOW: Schema = {
  anyOf: [
    { type: 'array', items: EMPTY_VALUE },
    { type: 'object', additionalProperties: EMPTY_VALUE },
  ],
};

/** Makes the schema of linked records: IDs, objects with an ID, data with the member `name`, or a list of these. */
export const linkedData = (name: string): Schema => {
  const data: Schema = { type: 'object', properties: { [name]: visible(LONGEST.title) }, required: [name] };
  const one: Schema = { anyOf: [ID, WITH_ID, data] };
  const ids: Schema = {
    type: 'string',
    pattern: '^\\s*[1-9][0-9]*\\s*(?:,\\s*[1-9][0-9]*\\s*)*$',
    patternText: { en: 'IDs with commas between them', fr: 'des identifiants séparés par des virgules' },
  };
  return either({ type: 'array', items: one }, ids, one, numbered(one), NOTHING);
};
