import { idAnswers, languageAnswers, restUrlAnswer, urlAnswer } from '../../lib/kinds/answers/address-answers';
import { publicationAnswers } from '../../lib/kinds/answers/publication-answers';
import { wallAnswer } from '../../lib/kinds/answers/wall-answer';
import { textAnswers } from '../../lib/kinds/post-like/described-answer';
import { assignedAnswer } from '../../lib/kinds/term-like/term-answer';
import type { Text } from '../../lib/language';
import type { Answers } from '../../lib/registry/answers';
import { organizerAnswer } from '../organizer-answer';
import { venueAnswer } from '../venue-answer';
import { costAnswers } from './cost-answers';
import { dateDetailsAnswer } from './date-details-answer';
import { eventJsonLdAnswer } from './json-ld-answers';

/** What lists hide of a protected event is null there. */
const flag = <const D extends Text>(description: D) =>
  ({
    type: ['boolean', 'null'],
    required: true,
    description: {
      en: `${description.en}; null in a list that hides it, since the event is protected`,
      fr: `${description.fr} ; null dans une liste qui le cache, l’évènement étant protégé`,
    },
  }) as const;

const terms = { type: 'array', items: assignedAnswer, required: true } as const;

/** Makes the schema of an event of those of a venue and an organizer (REFERENCE 4.1). */
export const eventAnswerWith = <const V extends Answers, const O extends Answers>(venue: V, organizer: O) =>
  ({
    type: 'object',
    title: 'Event',
    properties: {
      ...idAnswers,
      ...publicationAnswers,
      url: urlAnswer,
      rest_url: restUrlAnswer,
      ...textAnswers,
      all_day: flag({ en: 'Whether it lasts whole days', fr: 'Indique s’il dure des journées entières' }),
      start_date: { ...wallAnswer, description: { en: 'The start, in its own zone', fr: 'Le début, dans son fuseau' } },
      start_date_details: dateDetailsAnswer,
      end_date: { ...wallAnswer, description: { en: 'The end, in its own zone', fr: 'La fin, dans son fuseau' } },
      end_date_details: dateDetailsAnswer,
      utc_start_date: { ...wallAnswer, description: { en: 'The start in UTC', fr: 'Le début en UTC' } },
      utc_start_date_details: dateDetailsAnswer,
      utc_end_date: { ...wallAnswer, description: { en: 'The end in UTC', fr: 'La fin en UTC' } },
      utc_end_date_details: dateDetailsAnswer,
      timezone: {
        type: 'string',
        required: true,
        description: { en: 'The zone, as a name of IANA or an offset', fr: 'Le fuseau, selon son nom IANA ou par un décalage' },
      },
      timezone_abbr: {
        type: 'string',
        required: true,
        description: { en: 'What the zone is called at the start', fr: 'Le nom court du fuseau au début de l’évènement' },
      },
      ...costAnswers,
      website: {
        type: 'string',
        required: true,
        description: {
          en: 'The website, with & as &amp;; the event’s own page where it never had one',
          fr: 'Le site web, où & s’écrit &amp; ; la page de l’évènement s’il n’en a jamais eu',
        },
      },
      show_map: flag({ en: 'Whether to show a map', fr: 'Indique s’il faut montrer une carte' }),
      show_map_link: flag({ en: 'Whether to link a map', fr: 'Indique s’il faut un lien vers une carte' }),
      hide_from_listings: flag({ en: 'Whether lists leave it out', fr: 'Indique si les listes l’omettent' }),
      sticky: flag({ en: 'Whether it is pinned', fr: 'Indique s’il est épinglé' }),
      featured: flag({ en: 'Whether it is featured', fr: 'Indique s’il est mis en avant' }),
      categories: { ...terms, description: { en: 'The categories, by name', fr: 'Les catégories, par nom' } },
      tags: { ...terms, description: { en: 'The tags, by name', fr: 'Les étiquettes, par nom' } },
      venue: {
        anyOf: [venue, { type: 'array', items: venue }],
        required: true,
        description: {
          en: 'The venue; an empty list where there is none, and a list of several',
          fr: 'Le lieu ; une liste vide s’il n’y en a pas, et une liste s’il y en a plusieurs',
        },
      },
      organizer: { type: 'array', items: organizer, required: true, description: { en: 'The organizers', fr: 'Les organisateurs' } },
      post_parent: {
        type: 'integer',
        description: { en: 'The ID of the parent event, if it may be seen', fr: 'L’identifiant de l’évènement parent, s’il est visible' },
      },
      custom_fields: { type: 'array', maxItems: 0, required: true, description: { en: 'Always empty', fr: 'Toujours vide' } },
      ...languageAnswers,
      json_ld: eventJsonLdAnswer,
    },
    description: {
      en: 'An event. Lists show others no texts, links and settings of one that is protected.',
      fr: 'Un évènement. Les listes cachent aux autres les textes, liens et réglages de celui qui est protégé.',
    },
  }) as const satisfies Answers;

/** An event, as long as no plugin adds to what it shows. */
export const eventAnswer: ReturnType<typeof eventAnswerWith<typeof venueAnswer, typeof organizerAnswer>> = eventAnswerWith(
  venueAnswer,
  organizerAnswer,
);
