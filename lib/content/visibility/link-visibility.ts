import { canRead, type Owned } from '../../access';
import type { Sibling } from '../../database';
import type { Visibility } from '../records';
import { ownedBy, type PostRecord, type User } from '../types';
import { canReadWhole } from './visibility';

/** What of a record, be it a post or a term, says whether and in which language somebody is shown it. */
export const READERS = ['slug', 'language', 'translations', 'status', 'author', 'password', 'trashed', 'proposedBy'] as const;

/** Which posts a user is shown where others link to them: those that he may read, and none in the trash. */
export const readableTo = (user: User | undefined, plural: string): Visibility<PostRecord> => ({
  told: ({ author = 0, status, was }: Sibling) => status !== 'trash' && canRead(user, plural, { author, status, was } as Owned),
  seen: (record) => record.status !== 'trash' && canRead(user, plural, ownedBy(record)),
});

/** The same where of a protected record nobody knows what links to it. */
export const readableBy = (user: User | undefined, plural: string): Visibility<PostRecord> => ({
  ...readableTo(user, plural),
  seen: (record) => record.status !== 'trash' && canReadWhole(user, plural, record),
});
