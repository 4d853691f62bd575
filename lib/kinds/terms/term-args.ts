import { paging } from '../../values/paging';
import { fieldArgs, nullableFields, updateArgs } from '../field-args';
import type { Services } from '../services';
import type { TermLike } from '../term-like';
import type { TranslatedKind } from '../translations/original';
import { translationArg } from '../translations/translation-arg';

/** The args of creating, updating and listing terms of a kind. */
export function termArgs(services: Services, kind: TranslatedKind & Pick<TermLike, 'taken' | 'filters'>): TermLike['args'] {
  const { names, taken, filters } = kind;
  const create = { ...fieldArgs(taken.values()), ...translationArg(services, kind) };
  return {
    create,
    update: updateArgs(create, nullableFields(taken.values())),
    list: { ...paging(services.site.maxPerPage, names), ...Object.assign({}, ...filters.map(({ args }) => args)) },
  };
}
