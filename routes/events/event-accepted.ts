import type { Schema } from '../../lib/registry/args';
import { either, ID, visible } from '../../lib/values/accepted';
import { LONGEST } from '../../lib/values/common';

// What is really accepted for the fields that only events have: for the OpenAPI document.

const ONE_COST: Schema = { type: ['string', 'number', 'boolean', 'null'] };
/** A price or a text, or a flat list or object of these (REFERENCE 3.3). */
export const COST: Schema = {
  type: ['string', 'number', 'boolean', 'null', 'array', 'object'],
  items: ONE_COST,
  additionalProperties: ONE_COST,
};

/** What the CMS takes for nothing where nothing is declared: null too, which only JSON can say. */
export const NOTHING: Schema = {
  anyOf: [
    { type: ['string', 'integer', 'boolean', 'null'], enum: ['', '0', 0, false, null] },
    { type: 'array', maxItems: 0 },
  ],
};

const WITH_ID: Schema = { type: 'object', properties: { id: ID }, required: ['id'] };
const TERM: Schema = { anyOf: [{ type: ['integer', 'string', 'boolean', 'null'], minimum: 0 }, WITH_ID] };
/** Terms by ID, name or slug, mixed: a list, or one; in a text with commas between them (DIFFERENCES 15). */
export const TERMS: Schema = {
  anyOf: [
    { type: 'array', items: TERM },
    ...(TERM.anyOf ?? []),
    { type: 'object', patternProperties: { '^[0-9]+$': TERM }, additionalProperties: false },
  ],
};

const EMPTY_VALUE: Schema = { anyOf: [...(NOTHING.anyOf ?? []), { type: 'object', maxProperties: 0 }] };
/** A list or an object of nothing but empty values, which is nothing too. */
export const HOLLOW: Schema = {
  anyOf: [
    { type: 'array', items: EMPTY_VALUE },
    { type: 'object', additionalProperties: EMPTY_VALUE },
  ],
};

/** Linked records of a kind: IDs, objects with an ID, data of which the name is required, or a list of these; or nothing (DIFFERENCES 15). */
export const linkedData = (name: string): Schema => {
  const data: Schema = { type: 'object', properties: { [name]: visible(LONGEST.title) }, required: [name] };
  const one: Schema = { anyOf: [ID, WITH_ID, data] };
  const numbered: Schema = { type: 'object', patternProperties: { '^[0-9]+$': one }, additionalProperties: false };
  const ids: Schema = { type: 'string', pattern: '^\\s*0*[1-9][0-9]*\\s*(?:,\\s*0*[1-9][0-9]*\\s*)*$' };
  return either({ type: 'array', items: one }, ids, one, numbered, NOTHING);
};
