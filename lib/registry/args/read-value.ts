/** What `validate` answers in place of true where it has read the value: the handler gets what was made of it, and `sanitize` a null alone. */
export interface ReadValue<V = unknown> {
  readonly value: V;
}

const made = new WeakSet<object>();

/** Lets a value pass as what was read of it, so that nothing reads it again. */
export function readAs<V>(value: V): ReadValue<V> {
  const verdict = { value };
  made.add(verdict);
  return verdict;
}

/** Tells what was read from anything else that `validate` may answer. */
export const isRead = (verdict: unknown): verdict is ReadValue => typeof verdict === 'object' && verdict !== null && made.has(verdict);
