import type { Filter, IndexDescription } from 'mongodb';
import { canRead, mayName } from '../../lib/access/posts';
import { slugify } from '../../lib/calendar/slug';
import { excerptHtml, paragraphs, plainText, sanitizeHtml } from '../../lib/calendar/text';
import { readWebsite } from '../../lib/calendar/website';
import { errors, invalidParam } from '../../lib/errors';
import { globalId, postUrl, siteUrl, translationsOf } from '../../lib/kinds/addresses';
import { extensible } from '../../lib/kinds/fields/added';
import type { FieldsContext, Sent, View } from '../../lib/kinds/post-like/context';
import { presentImage } from '../../lib/kinds/post-like/images';
import type { ListQuery, PostLike } from '../../lib/kinds/post-like/kind';
import { presentPublication } from '../../lib/kinds/post-like/publication';
import { seenEvent } from '../../lib/kinds/post-like/seen-post';
import { foldedLines, inOneLine, nameKey } from '../../lib/kinds/searching';
import type { Services } from '../../lib/kinds/services';
import type { Text } from '../../lib/language';
import { NEWEST, POST_INDEXES } from '../../lib/records/indexes';
import { type AnswerValue, exactly } from '../../lib/registry/answers';
import type { Args } from '../../lib/registry/args';
import { WEBSITE as ADDRESS, BOOLEAN, either, TEXT, visible } from '../../lib/values/accepted';
import { filled, idFilter, isEmptyOtherwise, isTrue, LONGEST, text } from '../../lib/values/common';
import type { EventRecord, LinkedRecord } from './event-record';
import type { bodyAnswer, footAnswer, headAnswer } from './linked-answers';

/** What sets one kind of linked record apart: a venue, an organizer. */
export interface LinkedDescription<R extends LinkedRecord, S extends object> {
  readonly kind: string;
  readonly plural: string;
  readonly name: Text;
  readonly names: Text;
  readonly one: Text;
  readonly filters: { readonly event: Text; readonly hasEvents: Text; readonly upcoming: Text; readonly search: Text };
  /** Args beside those of every kind: the name first. */
  readonly fields: Args;
  /** Plain-text fields, by wire name; stored under the same name. */
  readonly texts: readonly (keyof R & string)[];
  readonly nullable: readonly string[];
  /** Names of args that are declared as texts and shown as booleans. */
  readonly switches?: readonly string[];
  readonly indexes?: readonly IndexDescription[];
  /** Fields that null clears beside the texts, with what they are then. */
  readonly emptied?: Readonly<Record<string, unknown>>;
  /** Stored fields that are no plain texts, or that answers show otherwise than they are stored. */
  write?(sent: Sent, current: R | undefined): Partial<R>;
  /** Shows a record, given what both kinds show alike; with JSON-LD where it is asked for itself. */
  present(record: R, parts: LinkedParts, single: boolean): S;
  answer: PostLike<R>['answer'];
}

/** What venues and organizers show alike: before the name, after it, and last. */
export interface LinkedParts {
  readonly head: AnswerValue<typeof headAnswer>;
  readonly body: AnswerValue<typeof bodyAnswer>;
  readonly foot: AnswerValue<typeof footAnswer>;
}

const head = exactly<typeof headAnswer>();
const body = exactly<typeof bodyAnswer>();
const foot = exactly<typeof footAnswer>();

/** Text args of a linked record: strings, empty ones allowed, which clear on updates. */
export const textArg = (name: string, description: Text) =>
  ({ type: 'string', default: null, validate: text(name), accepts: TEXT, description }) as const;

export const websiteArg = (name: string, description: Text) =>
  ({
    type: 'string',
    default: null,
    validate(value: unknown): true {
      if (isEmptyOtherwise(value)) throw errors.invalidType(name, ['string']);
      // The CMS takes the text `0` for empty too.
      if (typeof value === 'string' && (value === '0' || readWebsite(value) !== undefined)) return true;
      throw errors.invalidValue(WEBSITE);
    },
    accepts: either(ADDRESS, { type: 'string', enum: ['', '0'] }),
    description,
  }) as const;

export const WEBSITE: Text = {
  en: 'Send an address with a scheme, e.g. https://example.org, in ASCII and without blanks.',
  fr: 'Envoyez une adresse avec son protocole, par exemple https://example.org, en ASCII et sans espaces.',
};

const BLANK_NAME: Text = { en: 'Send a name that is not blank.', fr: 'Envoyez un nom qui ne soit pas vide.' };

/** The name of a venue or organizer. */
export const nameArg = (description: Text) =>
  ({ type: 'string', required: true, validate: filled(LONGEST.title), accepts: visible(LONGEST.title), description }) as const;

/** Makes the post-like kind of a record that events link to (SPECIFICATION 4.3 and 4.4, REFERENCE 5 and 6). */
export function linkedKind<R extends LinkedRecord, S extends object>(services: Services, linked: LinkedDescription<R, S>): PostLike<R, S> {
  const { kind, plural, name, names, one, texts } = linked;
  const zone = services.site.timezone;
  const posts = services.kinds.registerPosts<R>({
    plural,
    indexes: [...POST_INDEXES, ...(linked.indexes ?? [])],
    counted: [],
    keys: (record) => ({
      name: nameKey(record.name),
      text: foldedLines([record.name, record.description, ...texts.map((field) => String((record as R)[field]))]),
    }),
  });

  const events = () => services.kinds.posts<EventRecord>('events');

  const seesEvent = seenEvent(services);

  return extensible<R, S>(services, {
    namespace: services.namespace,
    kind,
    plural,
    name,
    names,
    one,
    segment: kind,
    posts,
    protectable: false,
    listed: NEWEST.key,
    fields: linked.fields,
    ...(linked.switches && { switches: linked.switches }),
    search: linked.filters.search,
    filters: {
      event: { type: 'integer', ...idFilter(seesEvent), accepts: { type: 'integer', minimum: 1 }, description: linked.filters.event },
      has_events: { ...flag('has_events'), description: linked.filters.hasEvents },
      only_with_upcoming: { ...flag('only_with_upcoming'), default: false, description: linked.filters.upcoming },
    },
    emptied: { ...Object.fromEntries(['description', ...texts].map((field) => [field, ''])), image: null, ...linked.emptied },
    left: [],
    nullable: linked.nullable,

    errors: { creating: [`could-not-create-${kind}`], updating: [] },

    async write(sent, context: FieldsContext<R>) {
      const { current } = context;
      const said = sent[kind];
      const title = typeof said === 'string' ? plainText(said) : current?.name;
      if (!title) throw current ? invalidParam(kind, BLANK_NAME) : errors.couldNotCreate({ kind, name }, BLANK_NAME);
      const shown = current && paragraphs(current.description);
      const description =
        typeof sent['description'] === 'string' && sent['description'] !== shown ? sanitizeHtml(sent['description']) : undefined;
      const own: Record<string, unknown> = { name: title };
      for (const field of texts) {
        const value = sent[field];
        if (typeof value === 'string') own[field] = field === 'website' ? (readWebsite(value) ?? '') : line(value);
        else if (!current) own[field] = '';
      }
      return {
        ...own,
        ...linked.write?.(sent, current),
        description: description ?? current?.description ?? '',
        ...(current ? renamed(sent['slug'], title, context) : { slug: slugify(title), excerpt: '', count: 0, until: null }),
      } as Partial<R>;
    },

    async list(filters, _view): Promise<ListQuery<R>> {
      const {
        event,
        has_events: hasEvents,
        only_with_upcoming: onlyUpcoming,
        search,
      } = filters as {
        event?: number;
        has_events?: unknown;
        only_with_upcoming?: unknown;
        search?: string;
      };
      const conditions: object[] = [];
      if (event !== undefined) conditions.push({ _id: { $in: (await events().byId(event))?.[plural as 'venues'] ?? [] } });
      if (hasEvents !== undefined) conditions.push({ count: isTrue(hasEvents) ? { $gt: 0 } : 0 });
      if (isTrue(onlyUpcoming)) conditions.push({ until: { $gte: services.clock.now() } });
      if (search !== undefined) conditions.push(inOneLine(search, 'keys.text'));
      return {
        filter: (conditions.length > 0 ? { $and: conditions } : {}) as Filter<R>,
        sort: { date: -1, _id: -1 },
        hint: event === undefined ? NEWEST.name : undefined,
        first: { search, event, has_events: hasEvents, only_with_upcoming: isTrue(onlyUpcoming) ? onlyUpcoming : undefined },
        last: {},
      };
    },

    answer: linked.answer,

    async present(records, view) {
      const media = await services.media.many(records.flatMap(({ image }) => image ?? []));
      return records.map((record) => presentLinked(record, view, record.image === null ? undefined : media.get(record.image)));
    },
  });

  /** The slug that an update by slug gives (DIFFERENCES 9). */
  function renamed(slug: unknown, title: string, { current, status, user }: FieldsContext<R>): { slug?: string } {
    if (typeof slug !== 'string' || slug === current?.slug || !mayName(user, plural, status)) return {};
    return { slug: slugify(slug) || slugify(title) || String(current?._id) };
  }

  function presentLinked(record: R, view: View, media: Parameters<typeof presentImage>[0]): S {
    const origin = siteUrl(view.baseUrl, services.site);
    const { _id: id, language, slug, status } = record;
    const parts = {
      head: head({ id, ...presentPublication(record, zone), url: postUrl({ id, language, slug, status }, kind, origin) }),
      body: body(
        filledIn({ description: paragraphs(record.description), excerpt: excerptHtml(record.excerpt), slug, image: presentImage(media) }),
      ),
      foot: foot({
        global_id: globalId(origin, id),
        global_id_lineage: [globalId(origin, id)],
        language,
        translations: translationsOf(
          record,
          { namespace: services.namespace, plural, segment: kind },
          { baseUrl: view.baseUrl, origin },
          (sibling) => canRead(view.user, plural, sibling),
        ),
      }),
    };
    return linked.present(record, parts, view.single);
  }
}

/** A text of one line, as the reference stores these: without tags, each run of white space one blank. */
export const line = (value: string): string => plainText(value).replace(/\s+/g, ' ');

/** Empty fields of venues and organizers are left out (REFERENCE 5.1). */
export const filledIn = <T extends object>(fields: T): Filled<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== '' && value !== false && value !== undefined)) as Filled<T>;

type Filled<T> = { [K in keyof T]?: Exclude<T[K], false> };

/** A boolean that links repeat as it was sent. */
const flag = (name: string) =>
  ({
    type: 'boolean',
    validate(value: unknown): true {
      if (typeof value === 'boolean' || value === 0 || value === 1 || (typeof value === 'string' && /^(true|false|0|1)$/i.test(value)))
        return true;
      throw errors.invalidType(name, ['boolean']);
    },
    sanitize: (value: unknown): unknown => value,
    accepts: BOOLEAN,
  }) as const;
