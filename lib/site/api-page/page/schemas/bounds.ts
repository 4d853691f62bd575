import { NOUNS } from '../../../../errors';
import { formOf, type Language, type Noun, type Text } from '../../../../language';
import { type DocumentNode, typesOf } from './node';

/** The wording of bounds. `{from}` and `{to}` are replaced by numbers, `{what}` by what is counted. */
interface Wording {
  readonly least: Text;
  readonly most: Text;
  readonly both: Text;
  readonly exact: Text;
  readonly none?: Text;
  /** The wording of a minimum of one. */
  readonly some?: Text;
}

const WHOLE: Wording = {
  least: { en: 'a whole number of at least {from}', fr: 'un nombre entier d’au moins {from}' },
  most: { en: 'a whole number of at most {to}', fr: 'un nombre entier d’au plus {to}' },
  both: { en: 'a whole number from {from} to {to}', fr: 'un nombre entier de {from} à {to}' },
  exact: { en: 'the number {from}', fr: 'le nombre {from}' },
};
const NUMBER: Wording = {
  least: { en: 'at least {from}', fr: 'au moins {from}' },
  most: { en: 'at most {to}', fr: 'au plus {to}' },
  both: { en: 'from {from} to {to}', fr: 'de {from} à {to}' },
  exact: { en: 'exactly {from}', fr: 'exactement {from}' },
};
const AMONG_OTHERS: Wording = {
  least: { en: 'as a number, at least {from}', fr: 'sous forme de nombre, au moins {from}' },
  most: { en: 'as a number, at most {to}', fr: 'sous forme de nombre, au plus {to}' },
  both: { en: 'as a number, from {from} to {to}', fr: 'sous forme de nombre, de {from} à {to}' },
  exact: { en: 'as a number, {from}', fr: 'sous forme de nombre, {from}' },
};
const COUNT: Wording = {
  least: { en: 'at least {from} {what}', fr: 'au moins {from} {what}' },
  most: { en: 'at most {to} {what}', fr: 'au plus {to} {what}' },
  both: { en: 'from {from} to {to} {what}', fr: 'de {from} à {to} {what}' },
  exact: { en: 'exactly {from} {what}', fr: 'exactement {from} {what}' },
};
const CHARACTERS: Wording = {
  ...COUNT,
  none: { en: 'empty', fr: 'vide' },
  some: { en: 'not empty', fr: 'non vide' },
};
const ITEMS: Wording = {
  ...COUNT,
  none: { en: 'no items', fr: 'aucun élément' },
  some: { en: 'one or more items', fr: 'un ou plusieurs éléments' },
};
const MEMBERS: Wording = {
  ...COUNT,
  none: { en: 'no members', fr: 'aucun membre' },
  some: { en: 'one or more members', fr: 'un ou plusieurs membres' },
};

const MEMBER: Noun = { en: ['member', 'members'], fr: ['membre', 'membres'] };

const MORE: Text = { en: 'more than {from}', fr: 'plus de {from}' };
const LESS: Text = { en: 'less than {to}', fr: 'moins de {to}' };

const numberAt = (schema: DocumentNode, keyword: string): number | undefined =>
  typeof schema[keyword] === 'number' ? schema[keyword] : undefined;

const writtenIn = (number: number | undefined, language: Language): string =>
  number === undefined ? '' : new Intl.NumberFormat(language, { maximumFractionDigits: 20 }).format(number);

const wordingOf = (wording: Wording, from: number | undefined, to: number | undefined): Text => {
  if (to === 0 && wording.none !== undefined) return wording.none;
  if (to === undefined) return from === 1 && wording.some !== undefined ? wording.some : wording.least;
  if (from === undefined) return wording.most;
  return from === to ? wording.exact : wording.both;
};

/** A range in words. Undefined without bounds, or if the words of the pattern name the same numbers. */
const rangeIn = (
  schema: DocumentNode,
  [least, most]: readonly [string, string],
  [wording, counted]: readonly [Wording, Noun?],
  { language, words }: { readonly language: Language; readonly words: string },
): string | undefined => {
  const from = numberAt(schema, least);
  // A minimum length of zero says nothing.
  const isIdle = counted !== undefined && from === 0;
  const to = numberAt(schema, most);
  const bounds = [isIdle ? undefined : from, to].filter((one) => one !== undefined);
  const named = words.match(/-?\d+(?:\.\d+)?/g)?.map(Number) ?? [];
  if (bounds.length === 0 || bounds.every((one) => named.includes(one))) return undefined;
  return wordingOf(wording, isIdle ? undefined : from, to)
    [language].replace('{from}', writtenIn(from, language))
    .replace('{to}', writtenIn(to, language))
    .replace('{what}', counted === undefined ? '' : formOf(counted, bounds.at(-1) ?? 0, language));
};

const numberWording = (schema: DocumentNode): Wording => {
  const types = typesOf(schema).filter((type) => type !== 'null');
  if (types.some((type) => type !== 'integer' && type !== 'number')) return AMONG_OTHERS;
  return types.join() === 'integer' ? WHOLE : NUMBER;
};

/** The bounds of numbers, texts, lists and objects in words. `words` describes the pattern; bounds that it names are left out. */
export const boundsIn = (schema: DocumentNode, language: Language, words: string): readonly (string | undefined)[] => {
  const [above, below] = [numberAt(schema, 'exclusiveMinimum'), numberAt(schema, 'exclusiveMaximum')];
  const reader = { language, words };
  return [
    rangeIn(schema, ['minimum', 'maximum'], [numberWording(schema)], reader),
    above === undefined ? undefined : MORE[language].replace('{from}', writtenIn(above, language)),
    below === undefined ? undefined : LESS[language].replace('{to}', writtenIn(below, language)),
    rangeIn(schema, ['minLength', 'maxLength'], [CHARACTERS, NOUNS.character], reader),
    rangeIn(schema, ['minItems', 'maxItems'], [ITEMS, NOUNS.item], reader),
    rangeIn(schema, ['minProperties', 'maxProperties'], [MEMBERS, MEMBER], reader),
  ];
};
