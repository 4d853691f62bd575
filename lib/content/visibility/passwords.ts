import { createHash } from 'node:crypto';
import { canEdit, canRead } from '../../access';
import { noteUncacheable } from '../../cache';
import type { ContentType } from '../../errors';
import type { Schema } from '../../registry';
import { groupOf } from '../records';
import { ownedBy, type PostLike, type PostRecord, type Services, type User } from '../types';
import { checkedArg } from '../values';

const LONGEST = 255;

const password = (length: Schema) =>
  ({
    type: 'string',
    ...checkedArg({
      schema: { type: 'string', ...length, maxLength: LONGEST },
      refuse: { en: `Send a password of 1 to ${LONGEST} characters.`, fr: `Envoyez un mot de passe de 1 à ${LONGEST} caractères.` },
    }),
  }) as const;

export const unlockingArg = (type: ContentType) =>
  ({
    ...password({ minLength: 1 }),
    description: {
      en: `The password of the ${type.name.en}, if it has one. Users who may edit it need none`,
      fr: `Le mot de passe (${type.name.fr}), s’il y en a un. Ceux qui peuvent modifier l’élément n’en ont pas besoin`,
    },
  }) as const;

export const singleArgs = (type: ContentType) =>
  ({
    id: {
      type: 'integer',
      required: true,
      description: { en: `The ID of the ${type.name.en}`, fr: `L’identifiant (${type.name.fr})` },
    },
    password: unlockingArg(type),
  }) as const;

/** Declares the arg `password` that protects a record. The empty text removes the protection. */
export const passwordArg = (type: ContentType) =>
  ({
    ...password({}),
    description: {
      en: `The password that protects the ${type.name.en}. Without it, lists show little more than title and dates. An empty text removes it`,
      fr: `Le mot de passe qui protège l’élément (${type.name.fr}). Sans lui, les listes n’en montrent guère que le titre et les dates. Un texte vide l’enlève`,
    },
  }) as const;

interface Guess {
  readonly user: User | undefined;
  readonly address: string | undefined;
  readonly password: unknown;
}

/**
 * Limits guesses at passwords to ten wrong ones a minute, for each IP address and translation group. After that even the right password
 * throws 429 `too_many_failed_logins`. Guesses of users who may edit a record are not counted.
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
    await (right ? wrongPasswords.assertNotBlocked(key) : wrongPasswords.count(key));
  }
}

/** Returns the password for a list and limits guesses. Undefined without `include`, whose records alone are unlocked. */
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
  // The list also shows translations of the included records.
  const siblings = await type.posts.many([...named.values()].flatMap(groupOf));
  await limitGuesses(services, type, siblings.values(), guess);
  return guess.password;
}
