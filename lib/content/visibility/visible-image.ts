import type { Filter } from 'mongodb';
import { canDo, POST_STATUSES } from '../../access';
import type { PostRecord, Services, User } from '../types';
import { unprotectedFor, visibleTo } from './visibility';

/**
 * True if a user may name an image by ID, since he can read a record with it. Otherwise IDs would reveal the images of hidden records.
 * Users who read all records may name any image.
 */
export async function mayNameImage({ postLikes }: Pick<Services, 'postLikes'>, user: User | undefined, image: number): Promise<boolean> {
  const types = [...postLikes.values()];
  if (types.every(({ plural }) => canDo(user, 'edit_others', plural) && canDo(user, 'read_private', plural))) return true;
  for (const { plural, posts, protectable } of types) {
    const unprotected = protectable ? unprotectedFor(user, plural) : {};
    const filter = { $and: [{ image }, visibleTo(user, plural, POST_STATUSES), unprotected] } as Filter<PostRecord>;
    if ((await posts.collection().findOne(filter, { projection: { _id: 1 } })) !== null) return true;
  }
  return false;
}
