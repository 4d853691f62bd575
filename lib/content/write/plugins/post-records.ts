import { canDelete, canEdit, type User } from '../../../access';
import { errors } from '../../../errors';
import type { Language } from '../../../language';
import { ownedBy, type PostLike, type PostRecord, type Sent, type Services } from '../../types';
import { createOne, deleteOne, type Requester, updateOne } from '../changes';
import { readNulls } from '../fields/nulls-of-updates';
import { type PluginReads, pluginBaseUrl, pluginReads } from './plugin-reads';

/**
 * The user in whose name a plugin writes. Only what his role allows is done. Without a user, writes are refused with 401 `rest_forbidden`.
 */
export interface Acting {
  readonly user: User | undefined;
  /** The language of a new record, and of names and slugs in params. By default the main language of the service. */
  readonly language?: Language;
}

/** The records of a post-like type for plugins. Writes follow the same rules as requests. */
export interface Records<R extends PostRecord = PostRecord> extends PluginReads<R> {
  /** Creates a record from params as clients send them. Throws an `ApiError` for all that a client would be refused. */
  create(params: Sent, acting: Acting): Promise<R>;
  /** Updates a record by params as clients send them. Null clears a field. */
  update(id: number, params: Sent, acting: Acting): Promise<R>;
  /** Moves a record to the trash. */
  trash(id: number, acting: Acting): Promise<R>;
  /** Removes a record for good, by way of the trash. */
  remove(id: number, acting: Acting): Promise<R>;
}

/** Makes the records of a content type for plugins. `kindOf` returns the type once it is compiled. */
export function recordsOf<R extends PostRecord>(kindOf: () => PostLike<R>, services: Services): Records<R> {
  // Every function checks the user's rights before anything else.
  const asking = ({ user, language = services.site.served.first }: Acting): Requester => ({
    user: user as User,
    language,
    baseUrl: pluginBaseUrl(services.site, language),
  });
  const existing = async (id: number): Promise<R> => {
    const type = kindOf();
    const record = await type.posts.byId(id);
    if (!record) throw errors.notFound(type, id);
    return record;
  };
  const deletable = async (id: number, user: User | undefined): Promise<R> => {
    const record = await existing(id);
    if (!canDelete(user, kindOf().plural, ownedBy(record))) throw errors.forbidden({ anonymous: user === undefined });
    return record;
  };
  return {
    ...pluginReads(() => ({ plural: kindOf().plural, records: kindOf().posts })),
    async create(params, acting) {
      const type = kindOf();
      const { user, language } = asking(acting);
      if (user === undefined || !user.can(`edit_${type.plural}`)) throw errors.forbidden({ anonymous: user === undefined });
      const checked = await type.checks.create({ query: {}, body: params }, { path: {}, record: undefined, user, language });
      return (await createOne(type, services, checked, asking(acting))).record;
    },
    async update(id, params, acting) {
      const type = kindOf();
      const { user, language } = asking(acting);
      const record = await existing(id);
      if (!canEdit(user, type.plural, ownedBy(record))) throw errors.forbidden({ anonymous: user === undefined });
      const checked = await type.checks.update({ query: {}, body: params }, { path: { id }, record, user, language });
      return (await updateOne(type, services, id, readNulls(type, checked, record), asking(acting))).record;
    },
    async trash(id, { user }) {
      const record = await deletable(id, user);
      return record.status === 'trash' ? record : (await deleteOne(kindOf(), services, id, { force: false, user })).record;
    },
    async remove(id, { user }) {
      const { status } = await deletable(id, user);
      if (status !== 'trash') await deleteOne(kindOf(), services, id, { force: false, user });
      return (await deleteOne(kindOf(), services, id, { force: true, user })).record;
    },
  };
}
