import { aroundAnswers, type NamedType } from '../../content';
import {
  called,
  checkOf,
  type DeclarationCheck,
  DeclarationError,
  declared,
  type MetaSchema,
  metaFlag,
  metaText,
  ofType,
  translated,
} from '../../registry';

/** What a list says beside its records, which lie under the plural; and what every object has. */
const TAKEN = [...Object.keys(aroundAnswers), 'facets', 'constructor'];

const name: MetaSchema = {
  type: 'string',
  pattern: '^[a-z][a-z0-9_-]{0,49}$',
  not: { enum: TAKEN },
  expects: '1 to 50 small letters, digits, - and _, a letter first, and no word that answers use',
  // What a deed on a kind can begin with: `edit_others_events` is a right on events.
  allOf: [
    ofType(
      'string',
      { not: { pattern: '^(?:others|published|private)_' }, expects: 'another name, as rights on it would read like others' },
      {},
    ),
  ],
};

/** A part of an address that stays what it is: no dots alone, and nothing that addresses mean something by. */
const FOLDER = String.raw`(?!\.{1,2}(?:/|$))[^/\\%?#\p{Cc}]{1,100}`;
const segment: MetaSchema = {
  type: 'string',
  pattern: `^${FOLDER}(?:/${FOLDER})*$`,
  expects: 'a folder, or several with / between them, other than . and .. and without \\, %, ? and #',
};
const taxonomy: MetaSchema = { type: 'string', pattern: '^[a-z0-9_-]{1,32}$', expects: '1 to 32 small letters, digits, - and _' };

/** The keywords of both sorts of kinds. */
const BOTH: Readonly<Record<keyof NamedType | 'segment', MetaSchema>> = {
  kind: name,
  plural: name,
  name: translated,
  names: translated,
  one: translated,
  segment,
};
const REQUIRED = ['kind', 'plural', 'name', 'names'];

const fields: MetaSchema = { type: 'object', expects: 'an object with a field for each name, {} where there is none' };
const CHECKS: Readonly<Record<'post-like' | 'term-like', DeclarationCheck>> = {
  'post-like': checkOf(declared('an object with kind, plural and names', { ...BOTH, fields, check: called }, [...REQUIRED, 'fields'])),
  'term-like': checkOf(
    declared(
      'an object with kind, plural and names',
      { ...BOTH, hierarchical: metaFlag, capability: metaText, taxonomy, fields, check: called },
      REQUIRED,
    ),
  ),
};

/** Checks what plain JavaScript can get wrong about a kind. Throws a `DeclarationError` that names the kind, what is wrong and the remedy. */
export function assertValidDeclaration(declaration: unknown, sort: 'post-like' | 'term-like'): void {
  try {
    CHECKS[sort](declaration);
  } catch (error) {
    const { plural } = Object(declaration);
    throw new DeclarationError(`Kind ${typeof plural === 'string' ? plural : `"${plural}"`}: ${(error as Error).message}`);
  }
}
