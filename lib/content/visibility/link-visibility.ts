import { canRead, type Owned } from '../../access';
import type { Sibling } from '../../database';
import type { Visibility } from '../records';
import { ownedBy, type PostRecord, type User } from '../types';
import { canReadWhole } from './visibility';

/** The stored fields that decide whether and in which language a user sees a record. */
export const READERS = ['slug', 'language', 'translations', 'status', 'author', 'password', 'trashed', 'proposedBy'] as const;

/** The visibility of posts behind links: a user sees those that he may read, except in the trash. */
export const readableTo = (user: User | undefined, plural: string): Visibility<PostRecord> => ({
  siblingVisible: ({ author = 0, status, was }: Sibling) => status !== 'trash' && canRead(user, plural, { author, status, was } as Owned),
  recordVisible: (record) => record.status !== 'trash' && canRead(user, plural, ownedBy(record)),
});

/** The visibility of posts behind links that must not reveal protected records. */
export const readableBy = (user: User | undefined, plural: string): Visibility<PostRecord> => ({
  ...readableTo(user, plural),
  recordVisible: (record) => record.status !== 'trash' && canReadWhole(user, plural, record),
});
