import type { FieldValues, Term } from '../../../database';
import { invalidParam } from '../../../errors';
import type { Sent, TermContext, TermDeclaration, TermLike } from '../../types';
import { addedFields } from '../fields/added-fields';

/** The parts of a content type that decide the values in `fields` of its terms. */
type AddingType = Pick<TermLike, 'added'> & Pick<TermDeclaration, 'check'>;

/** Works out the plugins' fields of a new term from checked params. Null means “not given”. */
export const newTermFields = (
  type: AddingType,
  sent: object,
  context: TermContext,
  inherited: FieldValues = {},
): Promise<Pick<Term, 'fields'>> => {
  const given = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null));
  return addedFields(type, given as Sent, context, inherited);
};

/**
 * Refuses to create a term from its name alone if a plugin requires more fields. `name` is the arg with the term. Throws 400
 * `rest_invalid_param`.
 */
export function assertNameAlone({ added, name: { en, fr } }: Pick<TermLike, 'added' | 'name'>, name: string): void {
  const required = added.flatMap((field) => (field.arg?.required === true ? [field.name] : []));
  if (required.length === 0) return;
  const names = required.join(', ');
  throw invalidParam(name, {
    en: `Send names that there are: a new ${en} is asked for more than its name (${names}). Create it first.`,
    fr: `Envoyez des noms existants : un nouveau terme (${fr}) demande plus que son nom (${names}). Créez-le d’abord.`,
  });
}
