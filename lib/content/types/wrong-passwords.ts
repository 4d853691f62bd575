/** Counts wrong passwords by a key, such as an address and what the password opens. */
export interface WrongPasswords {
  /** Throws 429 `too_many_failed_logins` once the limit is reached. */
  assertPatience(key: string): Promise<void>;
  /** Counts one more. Throws 429 `too_many_failed_logins` beyond the limit. */
  count(key: string): Promise<void>;
}
