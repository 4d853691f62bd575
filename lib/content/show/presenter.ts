import { canRead } from '../../access';
import { isSelected } from '../../registry';
import { globalId, postUrl, restUrl, siteUrl, translationsOf } from '../records';
import type { PostLike, PostRecord, Services, View } from '../types';
import { isUnprotectedFor, presentImage, presentPublication } from '../visibility';
import { fieldView, fill, filledView, hideAdded, type ShownAnswer, showAdded, widenedView } from './added-values';
import { inTurns } from './turns';

/** What of a kind its records are shown by. */
type Showing = Pick<PostLike, 'namespace' | 'plural' | 'segment' | 'sparse' | 'protectable' | 'fields' | 'added'>;

/** Makes the function that shows records of a kind as clients see them: what every record has, and between its beginning and end the fields. */
export function createPresenter(services: Services, kind: Showing) {
  const { plural, sparse, protectable, added } = kind;
  const own = kind.fields.filter(({ plugin, show }) => plugin === undefined && show !== undefined);
  const [late, early] = [own.filter(({ afterwards }) => afterwards), own.filter(({ afterwards }) => !afterwards)];

  const begin = (record: PostRecord, view: View, origin: string): ShownAnswer => {
    const { _id: id, language, slug, status } = record;
    const url = postUrl({ id, language, slug, status }, kind.segment, origin);
    const publication = presentPublication(record, services.site.timezone);
    if (sparse) return { id, ...publication, url };
    return { id, ...globalIds(id, origin), ...publication, url, rest_url: restUrl(view.baseUrl, kind, id) };
  };
  const end = (record: PostRecord, view: View, origin: string): ShownAnswer => ({
    ...(sparse && globalIds(record._id, origin)),
    language: record.language,
    translations: translationsOf(record, kind, { baseUrl: view.baseUrl, origin, served: services.site.served }, (sibling) =>
      canRead(view.user, plural, sibling),
    ),
  });

  /** The view of the kind's own fields: all of them where one is asked for that is made of what others show. */
  const ownView = (view: View): View => (late.some(({ name }) => isSelected(view.wanted, name)) ? { ...view, wanted: undefined } : view);

  /** Shows the kind's own fields of records; those that are not `open` hide some of them. */
  const showOwn = async (records: readonly PostRecord[], view: View, open: ReadonlySet<PostRecord>): Promise<ShownAnswer[]> => {
    const origin = siteUrl(view.baseUrl, services.site);
    const own = ownView(view);
    const asked = early.filter(({ name }) => isSelected(own.wanted, name));
    const images = isSelected(own.wanted, 'image') ? records.flatMap(({ image }) => image ?? []) : [];
    // All look-ups at once.
    const [media, ...values] = await Promise.all([
      services.media.many(images),
      ...asked.map(async (field) => field.show?.(records, fieldView(field, own), NOTHING)),
    ]);
    const shown = records.map((record, place): ShownAnswer => {
      const isOpen = open.has(record);
      const answer = begin(record, view, origin);
      for (const [index, { name, hidden }] of asked.entries()) {
        const value = hidden && !isOpen ? hidden.value : values[index]?.[place];
        if (value !== undefined) answer[name] = value;
      }
      const image = protectable && !isOpen ? false : presentImage(record.image === null ? undefined : media.get(record.image));
      if (record.slug !== '' || !sparse) answer['slug'] = record.slug;
      if (image || !sparse) answer['image'] = image;
      return Object.assign(answer, end(record, view, origin));
    });
    for (const field of late) if (isSelected(view.wanted, field.name)) fill(field.name, shown, await field.show?.(records, own, shown));
    return shown;
  };

  return async (records: readonly PostRecord[], asked: View): Promise<ShownAnswer[]> => {
    const view = widenedView(added, filledView(added, asked));
    // Lists show nothing that a protected record hides.
    const open = new Set(
      records.filter((record) => view.single || !protectable || isUnprotectedFor(view.user, plural, record, view.password)),
    );
    const shown = await inTurns(records, (some) => showOwn(some, view, open), view.shortened && Number.POSITIVE_INFINITY);
    const shownOf = (isOpen: boolean) => shown.filter((_, place) => open.has(records[place] as PostRecord) === isOpen);
    // Functions of plugins are asked once for all records.
    await showAdded(
      added,
      records.filter((record) => open.has(record)),
      view,
      shownOf(true),
      services.unshown,
    );
    hideAdded(added, view, shownOf(false));
    return shown;
  };
}

const NOTHING: readonly ShownAnswer[] = [];

const globalIds = (id: number, origin: string) => ({ global_id: globalId(origin, id), global_id_lineage: [globalId(origin, id)] });
