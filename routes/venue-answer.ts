import type { Answers } from '../lib/registry/answers';
import { placeAnswer } from './events/json-ld-answers';
import { bodyAnswers, filledAnswer, footAnswers, headAnswers } from './events/linked-answers';

const degrees = (most: 90 | 180) => ({ type: 'number', minimum: -most, maximum: most }) as const;

/** A venue; what is empty is left out (REFERENCE 5.1). */
export const venueAnswer = {
  type: 'object',
  title: 'Venue',
  properties: {
    ...headAnswers,
    venue: { type: 'string', required: true, description: { en: 'The name', fr: 'Le nom' } },
    ...bodyAnswers,
    address: filledAnswer,
    city: filledAnswer,
    country: filledAnswer,
    province: filledAnswer,
    state: filledAnswer,
    zip: filledAnswer,
    phone: filledAnswer,
    website: filledAnswer,
    stateprovince: {
      ...filledAnswer,
      description: { en: 'The state or province', fr: 'L’état ou la province' },
    },
    geo_lat: { ...degrees(90), description: { en: 'The latitude in degrees', fr: 'La latitude en degrés' } },
    geo_lng: { ...degrees(180), description: { en: 'The longitude in degrees', fr: 'La longitude en degrés' } },
    json_ld: placeAnswer,
    show_map: {
      type: 'boolean',
      required: true,
      description: { en: 'Whether events at the venue show a map', fr: 'Indique si les évènements du lieu affichent une carte' },
    },
    show_map_link: {
      type: 'boolean',
      required: true,
      description: {
        en: 'Whether events at the venue show a map link',
        fr: 'Indique si les évènements du lieu affichent un lien vers une carte',
      },
    },
    ...footAnswers,
  },
  description: { en: 'A venue. What is empty is left out.', fr: 'Un lieu. Ce qui est vide est omis.' },
} as const satisfies Answers;
