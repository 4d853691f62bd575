import { type TranslatedType, translationArg } from '../translations';
import type { Services, TermLike } from '../types';
import { paging } from '../values';
import { fieldArgs, nullableFields, updateArgs } from './field-args';

/** The args of creating, updating and listing terms of a kind. */
export function termArgs(services: Services, kind: TranslatedType & Pick<TermLike, 'taken' | 'filters'>): TermLike['args'] {
  const { names, taken, filters } = kind;
  const create = { ...fieldArgs(taken.values()), ...translationArg(services, kind) };
  return {
    create,
    update: updateArgs(create, nullableFields(taken.values())),
    list: { ...paging(services.site.maxPerPage, names), ...Object.assign({}, ...filters.map(({ args }) => args)) },
  };
}
