/** A counter of wrong passwords by key, such as an address and a record. */
export interface WrongPasswords {
  /** Throws 429 `too_many_failed_logins` if the limit is reached. */
  assertPatience(key: string): Promise<void>;
  /** Counts one more attempt. Throws 429 `too_many_failed_logins` beyond the limit. */
  count(key: string): Promise<void>;
}
