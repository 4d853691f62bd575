import { createHash } from 'node:crypto';
import { canEdit, canRead } from '../../access';
import { noteUncacheable } from '../../cache';
import { groupOf } from '../records';
import { ownedBy, type PostLike, type PostRecord, type Services, type User } from '../types';

/** A password that somebody at an address sends to read protected records. */
interface Guess {
  readonly user: User | undefined;
  readonly address: string | undefined;
  readonly password: unknown;
}

/**
 * Limits guesses at the passwords of records: ten wrong ones a minute for a record and its translations from an address. Beyond these even the right
 * one is refused: 429 `too_many_failed_logins`. Whoever may edit a record needs no password, and none is counted.
 */
export async function limitGuesses(
  { guesses }: Pick<Services, 'guesses'>,
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
    // As short for any address.
    const key = createHash('sha256').update(`${address} ${plural} ${group}`).digest('base64');
    await (right ? guesses.assertPatience(key) : guesses.count(key));
  }
}

/**
 * The password by which a list opens protected records: only those that `include` names are opened, so without it there is none. Throws 429
 * `too_many_failed_logins` as `limitGuesses` does.
 */
export async function passwordOfList<R extends PostRecord>(
  services: Pick<Services, 'guesses'>,
  kind: Pick<PostLike<R>, 'plural' | 'posts'>,
  include: unknown,
  guess: Guess,
): Promise<string | undefined> {
  if (typeof guess.password !== 'string') return undefined;
  noteUncacheable();
  if (!Array.isArray(include)) return undefined;
  const named = await kind.posts.many(include as number[]);
  // A list shows their translations too.
  const siblings = await kind.posts.many([...named.values()].flatMap(groupOf));
  await limitGuesses(services, kind, siblings.values(), guess);
  return guess.password;
}
