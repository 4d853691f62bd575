import { setImmediate as nextTurn } from 'node:timers/promises';
import { canRead } from '../../access';
import { errors } from '../../errors';
import { isSelected, MOST_ANSWER_BYTES } from '../../registry';
import { globalId, postUrl, restUrl, siteUrl, translationsOf } from '../records';
import type { PostLike, PostRecord, Services, View } from '../types';
import { isUnprotectedFor, presentImage, presentPublication } from '../visibility';
import { fieldView, fill, hidePluginFields, type ShownAnswer, showPluginFields, viewForPlugins } from './plugin-values';

type ShownType = Pick<PostLike, 'namespace' | 'plural' | 'segment' | 'sparse' | 'protectable' | 'fields' | 'pluginFields'>;

/** The root of the site's pages, and its host with port. */
interface PageRoot {
  readonly origin: string;
  readonly host: string;
}

/** Makes the function that presents records of a content type. Its fields are between members that every record has. */
export function createPresenter(services: Services, type: ShownType) {
  const { plural, sparse, protectable, pluginFields } = type;
  const own = type.fields.filter(({ plugin, show }) => plugin === undefined && show !== undefined);
  const [dependent, independent] = [own.filter(({ buildsOnShown }) => buildsOnShown), own.filter(({ buildsOnShown }) => !buildsOnShown)];

  const begin = (record: PostRecord, view: View, { origin, host }: PageRoot): ShownAnswer => {
    const { _id: id, language, slug, status } = record;
    const publication = presentPublication(record, services.site.timezone);
    const url = postUrl({ id, language, slug, status }, type.segment, origin);
    if (sparse) return { id, ...publication, url };
    return { id, ...globalIds(id, host), ...publication, url, rest_url: restUrl(view.baseUrl, type, id) };
  };
  const end = (record: PostRecord, { baseUrl, user }: View, { origin, host }: PageRoot): ShownAnswer => ({
    ...(sparse && globalIds(record._id, host)),
    language: record.language,
    translations: translationsOf(record, type, { baseUrl, origin, served: services.site.served }, (sibling) =>
      canRead(user, plural, sibling),
    ),
  });

  /** Presents records without plugins' fields. Records outside `unprotected` hide some fields. */
  const presentOwn = async (records: readonly PostRecord[], view: View, unprotected: ReadonlySet<PostRecord>): Promise<ShownAnswer[]> => {
    const origin = siteUrl(view.baseUrl, services.site);
    const place = { origin, host: new URL(origin).host };
    // A field that reads other shown fields needs all of them.
    const ownView = dependent.some(({ name }) => isSelected(view.selected, name)) ? { ...view, selected: undefined } : view;
    const fields = independent.filter(({ name }) => isSelected(ownView.selected, name));
    const images = isSelected(ownView.selected, 'image') ? records.flatMap(({ image }) => image ?? []) : [];
    // All reads run at the same time.
    const [media, ...values] = await Promise.all([
      services.media.many(images),
      ...fields.map(async (field) => field.show?.(records, fieldView(field, ownView), [])),
    ]);
    const shown = records.map((record, position): ShownAnswer => {
      const isUnprotected = unprotected.has(record);
      const answer = begin(record, view, place);
      for (const [index, { name, hidden }] of fields.entries()) {
        const value = hidden && !isUnprotected ? hidden.value : values[index]?.[position];
        if (value !== undefined) answer[name] = value;
      }
      const image = protectable && !isUnprotected ? false : presentImage(record.image === null ? undefined : media.get(record.image));
      if (record.slug !== '' || !sparse) answer['slug'] = record.slug;
      if (image || !sparse) answer['image'] = image;
      return Object.assign(answer, end(record, view, place));
    });
    for (const field of dependent)
      if (isSelected(view.selected, field.name)) fill(field.name, shown, await field.show?.(records, ownView, shown));
    return shown;
  };

  return async (records: readonly PostRecord[], requested: View): Promise<ShownAnswer[]> => {
    const view = viewForPlugins(pluginFields, requested);
    // Lists hide protected parts. Routes of one record have checked access before.
    const unprotected = new Set(
      records.filter((record) => view.single || !protectable || isUnprotectedFor(view.user, plural, record, view.password)),
    );
    const most = view.shortened ? Number.POSITIVE_INFINITY : MOST_ANSWER_BYTES;
    const shown = await presentInParts(records, (some) => presentOwn(some, view, unprotected), most);
    const isUnprotected = (_: unknown, index: number): boolean => unprotected.has(records[index] as PostRecord);
    // One call of each plugin function serves all records.
    await showPluginFields(pluginFields, records.filter(isUnprotected), view, shown.filter(isUnprotected), services.reportFieldFailure);
    const hidden = shown.filter((answer, index) => !isUnprotected(answer, index));
    hidePluginFields(pluginFields, view, hidden);
    return shown;
  };
}

const globalIds = (id: number, host: string) => {
  const global = globalId(host, id);
  return { global_id: global, global_id_lineage: [global] };
};

/** Characters of text that one turn of the event loop presents. A single record may have more. */
const TURN_CHARACTERS = 131_072;

/** Counts the characters of an object's texts, without inner objects. */
const charactersOf = (record: object): number => {
  let characters = 0;
  for (const name in record) {
    const value = (record as Readonly<Record<string, unknown>>)[name];
    if (typeof value === 'string') characters += value.length;
  }
  return characters;
};

/** Splits records into parts of limited text length. A record with longer texts is a part of its own. */
const partsByTextLength = <R extends object>(records: readonly R[]): readonly (readonly R[])[] => {
  const parts: R[][] = [];
  let room = 0;
  for (const record of records) {
    const characters = charactersOf(record);
    const part = parts.at(-1);
    if (part && characters <= room) part.push(record);
    else {
      parts.push([record]);
      room = TURN_CHARACTERS;
    }
    room -= characters;
  }
  return parts;
};

/**
 * Presents records part by part, so that other requests are served in between. Throws `rest_answer_too_large` as soon as the texts exceed
 * `most` characters, by default the limit of a JSON response.
 */
export const presentInParts = async <R extends object>(
  records: readonly R[],
  show: (some: readonly R[]) => Promise<ShownAnswer[]>,
  most = MOST_ANSWER_BYTES,
): Promise<ShownAnswer[]> => {
  const parts = partsByTextLength(records);
  if (parts.length < 2) return show(records);
  const shown: ShownAnswer[] = [];
  let characters = 0;
  for (const part of parts) {
    const answers = await show(part);
    for (const answer of answers) characters += charactersOf(answer);
    if (characters > most) throw errors.answerTooLarge(MOST_ANSWER_BYTES);
    shown.push(...answers);
    await nextTurn();
  }
  return shown;
};
