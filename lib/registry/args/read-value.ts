/** The result of a `validate` that has read the value. The handler gets `value`; `sanitize` is only called for null. */
export interface ReadValue<V = unknown> {
  readonly value: V;
}

const made = new WeakSet<object>();

/** Accepts a value as the result of reading it, so that nothing reads it again. */
export function readAs<V>(value: V): ReadValue<V> {
  const verdict = { value };
  made.add(verdict);
  return verdict;
}

/** True for a result of `readAs`. */
export const isRead = (verdict: unknown): verdict is ReadValue => typeof verdict === 'object' && verdict !== null && made.has(verdict);
