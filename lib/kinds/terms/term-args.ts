import { paging } from '../../values/paging';
import { fieldArgs, fieldUpdates, updateArgs } from '../field-args';
import type { Services } from '../services';
import type { TermLike } from '../term-like';

/** The args of creating, updating and listing terms of a kind. */
export function termArgs(services: Services, { names, taken, filters }: Pick<TermLike, 'names' | 'taken' | 'filters'>): TermLike['args'] {
  const create = fieldArgs(taken.values());
  const { nullable, more } = fieldUpdates(taken.values());
  return {
    create,
    update: updateArgs(create, nullable, more),
    list: { ...paging(services.site.maxPerPage, names), ...Object.assign({}, ...filters.map(({ args }) => args)) },
  };
}
