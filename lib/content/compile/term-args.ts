import { type TranslatedType, translationArg } from '../translations';
import type { Services, TermLike } from '../types';
import { paging } from '../values';
import { fieldArgs, nullableFields, updateArgs } from './field-args';

/** Returns the args of creation, updates and the list of a term-like type. */
export function termArgs(services: Services, type: TranslatedType & Pick<TermLike, 'taken' | 'filters'>): TermLike['args'] {
  const { names, taken, filters } = type;
  const create = { ...fieldArgs(taken.values()), ...translationArg(services, type) };
  return {
    create,
    update: updateArgs(create, nullableFields(taken.values())),
    list: { ...paging(services.site.maxPerPage, names), ...Object.assign({}, ...filters.map(({ args }) => args)) },
  };
}
