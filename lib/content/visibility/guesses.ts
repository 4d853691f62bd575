import { createHash } from 'node:crypto';
import { canEdit, canRead } from '../../access';
import { noteUncacheable } from '../../cache';
import { groupOf } from '../records';
import { ownedBy, type PostLike, type PostRecord, type Services, type User } from '../types';

/** A password that an address sends to read protected records. */
interface Guess {
  readonly user: User | undefined;
  readonly address: string | undefined;
  readonly password: unknown;
}

/**
 * Limits guesses at passwords to ten wrong ones a minute, for each address and translation group. After that even the right password is
 * refused with 429 `too_many_failed_logins`. Users who may edit a record need no password, and none is counted for them.
 */
export async function limitGuesses(
  { wrongPasswords }: Pick<Services, 'wrongPasswords'>,
  { plural }: Pick<PostLike, 'plural'>,
  records: Iterable<PostRecord>,
  { user, address = '', password }: Guess,
): Promise<void> {
  if (typeof password !== 'string') return;
  noteUncacheable();
  const isRight = new Map<number, boolean>();
  for (const record of records) {
    const owned = ownedBy(record);
    if (record.password === '' || !canRead(user, plural, owned) || canEdit(user, plural, owned)) continue;
    isRight.set(record.group, isRight.get(record.group) === true || record.password === password);
  }
  for (const [group, right] of isRight) {
    // The key has the same length for any address.
    const key = createHash('sha256').update(`${address} ${plural} ${group}`).digest('base64');
    await (right ? wrongPasswords.assertPatience(key) : wrongPasswords.count(key));
  }
}

/**
 * Checks the password for a list. It opens only records that `include` names, so without `include` it is undefined. Throws 429
 * `too_many_failed_logins`, like `limitGuesses`.
 */
export async function passwordOfList<R extends PostRecord>(
  services: Pick<Services, 'wrongPasswords'>,
  type: Pick<PostLike<R>, 'plural' | 'posts'>,
  include: unknown,
  guess: Guess,
): Promise<string | undefined> {
  if (typeof guess.password !== 'string') return undefined;
  noteUncacheable();
  if (!Array.isArray(include)) return undefined;
  const named = await type.posts.many(include as number[]);
  // The list shows their translations too.
  const siblings = await type.posts.many([...named.values()].flatMap(groupOf));
  await limitGuesses(services, type, siblings.values(), guess);
  return guess.password;
}
