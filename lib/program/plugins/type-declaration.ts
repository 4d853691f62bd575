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

/** Names that no type may have: the members of list answers beside the records, and `constructor`. */
const TAKEN = [...Object.keys(aroundAnswers), 'facets', 'constructor'];

const name: MetaSchema = {
  type: 'string',
  pattern: '^[a-z][a-z0-9_-]{0,49}$',
  not: { enum: TAKEN },
  expects: '1 to 50 small letters, digits, - and _, a letter first, and no word that answers use',
  // Capabilities would be ambiguous: `edit_others_events` is one on events.
  allOf: [
    ofType(
      'string',
      { not: { pattern: '^(?:others|published|private)_' }, expects: 'another name, as rights on it would read like others' },
      {},
    ),
  ],
};

/** A path segment that needs no encoding and is not `.` or `..`. */
const FOLDER = String.raw`(?!\.{1,2}(?:/|$))[^/\\%?#\p{Cc}]{1,100}`;
const segment: MetaSchema = {
  type: 'string',
  pattern: `^${FOLDER}(?:/${FOLDER})*$`,
  expects: 'a folder, or several with / between them, other than . and .. and without \\, %, ? and #',
};
const taxonomy: MetaSchema = { type: 'string', pattern: '^[a-z0-9_-]{1,32}$', expects: '1 to 32 small letters, digits, - and _' };

/** The keywords of both post-like and term-like types. */
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

/**
 * Checks a type's declaration for errors that JavaScript permits. Throws a `DeclarationError` that names the type, the fault and the
 * remedy.
 */
export function assertValidDeclaration(declaration: unknown, sort: 'post-like' | 'term-like'): void {
  try {
    CHECKS[sort](declaration);
  } catch (error) {
    const { plural } = Object(declaration);
    throw new DeclarationError(`Kind ${typeof plural === 'string' ? plural : `"${plural}"`}: ${(error as Error).message}`);
  }
}
