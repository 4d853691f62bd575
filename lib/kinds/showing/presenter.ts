import { canRead } from '../../access/posts';
import { globalId, postUrl, restUrl, siteUrl, translationsOf } from '../addresses';
import type { View } from '../context';
import type { KindField } from '../field';
import type { PostLike } from '../post-like';
import type { PostRecord } from '../post-record';
import { presentImage } from '../posts/images';
import { presentPublication } from '../posts/publication';
import { isOpenTo } from '../posts/visibility';
import type { Services } from '../services';
import { shownValues } from './shown-values';

type Shown = Record<string, unknown>;

/** What of a kind its records are shown by. */
type Showing = Pick<PostLike, 'namespace' | 'plural' | 'segment' | 'sparse' | 'protectable' | 'fields' | 'added'>;

/** Makes the function that shows records of a kind as clients see them: what every record has, and between its beginning and end the fields. */
export function createPresenter(services: Services, kind: Showing) {
  const { plural, sparse, protectable, added } = kind;
  const own = kind.fields.filter(({ plugin, show }) => plugin === undefined && show !== undefined);
  const [late, early] = [own.filter(({ afterwards }) => afterwards), own.filter(({ afterwards }) => !afterwards)];

  const begin = (record: PostRecord, view: View, origin: string): Shown => {
    const { _id: id, language, slug, status } = record;
    const url = postUrl({ id, language, slug, status }, kind.segment, origin);
    const publication = presentPublication(record, services.site.timezone);
    if (sparse) return { id, ...publication, url };
    return { id, ...globalIds(id, origin), ...publication, url, rest_url: restUrl(view.baseUrl, kind, id) };
  };
  const end = (record: PostRecord, view: View, origin: string): Shown => ({
    ...(sparse && globalIds(record._id, origin)),
    language: record.language,
    translations: translationsOf(record, kind, { baseUrl: view.baseUrl, origin, served: services.site.served }, (sibling) =>
      canRead(view.user, plural, sibling),
    ),
  });

  /** Nobody knows what functions of plugins look at, and to them all is shown as it will be. */
  const watched = (view: View): View => {
    if (view.madeOf === undefined || !added.some(({ showing }) => showing !== undefined)) return view;
    view.madeOf.anything();
    return { ...view, madeOf: undefined };
  };

  return async (records: readonly PostRecord[], asked: View): Promise<Shown[]> => {
    const view = watched(asked);
    const origin = siteUrl(view.baseUrl, services.site);
    for (const { _id, image } of records) {
      view.madeOf?.records(_id, plural, [_id]);
      if (image !== null) view.madeOf?.records(_id, 'media', [image]);
    }
    // All look-ups at once.
    const [media, ...values] = await Promise.all([
      services.media.many(records.flatMap(({ image }) => image ?? [])),
      ...early.map(async (field) => field.show?.(records, view, NOTHING)),
    ]);
    // Of a protected record lists show nothing that it hides.
    const open = records.map((record) => view.single || !protectable || isOpenTo(view.user, plural, record, view.password));
    const shown = records.map((record, place): Shown => {
      const answer = begin(record, view, origin);
      for (const [index, { name, hidden }] of early.entries()) {
        const value = hidden && !open[place] ? hidden.value : values[index]?.[place];
        if (value !== undefined) answer[name] = value;
      }
      const image = protectable && !open[place] ? false : presentImage(record.image === null ? undefined : media.get(record.image));
      if (record.slug !== '' || !sparse) answer['slug'] = record.slug;
      if (image || !sparse) answer['image'] = image;
      return Object.assign(answer, end(record, view, origin));
    });
    for (const field of late) fill(field, shown, await field.show?.(records, view, shown));
    if (added.length > 0) await showAdded(added, records, open, view, shown, services.unshown);
    return shown;
  };
}

const NOTHING: readonly Shown[] = [];

const globalIds = (id: number, origin: string) => ({ global_id: globalId(origin, id), global_id_lineage: [globalId(origin, id)] });

const fill = ({ name }: KindField, answers: readonly Shown[], values: readonly unknown[] | undefined): void => {
  for (const [place, answer] of answers.entries()) if (values?.[place] !== undefined) answer[name] = values[place];
};

/** Shows what was added beside what the kind shows, or in its place. */
async function showAdded(
  added: readonly KindField[],
  records: readonly PostRecord[],
  open: readonly boolean[],
  view: View,
  answers: readonly Shown[],
  unshown: Services['unshown'],
): Promise<void> {
  const visible = records.filter((_, place) => open[place]);
  const seen = answers.filter((_, place) => open[place]);
  const closed = answers.filter((_, place) => !open[place]);
  for (const field of added) {
    const { name, show, outermost, hidden } = field;
    if (show === undefined || (outermost && view.embedded)) continue;
    if (visible.length > 0) fill(field, seen, await shownValues(field, visible, view, seen, unshown));
    for (const answer of closed) if (!(name in answer)) answer[name] = hidden?.value ?? null;
  }
}
