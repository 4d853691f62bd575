/** The result of a `validate` that has read the value. The handler gets `value`; `sanitize` is only called for null. */
export interface ReadValue<V = unknown> {
  readonly value: V;
}

class Read<V> implements ReadValue<V> {
  constructor(readonly value: V) {}
}

/** Accepts a value as the result of reading it, so that nothing reads it again. */
export const readAs = <V>(value: V): ReadValue<V> => new Read(value);

/** True for a result of `readAs`. */
export const isRead = (verdict: unknown): verdict is ReadValue => verdict instanceof Read;
