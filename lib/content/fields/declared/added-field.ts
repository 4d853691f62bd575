import type { Stored } from '../../../database';
import { compileStrictly, type Hook } from '../../../registry';
import { fieldAnswer, shownOrFailure } from '../../show';
import type { CompiledField, SchemaField, TypeDraft } from '../../types';
import { limitedArg } from '../limited-texts';
import { declaredField } from './declared-field';
import { type FieldOwner, hookedField } from './hooked-field';

/**
 * Compiles a field that a plugin declares. It is stored in `fields` and hidden as null by default. Errors of its functions name the plugin.
 */
export function addedField<R extends Stored, C>(
  type: TypeDraft,
  name: string,
  declared: SchemaField<R, C>,
  { plugin, late }: { readonly plugin: string; readonly late: (hook: Hook) => never },
): CompiledField<R, C> {
  const owner: FieldOwner = { plugin, kind: type.kind, plural: type.plural, field: name };
  const { default: given, stored, read, show, hidden = null } = declared;
  const empty = given !== undefined && typeof given !== 'function' ? given : null;
  const isEmpty = empty === null || (Array.isArray(empty) && empty.length === 0);
  const hook = read ? 'read' : show ? 'show' : undefined;
  const answers = fieldAnswer(declared, empty);
  if (hidden !== null && compileStrictly(answers).check(hidden)?.length !== 0)
    throw new Error('what stands for it where it is "hidden" is refused by the schema of what is shown: change one of them.');
  const { field, ...made } = declaredField<R, C>(type, name, {
    ...limitedArg(hookedField(declared, owner, late)),
    as: `fields.${name}`,
    empty,
    hidden,
    omitted: false,
    // A default is what would be sent, and not what would be stored.
    ...(stored !== false && {
      show: (value, record, view) => ((value ?? null) === null ? empty : show ? shownOrFailure(() => show(value, record, view)) : value),
    }),
    answers,
  });
  const initial = stored !== false && !isEmpty && { initial: empty };
  return {
    ...made,
    field: {
      ...field,
      ...initial,
      ...(hook && { showing: { hook, ...owner } }),
      ...(read && read.length > 2 && { buildsOnShown: true }),
    },
  };
}
