import type { Filter } from 'mongodb';
import { canDo, POST_STATUSES } from '../../access';
import type { PostRecord, Services, User } from '../types';
import { unprotectedFor, visibleTo } from './visibility';

/**
 * Tells whether a user may name an image by its ID: it is the image of a record that he reads whole. Else IDs would tell the addresses of images of
 * hidden records. Whoever reads all records may name any image.
 */
export async function seesImage({ postLikes }: Pick<Services, 'postLikes'>, user: User | undefined, image: number): Promise<boolean> {
  const kinds = [...postLikes.values()];
  if (kinds.every(({ plural }) => canDo(user, 'edit_others', plural) && canDo(user, 'read_private', plural))) return true;
  for (const { plural, posts, protectable } of kinds) {
    const open = protectable ? unprotectedFor(user, plural) : {};
    const filter = { $and: [{ image }, visibleTo(user, plural, POST_STATUSES), open] } as Filter<PostRecord>;
    if ((await posts.collection().findOne(filter, { projection: { _id: 1 } })) !== null) return true;
  }
  return false;
}
