import type { Stored } from '../../database';
import type { TypeBuilder } from '../fields';

/** Groups the compiled fields of a type: all, those of plugins (`added`), and those that clients can send (`taken`). */
export const compileFields = <R extends Stored, C>({ compiled }: Pick<TypeBuilder<R, C>, 'compiled'>) => {
  const fields = compiled.map(({ field }) => field);
  return {
    fields,
    added: fields.filter(({ plugin }) => plugin !== undefined),
    accepted: new Map(fields.flatMap((field) => (field.arg ? [[field.name, field] as const] : []))),
  };
};

/** Returns the indexes that the fields of a type need. */
export const fieldIndexes = <R extends Stored, C>({ compiled }: Pick<TypeBuilder<R, C>, 'compiled'>) =>
  compiled.flatMap(({ extension: { indexes = [] } }) => indexes);
