import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Services } from '../../content';
import { createCatalogue, sampleRefusals } from '../../errors';
import { errorBody, problemBody } from '../../http';
import { ALL_LANGUAGES, isServed, type Language, type Served } from '../../language';
import type { Examples, RecordedAnswers } from '../../openapi';

const FOLDER = path.join(__dirname, '../../../../fixtures/examples');

/**
 * Reads the recorded example responses of the calendar in a language, by default in a service with all languages. `spec/examples` writes
 * these files.
 */
export const readAnswers = (language: Language, served: Served = ALL_LANGUAGES): RecordedAnswers =>
  JSON.parse(readFileSync(path.join(FOLDER, `${language}.json`), 'utf8'), (name, value) => reduced(name, value, served)) as RecordedAnswers;

/** Removes the languages that are not served from the members `translations` and `ml_language` of an example. */
const reduced = (name: string, value: unknown, served: Served): unknown => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  if (name === 'translations') return Object.fromEntries(Object.entries(value).filter(([one]) => isServed(one, served)));
  return name === 'ml_language' && 'enum' in value ? { ...value, enum: served.languages } : value;
};

/** The root URL and the request ID in all recorded example responses. */
export const EXAMPLE_REQUEST = { root: 'https://calendar.example.org', id: '00000000-0000-4000-8000-000000000000' } as const;

/** Makes example error bodies of a service, by code and status. */
const refusalsIn = (language: Language, services: Services): Examples['refusals'] => {
  const catalogue = createCatalogue(services);
  return Object.fromEntries(
    sampleRefusals(services).map((refusal) => {
      // A 408 is sent before the URL with its language is read.
      const json = errorBody(refusal, refusal.status === 408 ? services.site.served.first : language);
      return [`${refusal.code} ${refusal.status}`, { json, problem: problemBody(refusal, { ...EXAMPLE_REQUEST, language, catalogue }) }];
    }),
  );
};

/** Returns example responses in a language, reduced to the served languages, and example errors for the content types. */
export const examplesIn = (language: Language, services: Services): Examples => ({
  ...readAnswers(language, services.site.served),
  refusals: refusalsIn(language, services),
});
