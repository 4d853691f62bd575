import type { Stored } from '../../database';
import type { TypeBuilder } from '../fields';

/** The fields of a kind, once all are added: those that plugins have added, and those that are taken of what is sent, by their names. */
export const compileFields = <R extends Stored, C>({ made }: Pick<TypeBuilder<R, C>, 'made'>) => {
  const fields = made.map(({ field }) => field);
  return {
    fields,
    added: fields.filter(({ plugin }) => plugin !== undefined),
    taken: new Map(fields.flatMap((field) => (field.arg ? [[field.name, field] as const] : []))),
  };
};

/** The indexes that its fields need. */
export const fieldIndexes = <R extends Stored, C>({ made }: Pick<TypeBuilder<R, C>, 'made'>) =>
  made.flatMap(({ extension: { indexes = [] } }) => indexes);
