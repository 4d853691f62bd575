import { restUrl } from '../../lib/kinds/addresses';
import type { PostLike } from '../../lib/kinds/post-like/kind';
import type { PostRecord } from '../../lib/kinds/post-like/post-record';
import { assertReadable } from '../../lib/kinds/post-like/visibility';
import { html } from '../../lib/pages/html';
import { jsonLdScript } from '../../lib/pages/json-ld';
import type { Reply } from '../../lib/registry/reply';
import { calendarAddress } from './calendars';
import { eventSection, sectionAddress } from './event-section';
import { addressPart, contactFacts, factsList } from './facts';
import { folderAddress, framed, pluralName } from './frame';
import { linkedSections } from './post-section';
import { alternatesOf } from './record';
import { imageOf, nameOf, objectsIn, type Shown, summaryOf, textIn } from './shown';
import { picture, told } from './told';
import { type Visit, viewOf } from './visit';
import { WORDS } from './words';

/** The filters of events by the kinds that they link to. */
const FILTERS: Readonly<Record<string, string>> = { venues: 'venue', organizers: 'organizer' };

/** The page of a venue, an organizer, or a record of a plugin's kind. Throws for those who may not read it. */
export const postPage = async (visit: Visit, kind: PostLike<PostRecord>, record: PostRecord): Promise<Reply<string>> => {
  const { language, base, user } = visit;
  assertReadable(kind, record, user, undefined);
  const [shown = {}] = (await kind.present([record], viewOf(visit, true))) as Shown[];
  const url = textIn(shown, 'url');
  const title = nameOf(shown);
  const folder = folderAddress(visit, kind.segment);
  const filter = FILTERS[kind.plural];
  const isPublic = record.status === 'publish';
  const image = imageOf(shown);
  const facts = factsList(visit, [[WORDS.address, addressPart(shown, visit, shown['show_map_link'] === true)], ...contactFacts(shown)]);
  const filters = filter === undefined ? {} : { [filter]: [record._id] };
  const calendar = filter === undefined || !isPublic ? undefined : calendarAddress(visit, filters);
  return framed(visit, {
    title,
    section: folder,
    trail: [{ href: folder, text: pluralName(visit, kind) }],
    canonical: isPublic ? sectionAddress(visit, url) : undefined,
    alternates: alternatesOf(shown, url),
    summary: summaryOf(shown),
    image,
    data: restUrl(base, kind, record._id),
    calendar,
    // By itself, and not within an event, it needs to say whose words it uses.
    head: html`${objectsIn(shown, 'json_ld').map((one) => jsonLdScript({ '@context': 'https://schema.org', ...one }))}`,
    media: true,
    main: html`${!isPublic && html`<p><span class="mark">${WORDS.unpublished[language]}</span></p>\n`}<div class="record">
${facts !== undefined && html`<div class="facts">\n${facts}</div>\n`}<div class="told">
${picture(image, title)}${told(shown)}${await linkedSections(visit, kind, shown)}</div>
</div>
${calendar !== undefined && (await eventSection(visit, filters, url, calendar))}`,
  });
};
