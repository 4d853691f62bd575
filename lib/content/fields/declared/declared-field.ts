import { noteMaxAge, noteUncacheable } from '../../../cache';
import { fieldAt, type Stored } from '../../../database';
import { type Answers, valueSchema } from '../../../registry';
import type { CompiledField, OwnField, TypeDraft, TypeField } from '../../types';
import { facetOf, filterOf, orderOf, searchOf } from './field-lists';

/** Compiles a field of the calendar or of a plugin. Throws an Error for an impossible filter, order or search. */
export function declaredField<R extends Stored, C>(type: TypeDraft, name: string, declared: OwnField<R, C>): CompiledField<R, C> {
  const {
    as: path = name,
    empty,
    nulled,
    cleared = empty,
    hidden,
    omitted,
    searched,
    settled,
    accepted,
    names,
    noCircle,
    answers,
    filter,
    sort,
    facet,
    search,
    shared,
    cache,
    maxAge: __,
    stored,
    write,
    show,
    read,
    ...arg
  } = notingField(declared);
  const isStored = stored !== false;
  const isAccepted = isStored && accepted !== false;
  const isOmitted = type.sparse && omitted !== false;
  const shown: NonNullable<TypeField<R, C>['showOne']> = (record, view) => {
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
    field: {
      ...{ name, empty, nulled, settled, noCircle },
      ...(declared.read && declared.read.length > 2 && { afterwards: true as const }),
      ...(isAccepted && { arg }),
      ...(isStored && !settled && { path }),
      ...(isAccepted && nulled === undefined && arg.required !== true && cleared !== undefined && { cleared: { value: cleared } }),
      ...(shared && { shared: { path, by: shared } }),
      ...(isAccepted && write && { write: (value, context) => (value === null ? null : write(value, context, name)) }),
      ...(show && { showOne: shown }),
      ...((isStored || show || read) && {
        show: read ? (...given) => read(...given) : (records, view) => records.map((record) => filled(shown(record, view))),
        answer: () => (isOmitted ? filledAnswer(answer) : answer),
      }),
      ...(isStored && !read && !isOmitted && { always: true }),
      ...(Object.hasOwn(declared, 'hidden') && { hidden: { value: hidden } }),
      ...(filtering && { filter: { ...filtering.filter, ...(filtering.index && { hint: filtering.index.name }) } }),
      ...(cache === false && { isUncacheable: true as const }),
      ...(order && { sort: { field: order.field, hint: order.index.name } }),
      ...(search && { searched: true as const }),
      ...(counting && { facet: counting }),
    },
    ...(names !== undefined && { link: names }),
    extension: {
      indexes: [filtering?.index, order?.index].filter((index) => index !== undefined),
      ...((withTexts || order?.key) && {
        keys: (record: Omit<Stored, 'keys'>, keys: Stored['keys']) => ({
          ...keys,
          ...(withTexts && { text: withTexts(record, keys['text']) }),
          ...(order?.key && { [`by_${name}`]: order.key(record) }),
        }),
      }),
    },
  };
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
