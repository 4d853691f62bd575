import type { Filter } from 'mongodb';
import { canDelete, canEdit, type User } from '../../access';
import { noteDependencies } from '../../cache';
import type { PageQuery, RecordPage, Store, Stored, Term } from '../../database';
import { errors } from '../../errors';
import type { Language } from '../../language';
import { countedReads } from '../records';
import { ownedBy, type PostLike, type PostRecord, type Sent, type Services, type Site, type TermLike } from '../types';
import { createOne, deleteOne, updateOne, type Writer } from './changes';
import { replaceNulls, withoutNulls } from './sent-values';
import { newTerm, type SentTerm } from './terms';

/** The functions with which plugins read records of a content type. They ignore visibility. */
interface PluginReads<R extends Stored> {
  byId(id: number): Promise<R | undefined>;
  bySlug(language: Language, slug: string): Promise<R | undefined>;
  /** Reads the existing records with these IDs in one query. Returns a map by ID. */
  many(ids: Iterable<number>): Promise<ReadonlyMap<number, R>>;
  /** Reads all records that match a MongoDB filter. An index should support the filter. */
  find(filter: Filter<R>): Promise<R[]>;
  page(query: PageQuery<R>): Promise<RecordPage<R>>;
}

/** Makes the read functions for plugins, outside of transactions. Cached answers from these records also depend on their counts. */
const pluginReads = <R extends Stored>(plural: string, records: () => Pick<Store<R>, keyof PluginReads<R>>): PluginReads<R> => ({
  byId: async (id) => records().byId(id),
  bySlug: async (language, slug) => records().bySlug(language, slug),
  many: async (ids) => countedReads(plural, records()).many(ids),
  async find(filter) {
    noteDependencies([plural]);
    return records().find(filter);
  },
  page: async (query) => records().page(query),
});

/** Returns the base URL for writes by plugins, which have no request. */
const pluginBaseUrl = ({ url }: Site, language: Language): string => `${url ?? 'http://localhost'}/${language}`;

/** The user in whose name a plugin writes, with the rights of the user's role. Without a user, writes throw 401 `rest_forbidden`. */
interface Acting {
  readonly user: User | undefined;
  /** The language of a new record, and of names and slugs in params; by default the site's main language. */
  readonly language?: Language;
}

/** The functions with which plugins read and write records of a post-like type. Writes follow the rules of requests. */
export interface Records<R extends PostRecord = PostRecord> extends PluginReads<R> {
  /** Creates a record from params as clients send them. Throws the `ApiError` that a client would get. */
  create(params: Sent, acting: Acting): Promise<R>;
  /** Updates a record with params as clients send them. Null clears a field. */
  update(id: number, params: Sent, acting: Acting): Promise<R>;
  /** Moves a record to the trash. */
  trash(id: number, acting: Acting): Promise<R>;
  /** Removes a record permanently, by way of the trash. */
  remove(id: number, acting: Acting): Promise<R>;
}

/** Makes the functions with which plugins read and write posts. The type may be compiled later. */
export function recordsOf(plural: string, services: Services): Records {
  const typeOf = () => services.postLikes.get(plural) as PostLike;
  // Every function checks the user's permissions first.
  const writerOf = ({ user, language = services.site.served.first }: Acting): Writer => ({
    user: user as User,
    language,
    baseUrl: pluginBaseUrl(services.site, language),
  });
  /** Returns a record by ID. Throws 404 if there is none, and 401 or 403 `rest_forbidden` unless the user may change the record. */
  const changeable = async (id: number, user: User | undefined, mayChange: typeof canEdit): Promise<PostRecord> => {
    const type = typeOf();
    const record = await type.posts.byId(id);
    if (!record) throw errors.notFound(type, id);
    if (!mayChange(user, plural, ownedBy(record))) throw errors.forbidden({ anonymous: user === undefined });
    return record;
  };
  const discard = async (id: number, user: User | undefined, { force }: { readonly force: boolean }): Promise<PostRecord> =>
    (await deleteOne(services, typeOf(), id, { force, user })).record;
  return {
    ...pluginReads(plural, () => typeOf().posts),
    async create(body, acting) {
      const type = typeOf();
      const writer = writerOf(acting);
      if (!acting.user?.can(`edit_${plural}`)) throw errors.forbidden({ anonymous: acting.user === undefined });
      const checked = await type.validators.create({ query: {}, body }, { path: {}, record: undefined, ...writer });
      return (await createOne(services, type, checked, writer)).record;
    },
    async update(id, body, acting) {
      const type = typeOf();
      const writer = writerOf(acting);
      const record = await changeable(id, acting.user, canEdit);
      const checked = await type.validators.update({ query: {}, body }, { path: { id }, record, ...writer });
      return (await updateOne(services, type, id, replaceNulls(type, checked, record), writer)).record;
    },
    async trash(id, { user }) {
      const record = await changeable(id, user, canDelete);
      return record.status === 'trash' ? record : discard(id, user, { force: false });
    },
    async remove(id, { user }) {
      const { status } = await changeable(id, user, canDelete);
      if (status !== 'trash') await discard(id, user, { force: false });
      return discard(id, user, { force: true });
    },
  };
}

/** The functions with which plugins read and create terms of a content type. */
export interface TermRecords<R extends Term = Term> extends PluginReads<R> {
  /** Creates a term, with params as clients send them. Checks no permission. Throws an `ApiError` for a name in use or invalid values. */
  create<const T extends SentTerm>(term: T, language: Language): Promise<R>;
}

/** Makes the functions with which plugins read and create terms. The type may be compiled later. */
export const termRecordsOf = (plural: string, services: Services): TermRecords => ({
  ...pluginReads(plural, () => services.stores.terms(plural)),
  async create(term, language) {
    const type = services.termLikes.get(plural) as TermLike;
    const requester = { user: undefined, language, baseUrl: pluginBaseUrl(services.site, language) };
    const sent = Object.entries(withoutNulls(term));
    const body = Object.fromEntries(sent.filter(([name]) => type.pluginFields.some((field) => field.name === name)));
    const checked = await type.validators.pluginFields({ query: {}, body }, { path: {}, record: undefined, ...requester });
    return (await services.connection.transact(newTerm(services, type, { ...term, ...checked }, requester))).record;
  },
});
