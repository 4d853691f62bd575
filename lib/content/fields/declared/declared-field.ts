import { fieldAt, type Stored } from '../../../database';
import { type Answers, valueSchema } from '../../../registry';
import { withLine } from '../../records';
import type { CompiledField, OwnField, TypeDraft, TypeField } from '../../types';
import { notingField } from './field-caching';
import { facetOf } from './field-facet';
import { filterOf } from './field-filter';
import { orderOf } from './field-order';
import { itemOf, SEARCHED, textsIn } from './field-texts';

/** The properties of a content type that a field is compiled from. */
export type FieldSources = Pick<TypeDraft, 'names' | 'listed' | 'compared' | 'protectable' | 'sparse'>;

/** Compiles a field of the calendar or of a plugin. Throws an Error if it cannot be filtered, sorted or searched by. */
export function declaredField<R extends Stored, C>(type: FieldSources, name: string, declared: OwnField<R, C>): CompiledField<R, C> {
  const {
    as: path = name,
    empty,
    nulled,
    cleared: asNull,
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
  const cleared = asNull === undefined ? empty : asNull;
  const shown: NonNullable<TypeField<R, C>['showOne']> = (record, view) => {
    const value = fieldAt(record, path);
    return show ? show(value, record, view) : value;
  };
  const filled = (value: unknown) => (isOmitted && (value === '' || value === null) ? undefined : value);
  const answer = answers ?? ({ ...valueSchema(arg), required: true } as Answers);
  const filtering = filter === undefined ? undefined : filterOf(type, { name, path, arg, empty }, filter);
  const order = sort === undefined ? undefined : orderOf(type, { name, path, arg });
  const counting = facet && facetOf({ name, path, arg, empty, isFilter: filter === true });
  if (search && !searched && !SEARCHED.includes(itemOf(arg)?.type))
    throw new Error('"search" needs the type string, integer or number, or an array of one of them: name it, or leave it out.');
  const textsOf = (value: unknown): string[] => (searched ? [searched(value)] : textsIn(value));
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
      ...(filtering && { filter: filtering.filter }),
      ...(cache === false && { isUncacheable: true as const }),
      ...(order && { sort: { field: order.field, hint: order.index.name } }),
      ...(search && { searched: true as const }),
      ...(counting && { facet: counting }),
    },
    ...(names !== undefined && { link: names }),
    extension: {
      indexes: [...(filtering?.indexes ?? []), ...(order ? [order.index] : [])],
      ...((search || order?.key) && {
        keys: (record: Omit<Stored, 'keys'>, keys: Stored['keys']) => ({
          ...keys,
          ...(search && { text: textsOf(fieldAt(record, path)).reduce<unknown>(withLine, keys['text']) }),
          ...(order?.key && { [`by_${name}`]: order.key(record) }),
        }),
      }),
    },
  };
}

/** The schema of a member in a sparse type: it is optional, and never empty. */
const filledAnswer = ({ required: _, ...answer }: Answers): Answers =>
  answer.type === 'string' && answer.enum === undefined ? { ...answer, minLength: 1 } : answer;
