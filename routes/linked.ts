import { errors, invalidParam } from '../lib/errors';
import type { Sent, View } from '../lib/kinds/context';
import { excerpt, line, title, websiteLine } from '../lib/kinds/fields/lines';
import { groupMembers } from '../lib/kinds/group-members';
import { changedFilters } from '../lib/kinds/listing/changed-filters';
import { filterBy } from '../lib/kinds/listing/filter-by';
import { lineSearch } from '../lib/kinds/listing/filters';
import { showsStandIns } from '../lib/kinds/listing/languages';
import type { ListFilter, PostLikeDeclaration } from '../lib/kinds/post-like';
import type { PostRecord } from '../lib/kinds/post-record';
import { meantPost } from '../lib/kinds/posts/meant-post';
import { seenPost } from '../lib/kinds/posts/seen-post';
import type { Services } from '../lib/kinds/services';
import { EVERY_MEMBER } from '../lib/kinds/shown-members';
import type { Language, Text } from '../lib/language';
import { linkedIds } from '../lib/records/links';
import { usedBy } from '../lib/records/usage';
import { idIn } from '../lib/values/asked-ids';
import { isTrue, repeatedBoolean } from '../lib/values/booleans';

// What venues and organizers have in common, as events link to both.

/** What a venue or an organizer keeps of the published, unprotected events that link to it: how many there are, and when the last of them ends. */
export interface Linked {
  readonly count: number;
  readonly until: Date | null;
  /** When the last of those of each other language ends, which are counted `abroad`. */
  readonly abroadUntil?: Readonly<Partial<Record<Language, Date | null>>>;
}

const BLANK_NAME: Text = { en: 'Send a name that is not blank.', fr: 'Envoyez un nom qui ne soit pas vide.' };

/** The field of the name, which bears the singular of the kind. */
export const name = <const K extends string>(kind: K, description: Text) =>
  ({
    ...title(description, (arg, isNew) =>
      isNew ? errors.couldNotCreate({ kind, name: description }, BLANK_NAME) : invalidParam(arg, BLANK_NAME),
    ),
    as: 'name',
    answers: { type: 'string', required: true, description: { en: 'The name', fr: 'Le nom' } },
  }) as const;

/** The fields that both have besides. */
export const shownExcerpt = { ...excerpt({ en: 'The excerpt', fr: 'L’extrait' }), taken: false } as const;

/** How to reach both. */
export const contact = {
  phone: line(
    { en: 'A phone number for visitors, as it is to be read', fr: 'Un numéro de téléphone pour les visiteurs, tel qu’il doit être lu' },
    true,
  ),
  website: websiteLine({
    en: 'Its own site: an address with its scheme, such as https://example.org',
    fr: 'Son propre site : une adresse avec son protocole, comme https://example.org',
  }),
} as const;

/** What both kinds say of themselves alike. */
export const linkedKind = <const K extends 'venue' | 'organizer'>(kind: K) =>
  ({
    kind,
    titled: 'name',
    sparse: true,
    nullable: ['image'],
    initial: { count: 0, ...usedBy(0), until: null } as object,
    errors: { creating: [`could-not-create-${kind}`], updating: [] },
  }) as const satisfies Partial<PostLikeDeclaration<PostRecord & Linked & { readonly name: string }>>;

/** That something holds of what is kept of the events of a record's own language or, where it may stand in for a translation, of those of the list's. */
const ofEither = (own: object, abroad: string, holds: object, sent: Sent, { language }: View): object =>
  showsStandIns(sent) ? { $or: [own, { [`${abroad}.${language}`]: holds }] } : own;

/** What the filters are described by. */
interface Words {
  readonly search: Text;
  readonly event: Text;
  readonly hasEvents: Text;
  readonly upcoming: Text;
}

/** The filters by words and by the events that link to the records; `plural` is the kind's, and the name of its IDs in events. */
export const linkedFilters = (services: Services, plural: string, words: Words): readonly ListFilter[] => [
  lineSearch(words.search),
  filterBy<number>(
    'event',
    { ...idIn(seenPost(services, [{ collection: 'events' }])), description: words.event },
    {
      async where(id, view) {
        const event = await meantPost(services.kinds.posts<PostRecord>('events'), 'events', id, view);
        const linked = event ? linkedIds(event, plural) : [];
        return { condition: { _id: { $in: await groupMembers(services.kinds.posts(plural), linked, EVERY_MEMBER) } }, index: null };
      },
      lasts: 'always',
      reads: ['events', plural],
    },
  ),
  filterBy(
    'has_events',
    { ...repeatedBoolean, description: words.hasEvents },
    {
      where(wanted, view, sent) {
        const { usage } = services.kinds;
        const some = ofEither(usage.where(true), 'abroad', { $gt: 0 }, sent, view);
        return { condition: isTrue(wanted) ? some : showsStandIns(sent) ? { $nor: [some] } : usage.where(false) };
      },
      lasts: 'always',
      reads: [],
    },
  ),
  filterBy(
    'only_with_upcoming',
    { ...repeatedBoolean, default: false, description: words.upcoming },
    {
      where(wanted, view, sent) {
        if (!isTrue(wanted)) return undefined;
        const upcoming = { $gte: services.clock.now() };
        return { condition: ofEither({ until: upcoming }, 'abroadUntil', upcoming, sent, view) };
      },
      inLinks: (sent) => (isTrue(sent) ? sent : undefined),
      lasts: (wanted) => (isTrue(wanted) ? 'second' : 'always'),
      reads: [],
    },
  ),
  ...changedFilters(services),
];
