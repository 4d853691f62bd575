import type { Stored, Term } from '../../database';
import {
  argWith,
  checkOf,
  DeclarationError,
  type MetaSchema,
  metaFunction,
  metaIfType,
  metaObject,
  metaTexts,
  RESERVED_ARGS,
  wrongDefault,
} from '../../registry';
import type {
  CompiledField,
  Field,
  FieldFilter,
  FieldKeywords,
  LinkField,
  PostRecord,
  SchemaField,
  Services,
  TermContext,
  TermField,
  TypeBasics,
  WriteContext,
} from '../types';
import { compilePluginField, hookedLink } from './declared-field';
import { backLink } from './embedding-links';
import { postLink, termLink } from './links';

const NAME = /^[a-z][a-z0-9_]{0,49}$/;

/** Names of common members and args of all types. New fields cannot use these names. */
const RESERVED = new Set(
  'id global_id global_id_lineage modified modified_utc url rest_url language translations json_ld links meta'
    .concat(' page per_page search status password include exclude orderby order offset context slug ml_language')
    .split(' '),
);

/** Names of members and args that no plugin field can replace, since lists and records depend on them. */
const IRREPLACEABLE = new Set('id page per_page search status password orderby order ml_language'.split(' '));

/** A field that a plugin adds to a type. */
export interface PluginField {
  readonly plural: string;
  readonly name: string;
  readonly declared: Field | TermField;
  readonly plugin: string;
}

/**
 * A content type during compilation: its fields so far, and the names in use. Stored fields that clients cannot send do not reserve a name.
 */
export interface TypeBuilder<R extends Stored = PostRecord, C = WriteContext> extends TypeBasics {
  readonly fields: CompiledField<R, C>[];
  readonly usedNames: ReadonlySet<string>;
  /** Names in the lists of the type that no field can replace. */
  readonly irreplaceable: ReadonlySet<string>;
  /** Names of facets that do not come from plugin fields. */
  readonly facets: ReadonlySet<string>;
  /** The number of MongoDB indexes, without those of plugin fields. */
  readonly indexes: number;
}

interface TypeBuilders {
  readonly postLikes: ReadonlyMap<string, TypeBuilder>;
  readonly termLikes: ReadonlyMap<string, TypeBuilder<Term, TermContext>>;
}

/**
 * Adds a plugin's field to a type, and for a link the member on the linked type. Throws a `DeclarationError` for a name in use, an unknown
 * type, or contradictory keywords.
 */
export function addField(services: Services, types: TypeBuilders, added: PluginField): void {
  const { plural, name, declared, plugin } = added;
  const owner = { plugin, onTimeout: services.refuseTimeout };
  try {
    const terms = types.termLikes.get(plural);
    if (terms) {
      assertOfTerms(declared);
      assertDeclared(name, declared);
      const field = declared as TermField;
      assertFree(terms, name, { replaces: field.stored === false });
      add(terms, compilePluginField<Term, TermContext>(terms, name, field, owner), plugin);
      return;
    }
    const type = types.postLikes.get(plural);
    if (type === undefined) throw new Error(`no content type is named "${plural}": use one of ${namesIn(types)}.`);
    assertDeclared(name, declared);
    const field = declared as Field;
    assertFree(type, name, { replaces: !('link' in field) && field.stored === false });
    const compiled = 'link' in field ? linkField(services, types, type, added, field) : compilePluginField(type, name, field, owner);
    assertCountable(type, compiled);
    add(type, compiled, plugin);
  } catch (error) {
    throw new DeclarationError(`Field "${name}" of ${plural}: ${error instanceof Error ? error.message : error}`);
  }
}

const namesIn = ({ postLikes, termLikes }: TypeBuilders): string => [...postLikes.keys(), ...termLikes.keys()].join(', ');

/** Throws if two facets have the same name, or if a field has the name of the arg `facets`. */
function assertCountable({ plural, fields, facets }: TypeBuilder, { name, facet }: CompiledField): void {
  if (facet && facets.has(name)) throw new Error(`lists of ${plural} already have the facet "${name}": choose another name.`);
  const isNamed = name === 'facets' || fields.some((field) => field.name === 'facets');
  if (isNamed && (facet || fields.some((field) => field.facet)))
    throw new Error(`lists of ${plural} are counted by "facet", and "facets" is the arg that asks for it: rename the field.`);
}

/** The most indexes of a collection: MongoDB allows 64, including the index of `_id`. */
const MOST_INDEXES = 63;

function add<R extends Stored, C>({ fields, plural, indexes }: TypeBuilder<R, C>, field: CompiledField<R, C>, plugin: string): void {
  fields.push({ ...field, plugin });
  const count = fields.reduce((sum, { indexes: own = [] }) => sum + own.length, indexes);
  if (count > MOST_INDEXES)
    throw new Error(`with its index, ${plural} have more than ${MOST_INDEXES} indexes: filter or sort by fewer fields.`);
}

function linkField(
  services: Services,
  types: TypeBuilders,
  type: TypeBuilder,
  { name, plugin }: PluginField,
  link: LinkField,
): CompiledField {
  const terms = types.termLikes.get(link.link);
  if (terms !== undefined) {
    if (!link.many) throw new Error(`"${link.link}" are terms, and a record can have several: add "many: true".`);
    if (link.back !== undefined) throw new Error(`"${link.link}" are terms, which count their records themselves: leave "back" out.`);
    return hookedLink(type, termLink(services, type, name, link, terms), plugin);
  }
  const target = types.postLikes.get(link.link);
  if (target === undefined) throw new Error(`it links to "${link.link}", which is not a content type: use one of ${namesIn(types)}.`);
  if (link.back !== undefined) {
    if (target === type && link.back === name) throw new Error(`"back" is the name of the field itself: choose another one.`);
    assertFree(target, link.back, { replaces: false });
    add(target, hookedLink(target, backLink(services, type, target, name, link.back), plugin), plugin);
  }
  return hookedLink(type, postLink(services, type, name, link, target), plugin);
}

function assertFree<R extends Stored, C>(
  { plural, fields, usedNames, irreplaceable }: TypeBuilder<R, C>,
  name: string,
  { replaces }: { readonly replaces: boolean },
): void {
  // Every object inherits a `constructor`.
  if (typeof name !== 'string' || !NAME.test(name) || name === 'constructor')
    throw new Error(`the name "${name}" cannot be used: it has 1 to 50 lowercase letters, digits and _, beginning with a letter.`);
  if (RESERVED_ARGS.includes(name)) throw new Error('every route has an arg of this name: choose another name.');
  const before = fields.find((field) => field.name === name && field.plugin !== undefined);
  if (before !== undefined) throw new Error(`the plugin ${before.plugin} has already added "${name}" to ${plural}: choose another name.`);
  if (replaces) {
    if (IRREPLACEABLE.has(name) || irreplaceable.has(name)) throw new Error(`"${name}" cannot be replaced: choose another name.`);
    return;
  }
  if (irreplaceable.has(name)) throw new Error(`lists of ${plural} have "${name}" already: choose another name.`);
  if (RESERVED.has(name) || usedNames.has(name))
    throw new Error(`${plural} have "${name}" already: choose another name, or use "stored: false" to show another value in its place.`);
}

const only = (value: boolean): MetaSchema => ({ const: value, expects: `${value}, or leave it out` });
const shared: MetaSchema = { enum: [true, 'initially'], expects: 'true or "initially", or leave it out' };

const LINK: Readonly<Record<keyof LinkField, MetaSchema>> = {
  link: { type: 'string', expects: 'the plural of a content type' },
  many: only(true),
  back: { type: 'string', expects: 'the name of one, as a text' },
  required: only(true),
  shared,
  facet: only(true),
  description: metaTexts,
};

const FILTER: Readonly<Record<keyof FieldFilter, MetaSchema>> = {
  where: metaFunction,
  blank: metaFunction,
  index: {
    type: 'array',
    items: { type: 'string', pattern: '^[^$\\0][^\\0]*$', expects: 'the name of a stored field' },
    expects: 'a list of stored fields',
  },
};

const FIELD: Readonly<Record<keyof FieldKeywords, MetaSchema>> = {
  answers: { $ref: 'schema' },
  filter: metaIfType('object', metaObject('an object with "where"', FILTER, ['where']), {
    const: true,
    expects: 'true, or an object with "where"',
  }),
  sort: only(true),
  facet: only(true),
  search: only(true),
  shared,
  nulled: { enum: ['kept', 'refused'] },
  cache: only(false),
  maxAge: { type: 'integer', minimum: 1, expects: 'a number of seconds, 1 or more' },
  hidden: {},
  stored: only(false),
  write: metaFunction,
  show: metaFunction,
  read: metaFunction,
};

const LINKS_ALONE = 'only links have it: name the content type with "link", or leave it out.';

const checkLink = checkOf(
  metaObject('a link, with a description', LINK, ['description'], {
    needless: { filter: 'lists are filtered by every link, without "filter": leave it out.' },
  }),
);
const checkField = checkOf(
  argWith('a field, with a type and a description', FIELD, {
    needless: { many: LINKS_ALONE, back: LINKS_ALONE },
    beside: ['link'],
  }),
);

const OF_STORED = ['write', 'show', 'sort', 'facet', 'search', 'shared', 'nulled', 'required'] as const;

/** Returns why keywords of a field contradict each other, and the remedy; undefined if the keywords fit together. */
const together = (field: SchemaField): string | undefined => {
  const { stored, read, show, filter, facet } = field;
  if (filter === true && show) return 'with "show" the stored value is not the sent one: filter by "where", which compares stored values.';
  if (facet && (show || read)) return '"facet" counts stored values, and "show" and "read" may show other values: take one of them out.';
  if (stored !== false) return undefined;
  if (OF_STORED.some((keyword) => field[keyword]))
    return 'a field that is not stored cannot have "write", "show", "sort", "facet", "search", "shared", "nulled" or "required": take it out.';
  if (!read && (filter === undefined || filter === true))
    return 'a field that is not stored needs "read", or "filter" with "where": add one.';
  return filter === true ? 'a field that is not stored cannot be filtered by its values: filter by "where".' : undefined;
};

const NOT_OF_TERMS: readonly (readonly [keyword: keyof SchemaField | keyof LinkField, why: string])[] = [
  ['link', 'terms cannot link to records: let a post-like content type link to the terms, or leave "link" out.'],
  ['facet', 'lists of terms have no facets: leave "facet" out.'],
  ['hidden', 'terms have no password, so nothing of them is hidden: leave "hidden" out.'],
];

/** Throws an Error with a remedy if a field of terms has a keyword that is invalid for terms. */
function assertOfTerms(field: unknown): void {
  for (const [keyword, why] of NOT_OF_TERMS) if (Object.hasOwn(Object(field), keyword)) throw new Error(why);
}

/** Throws an Error with a remedy if a plugin's field declaration is invalid. The declaration may be plain JavaScript. */
function assertDeclared(name: string, field: Field | TermField): void {
  if (typeof field === 'object' && field !== null && 'link' in field) {
    checkLink(field);
    return;
  }
  checkField(field);
  const wrong = wrongDefault(name, field) ?? together(field as SchemaField);
  if (wrong !== undefined) throw new Error(wrong);
}
