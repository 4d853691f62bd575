import type { Schema } from '../../registry';
import { ID } from './ids';
import { either } from './schemas';
import { LONGEST, visible } from './texts';
import { NOTHING } from './websites';

// What names other records in a body: for the OpenAPI document, as only the records that there are decide.

const WITH_ID: Schema = { type: 'object', properties: { id: ID }, required: ['id'] };
const TERM: Schema = { anyOf: [{ type: ['integer', 'string', 'boolean', 'null'], minimum: 0 }, WITH_ID] };
const numbered = (one: Schema): Schema => ({ type: 'object', patternProperties: { '^[0-9]+$': one }, additionalProperties: false });

/** Terms by ID, name or slug, mixed: a list, or one; in a text with commas between them. */
export const TERMS: Schema = { anyOf: [{ type: 'array', items: TERM }, ...(TERM.anyOf ?? []), numbered(TERM)] };

const EMPTY_VALUE: Schema = { anyOf: [...(NOTHING.anyOf ?? []), { type: 'object', maxProperties: 0 }] };
/** A list or an object of nothing but empty values, which is nothing too. */
export const HOLLOW: Schema = {
  anyOf: [
    { type: 'array', items: EMPTY_VALUE },
    { type: 'object', additionalProperties: EMPTY_VALUE },
  ],
};

/** Linked records of a kind: IDs, objects with an ID, data of which the name is required, or a list of these; or nothing. */
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
