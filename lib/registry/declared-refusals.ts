import { explanationOf } from '../errors/catalogue';
import type { SpeltCode } from '../errors/codes';
import { LANGUAGES, type Text } from '../language';
import type { Schema } from './args';
import { checkSchema, MEDIA_TYPE } from './declaration';
import { ARG_KEYWORDS, SCHEMA_KEYWORDS } from './keywords';

/** A refusal of a plugin's own, with its HTTP status and what it means. */
export interface OwnRefusal {
  readonly code: string;
  readonly status: number;
  readonly description: Text;
}

/** A code of the service's own refusals, those of kinds included, or a refusal that it does not know. */
export type DeclaredRefusal = SpeltCode | OwnRefusal;

/** The headers that an endpoint's successes bring, by name: what each says, as text, and whether all of them have it (`required: true`). */
export type DeclaredHeaders = Readonly<Record<string, Schema & { readonly description: Text }>>;

const HEADER = /^[A-Za-z][A-Za-z0-9-]*$/;

const checkRefusal = (declared: unknown): void => {
  if (typeof declared === 'string') {
    if (explanationOf(declared) !== undefined) return;
    throw new Error(
      `the code "${declared}" in "errors" is none of the service’s: correct it, or give { code, status, description } for one of your own.`,
    );
  }
  const { code, status, description } = Object(declared) as Partial<OwnRefusal>;
  if (typeof code !== 'string' || code === '')
    throw new Error('"errors" holds what has no code: give a code, or { code, status, description }.');
  if (!Number.isInteger(status) || Number(status) < 400 || Number(status) > 599)
    throw new Error(`the code "${code}" in "errors" has the status ${status}: give one from 400 to 599.`);
  if (!ARG_KEYWORDS.description.is(description))
    throw new Error(`the code "${code}" in "errors": the description lacks a language: give it in ${LANGUAGES.join(', ')}.`);
};

/** Checks what an endpoint declares of its answers beside their schema; throws an Error whose sentence says what is wrong and the remedy. */
export const checkOutcomes = (endpoint: {
  readonly errors?: unknown;
  readonly headers?: unknown;
  readonly alternatives?: unknown;
}): void => {
  const { errors = [], headers = {}, alternatives = [] } = endpoint;
  if (!Array.isArray(errors)) throw new Error('"errors" is no list: give one of codes, or leave it out.');
  for (const declared of errors) checkRefusal(declared);
  if (typeof headers !== 'object' || headers === null) throw new Error('"headers" is no object: give it a schema for each name.');
  for (const [name, schema] of Object.entries(headers)) {
    if (!HEADER.test(name)) throw new Error(`the header "${name}" has no name that can be sent: use letters, digits and hyphens.`);
    if (!ARG_KEYWORDS.description.is(Object(schema).description))
      throw new Error(`the header "${name}": the description lacks a language: give it in ${LANGUAGES.join(', ')}.`);
    checkSchema(schema, SCHEMA_KEYWORDS, `the header "${name}"`);
  }
  const odd = Array.isArray(alternatives)
    ? alternatives.find((type) => !(typeof type === 'string' && MEDIA_TYPE.test(type)))
    : alternatives;
  if (odd !== undefined) throw new Error(`"alternatives" is no list of content types such as "text/html": correct ${JSON.stringify(odd)}.`);
};
