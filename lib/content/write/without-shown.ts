import { isDeepStrictEqual } from 'node:util';
import type { Stored } from '../../database';
import { ApiError } from '../../errors';
import type { CompiledArgs } from '../../registry';
import { isUnshown } from '../show';
import type { Sent, TypeField, View } from '../types';

/** What of a kind tells what its records show. */
interface Showing<R extends Stored, C> {
  readonly added: readonly TypeField<R, C>[];
  readonly checks: { readonly update: CompiledArgs };
  present(records: readonly R[], view: View): Promise<object[]>;
}

/**
 * What a plugin shows in the place of a field of the kind, written back as it was read, changes nothing. Nor does the null that is
 * read of a field that cannot be shown: else who saves a whole record would lose what is stored.
 */
export async function withoutShown<R extends Stored, C>(
  kind: Showing<R, C>,
  sent: Sent,
  { current, ...asking }: Pick<View, 'user' | 'language' | 'baseUrl'> & { readonly current: R },
): Promise<Sent> {
  const added = kind.added.filter(({ name }) => Object.hasOwn(sent, name));
  const replaced = added.filter(({ arg, show }) => !arg && show);
  const emptied = added.filter(
    ({ name, arg, showing, empty }) =>
      arg && showing && isDeepStrictEqual(sent[name], empty) && !isDeepStrictEqual(current.fields?.[name] ?? empty, empty),
  );
  if (replaced.length + emptied.length === 0) return sent;
  const view: View = { ...asking, single: false };
  const [shown = {}] = (await kind.present([current], view)) as Sent[];
  const back = new Set<string>();
  for (const { name } of replaced) {
    // What was sent is there as it was read, and so is compared with what would be read of what is shown.
    const told = await kind.checks
      .update({ query: {}, body: { [name]: shown[name] } }, { path: {}, record: current, user: asking.user, language: asking.language })
      .catch(refusedOnly);
    if (told !== undefined && isDeepStrictEqual(sent[name], told[name])) back.add(name);
  }
  for (const field of emptied) if (await isUnshown(field, current, view, shown)) back.add(field.name);
  return Object.fromEntries(Object.entries(sent).filter(([name]) => !back.has(name)));
}

/** Nothing is read of what is refused; what is no refusal must reach the transaction. */
const refusedOnly = (error: unknown): undefined => {
  if (!(error instanceof ApiError)) throw error;
};
