import { noteMaxAge, noteUncacheable } from '../../cache';
import { fieldAt, type Stored } from '../../database';
import { errors } from '../../errors';
import {
  type Answers,
  type Arg,
  compileStrictly,
  type Hook,
  hooked,
  hookedArg,
  isLonger,
  mapParts,
  type Schema,
  valueSchema,
} from '../../registry';
import { fieldAnswer, shownOrFailure } from '../show';
import {
  argOf,
  type CompiledField,
  type FieldFilter,
  type NullEffect,
  type OwnField,
  type SchemaField,
  type TypeBasics,
  type View,
} from '../types';
import { atMost, LONGEST } from '../values';
import { unstorableIn } from '../write';
import { facetOf, filterOf, orderOf, searchOf } from './field-lists';

/** Compiles a field of the calendar or of a plugin. Throws an Error for an impossible filter, order or search. */
export function compileField<R extends Stored, C>(type: TypeBasics, name: string, declared: OwnField<R, C>): CompiledField<R, C> {
  const field = notingField(declared);
  const arg = argOf(field);
  const { as: path = name, empty, cleared = empty, omitted, searched, settled, accepted, linkedType, noCircle } = field;
  const { answers, filter, sort, facet, search, shared, nulled, hidden, cache, stored, write, show, read } = field;
  const isStored = stored !== false;
  const isAccepted = isStored && accepted !== false;
  const isOmitted = type.sparse && omitted !== false;
  const shown: NonNullable<CompiledField<R, C>['showOne']> = (record, view) => {
    const value = fieldAt(record, path);
    return show ? show(value, record, view) : value;
  };
  const filled = (value: unknown) => (isOmitted && (value === '' || value === null) ? undefined : value);
  const answer = answers ?? ({ ...valueSchema(arg), required: true } as Answers);
  const listed = { name, path, arg, empty };
  const filtering = filter && filterOf(type, listed, filter);
  const order = sort && orderOf(type, listed);
  const counting = facet && facetOf(listed, { isFilter: filter === true });
  const withTexts = search && searchOf(listed, searched);
  return {
    name,
    empty,
    settled,
    noCircle,
    ...(declared.read && declared.read.length > 2 && { buildsOnShown: true as const }),
    ...(isAccepted && { arg }),
    ...(isStored && !settled && { path }),
    ...(isAccepted && { onNull: onNullOf({ nulled, cleared, required: arg.required === true }) }),
    ...(shared && { shared: { path, by: shared } }),
    ...(isAccepted && write && { write: (value, context) => (value === null ? null : write(value, context, name)) }),
    ...(show && { showOne: shown }),
    ...((isStored || show || read) && {
      show: read ?? ((records, view) => records.map((record) => filled(shown(record, view)))),
      answer: () => (isOmitted ? filledAnswer(answer) : answer),
    }),
    ...(isStored && !read && !isOmitted && { always: true }),
    ...(Object.hasOwn(declared, 'hidden') && { hidden: { value: hidden } }),
    ...(filtering && { filter: { ...filtering.filter, ...(filtering.index && { hint: filtering.index.name }) } }),
    ...(cache === false && { isUncacheable: true as const }),
    ...(order && { sort: { field: order.field, hint: order.index.name } }),
    ...(search && { searched: true as const }),
    ...(counting && { facet: counting }),
    ...(linkedType !== undefined && { link: linkedType }),
    indexes: [filtering?.index, order?.index].filter((index) => index !== undefined),
    ...((withTexts || order?.key) && {
      keys: (record: Omit<Stored, 'keys'>, keys: Stored['keys']) => ({
        ...keys,
        ...(withTexts && { text: withTexts(record, keys['text']) }),
        ...(order?.key && { [`by_${name}`]: order.key(record) }),
      }),
    }),
  };
}

/** Returns the effect of a null in an update. By default the null stores the empty value, if the field has one and may be empty. */
function onNullOf({ nulled, cleared, required }: Pick<OwnField, 'nulled' | 'cleared'> & { required: boolean }): NullEffect | undefined {
  if (nulled === 'kept') return 'keep';
  const isRefused = nulled === 'refused' || required || cleared === undefined;
  return isRefused ? undefined : { store: cleared };
}

/** Returns the schema of a member in a type whose answers omit empty members: optional, and never empty. */
const filledAnswer = ({ required: _, ...answer }: Answers): Answers =>
  answer.type === 'string' && answer.enum === undefined ? { ...answer, minLength: 1 } : answer;

/** Wraps the functions of a field that make answers, so that answers respect `cache` and `maxAge` of the field. */
const notingField = <R extends Stored, C>(declared: OwnField<R, C>): OwnField<R, C> => {
  const { cache, maxAge, read, show, filter } = declared;
  if (cache === undefined && maxAge === undefined) return declared;
  const noting =
    <Given extends unknown[], Answer>(work: (...given: Given) => Answer) =>
    (...given: Given): Answer => {
      if (cache === false) noteUncacheable();
      if (maxAge !== undefined) noteMaxAge(maxAge);
      return work(...given);
    };
  return {
    ...declared,
    ...(read && { read: noting(read) }),
    ...(show && { show: noting(show) }),
    ...(typeof filter === 'object' && { filter: { ...filter, where: noting(filter.where) } }),
  };
};

/** Compiles a plugin's field, stored in `fields` and by default null in protected records. Errors of its functions name the plugin. */
export function compilePluginField<R extends Stored, C>(
  type: TypeBasics,
  name: string,
  declared: SchemaField<R, C>,
  { plugin, onTimeout }: { readonly plugin: string; readonly onTimeout: (hook: Hook) => never },
): CompiledField<R, C> {
  const owner: FieldOwner = { plugin, kind: type.kind, plural: type.plural, field: name };
  const { default: given, stored, read, show, hidden = null } = declared;
  const empty = given !== undefined && typeof given !== 'function' ? given : null;
  const isEmpty = empty === null || (Array.isArray(empty) && empty.length === 0);
  const hook = read ? 'read' : show ? 'show' : undefined;
  const answers = fieldAnswer(declared, empty);
  if (hidden !== null && compileStrictly(answers).check(hidden)?.length !== 0)
    throw new Error('the value of "hidden" is refused by the schema of the answer: change one of them.');
  const compiled = compileField<R, C>(type, name, {
    ...limitedArg(hookedField(declared, owner, onTimeout)),
    as: `fields.${name}`,
    empty,
    hidden,
    omitted: false,
    // A default is a sent value, not a stored one.
    ...(stored !== false && {
      show: (value, record, view) => ((value ?? null) === null ? empty : show ? shownOrFailure(() => show(value, record, view)) : value),
    }),
    answers,
  });
  const initial = stored !== false && !isEmpty && { initial: empty };
  return { ...compiled, ...initial, ...(hook && { showing: { hook, ...owner } }) };
}

const isUnlimited = ({ type, enum: choices, maxLength }: Schema): boolean =>
  [type].flat().includes('string') && choices === undefined && maxLength === undefined;

/** Adds `maxLength` to the texts of a schema that have none: `longest`, or 10,000 characters inside lists and objects. */
const limitedTexts = <S extends Schema>(schema: S, longest: number = LONGEST.description): S => {
  const { anyOf, oneOf } = schema;
  return {
    ...schema,
    ...(isUnlimited(schema) && { maxLength: longest }),
    ...mapParts(schema, (part) => limitedTexts(part, LONGEST.nested)),
    // A branch describes the value itself, not a part.
    ...(anyOf && { anyOf: anyOf.map((one) => limitedTexts(one, longest)) }),
    ...(oneOf && { oneOf: oneOf.map((one) => limitedTexts(one, longest)) }),
  };
};

/**
 * Adds `maxLength` to an arg without one: 100,000 characters, or 10,000 within lists and objects. The limit is checked before the arg's own
 * `validate`.
 */
const limitedArg = <A extends Arg>(arg: A): A => {
  const { validate } = arg;
  const limited = limitedTexts(arg);
  const { maxLength } = limited;
  if (validate === undefined || maxLength === undefined || !isUnlimited(arg)) return limited;
  return {
    ...limited,
    validate(value: unknown, request, name) {
      if (typeof value === 'string' && isLonger(value, maxLength)) throw errors.invalidValue(atMost(maxLength));
      return validate(value, request, name);
    },
  } satisfies A;
};

type FieldOwner = Required<Pick<Hook, 'plugin' | 'kind' | 'plural' | 'field'>>;

/** Wraps the functions of a plugin's field so that errors name the plugin. `onTimeout` throws the error for a function that times out. */
function hookedField<R extends Stored, C>(
  declared: SchemaField<R, C>,
  owner: FieldOwner,
  onTimeout: (hook: Hook) => never,
): SchemaField<R, C> {
  const { write, filter, ...rest } = declared;
  const writing = { hook: 'write', ...owner };
  return {
    ...hookedArg(rest, owner, onTimeout),
    ...(write && { write: hooked(writing, storing(write), onTimeout) }),
    ...(filter && { filter: filter === true ? filter : hookedFilter(filter, owner, onTimeout) }),
  };
}

/** Wraps one end of a plugin's link so that errors name the plugin, as when the database refuses a query. */
export function hookedLink({ kind, plural }: TypeBasics, end: CompiledField, plugin: string): CompiledField {
  const owner = { plugin, kind, plural, field: end.name };
  const { arg, write, show, filter } = end;
  return {
    ...end,
    ...(arg && { arg: hookedArg(arg, owner) }),
    ...(write && { write: hooked({ hook: 'write', ...owner }, write) }),
    ...(show && { show: hooked({ hook: 'show', ...owner }, show) }),
    ...(filter && { filter: { ...filter, where: hooked({ hook: 'where', ...owner }, filter.where), arg: hookedArg(filter.arg, owner) } }),
  };
}

/** Wraps the `write` of a field so that it throws for a result that MongoDB cannot store. Other code checks the sent values. */
function storing<Given extends readonly [value: unknown, ...rest: never]>(
  write: (...given: Given) => unknown,
): (...given: Given) => unknown {
  return (...given) => {
    const judge = (stored: unknown): unknown => {
      const unstorable = unstorableIn(stored);
      if (unstorable !== undefined && unstorableIn(given[0]) === undefined)
        throw new Error(`it answers ${unstorable}, which cannot be stored and shown: answer plain values`);
      return stored;
    };
    const stored = write(...given);
    return stored instanceof Promise ? stored.then(judge) : judge(stored);
  };
}

const hookedFilter = (filter: FieldFilter, owner: FieldOwner, onTimeout: (hook: Hook) => never): FieldFilter => {
  const finding = { hook: 'where', ...owner };
  const where = async (value: unknown, view: View): Promise<object> => {
    const condition: unknown = await filter.where(value, view);
    if (typeof condition !== 'object' || condition === null)
      throw new Error('"where" does not answer a condition: answer a query filter of MongoDB');
    return condition;
  };
  return {
    ...filter,
    where: hooked(finding, where, onTimeout),
    ...(filter.blank && { blank: hooked({ hook: 'blank', ...owner }, (value) => filter.blank?.(value) ?? false) }),
  };
};
