import { isDeepStrictEqual } from 'node:util';
import { toInstant } from '../../calendar/zones';
import type { Draft } from '../../records/store';
import type { Args } from '../../registry/args';
import { addedArgs, storedFields } from '../fields/added';
import { isUnshown } from '../fields/showing';
import type { Services } from '../services';
import type { Sent, View, WriteContext } from './context';
import { imageArg, imageOf, type SentImage } from './images';
import type { PostLike } from './kind';
import { passwordArg } from './password';
import type { PostRecord } from './post-record';
import { publicationArgs, publicationOf, type SentPublication, toTrash, trashedSlug } from './publication';

/** The args of creation and update: publication, the kind's own fields, image, and a password where the kind knows these (DIFFERENCES 45). */
export function writableArgs<R extends PostRecord>(kind: PostLike<R>, services: Services): Args {
  const args: Args = {
    ...publicationArgs(services, kind.plural),
    ...kind.fields,
    ...addedArgs(kind),
    ...imageArg(services, { optional: kind.nullable.includes('image') }),
    ...(kind.protectable && { password: passwordArg(kind) }),
  };
  return Object.fromEntries(
    Object.entries(args).map(([name, arg]) => [name, kind.nullable.includes(name) ? { ...arg, default: null } : arg]),
  );
}

/** What null clears, with what it is then (DIFFERENCES 10). */
export const emptiedOf = <R extends PostRecord>({ emptied, protectable }: PostLike<R>): Readonly<Record<string, unknown>> =>
  protectable ? { ...emptied, password: '' } : emptied;

/** Stores a new record from checked params, within a transaction; whatever is refused leaves nothing behind. */
export async function createRecord<R extends PostRecord>(
  kind: PostLike<R>,
  services: Services,
  params: Sent,
  context: Omit<WriteContext<R>, 'current'>,
): Promise<R> {
  return kind.posts.create(await draftRecord(kind, services, params, context), context.session);
}

/** Works out a new record from checked params; what it links by name is stored on the way. */
export async function draftRecord<R extends PostRecord>(
  kind: PostLike<R>,
  services: Services,
  params: Sent,
  context: Omit<WriteContext<R>, 'current'>,
): Promise<Draft<R>> {
  // A default of null means “not given”.
  const sent = Object.fromEntries(Object.entries(params).filter(([, value]) => value !== null));
  const fields = await fieldsOf(kind, services, sent, { ...context, current: undefined });
  // As the reference has it, a new record counts as modified at its publication date, a draft's too.
  const published = fields.dateUtc ? toInstant(fields.dateUtc, 'UTC') : fields.date && toInstant(fields.date, services.site.timezone);
  const modified = published || services.clock.now();
  return { password: '', ...fields, language: context.language, modified } as unknown as Draft<R>;
}

/** Changes a record, read within the same transaction, by checked params. */
export async function updateRecord<R extends PostRecord>(
  kind: PostLike<R>,
  services: Services,
  sent: Sent,
  context: WriteContext<R> & { readonly current: R },
): Promise<R> {
  const fields = await fieldsOf(kind, services, await withoutShown(kind, sent, context), context);
  const changes = { ...fields, edited: true, modified: services.clock.now() };
  return kind.posts.update(context.current, changes as Partial<R>, context.session);
}

/**
 * What a plugin shows in the place of a field of the kind, written back as it was read, changes nothing (DIFFERENCES 29). Nor does the null that is
 * read of a field that cannot be shown: else who saves a whole record would lose what is stored.
 */
async function withoutShown<R extends PostRecord>(
  kind: PostLike<R>,
  sent: Sent,
  { current, ...asking }: WriteContext<R> & { readonly current: R },
): Promise<Sent> {
  const added = [...kind.added.values()].filter(({ name }) => Object.hasOwn(sent, name));
  const replaced = added.filter(({ arg, show }) => !arg && show);
  const emptied = added.filter(
    ({ name, arg, showing, empty }) =>
      arg && showing && isDeepStrictEqual(sent[name], empty) && !isDeepStrictEqual(current.fields?.[name] ?? empty, empty),
  );
  if (replaced.length + emptied.length === 0) return sent;
  const view: View = { ...asking, single: false };
  const [shown = {}] = (await kind.present([current], view)) as Sent[];
  const back = new Set(replaced.flatMap(({ name }) => (isDeepStrictEqual(sent[name], shown[name]) ? [name] : [])));
  for (const field of emptied) if (await isUnshown(field, current, view, shown)) back.add(field.name);
  return Object.fromEntries(Object.entries(sent).filter(([name]) => !back.has(name)));
}

async function fieldsOf<R extends PostRecord>(
  kind: PostLike<R>,
  services: Services,
  sent: Sent,
  context: WriteContext<R>,
): Promise<Partial<R>> {
  const { current, user, session } = context;
  const publication = publicationOf(sent as SentPublication, { current, user, plural: kind.plural, services });
  const own = await kind.write(sent, { ...context, status: publication.status });
  const image = await imageOf(sent as SentImage, current, services, session);
  const added = await storedFields(kind, sent, context);
  const password = kind.protectable && typeof sent['password'] === 'string' ? { password: sent['password'] } : {};
  return {
    ...own,
    ...added,
    ...publication,
    ...image,
    ...password,
    ...moved(current, publication, own.slug, services.site.timezone),
  } as Partial<R>;
}

/** What changes as a record goes to the trash or comes back: a slug given with the move wins. */
function moved<R extends PostRecord>(
  current: R | undefined,
  { status, date, dateUtc }: Pick<PostRecord, 'status' | 'date' | 'dateUtc'>,
  slug: string | undefined,
  zone: string,
): Partial<PostRecord> {
  if (!current) return {};
  if (status === 'trash' && current.status !== 'trash')
    return toTrash({ ...current, date, dateUtc, ...(slug !== undefined && { slug }) }, zone);
  if (status === 'trash' && slug !== undefined && slug !== current.slug)
    return { slug: trashedSlug(slug), trashed: { status: current.trashed?.status ?? 'draft', slug } };
  if (status !== 'trash' && current.trashed) return { slug: slug || current.trashed.slug, trashed: undefined as never };
  return {};
}
