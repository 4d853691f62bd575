import type { Args } from '../../registry/args';
import { paging } from '../../values/paging';
import type { Services } from '../services';
import type { TermLike } from '../term-like';
import { updateArgs } from '../update-args';

/** The args of creating, updating and listing terms of a kind. */
export function termArgs(services: Services, { names, taken, filters }: Pick<TermLike, 'names' | 'taken' | 'filters'>): TermLike['args'] {
  const fields = [...taken.values()];
  const create: Args = Object.fromEntries(fields.flatMap(({ name, arg }) => (arg ? [[name, arg] as const] : [])));
  const nullable = fields.flatMap(({ name, cleared }) => (cleared ? [name] : []));
  const more = fields.flatMap(({ name, updates }) => (updates ? [[name, updates] as const] : []));
  return {
    create,
    update: updateArgs(create, nullable, Object.fromEntries(more)),
    list: { ...paging(services.site.maxPerPage, names), ...Object.assign({}, ...filters.map(({ args }) => args)) },
  };
}
