import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type CataloguedTypes, createCatalogue, sampleRefusals } from '../../errors';
import { errorBody, problemBody } from '../../http';
import { isServed, type Language, type Served } from '../../language';
import type { Examples, RecordedAnswers } from '../../openapi';

/** Where the examples lie, beside what is compiled. */
const FOLDER = path.join(__dirname, '../../../../fixtures/examples');

/** Reads the answers in a language that the calendar really gave to `spec/examples`, each time anew. */
export const readAnswers = (language: Language): RecordedAnswers =>
  JSON.parse(readFileSync(path.join(FOLDER, `${language}.json`), 'utf8')) as RecordedAnswers;

/** The address at which all examples were asked for, and the ID of the request. */
export const EXAMPLE_REQUEST = { root: 'https://calendar.example.org', id: '00000000-0000-4000-8000-000000000000' } as const;

/** The errors that a service with these kinds answers, as its refusals make them. */
const refusalsIn = (language: Language, served: Served, kinds: CataloguedTypes): Examples['refusals'] => {
  const catalogue = createCatalogue(kinds);
  return Object.fromEntries(
    sampleRefusals(kinds).map((refusal) => {
      // It is too late before anything is read of the address.
      const json = errorBody(refusal, refusal.status === 408 ? served.first : language);
      return [`${refusal.code} ${refusal.status}`, { json, problem: problemBody(refusal, { ...EXAMPLE_REQUEST, language, catalogue }) }];
    }),
  );
};

/** The members of an example that hold something for each language; the values of `ml_language` are those of a declaration. */
const byLanguage = (name: string, value: unknown, served: Served): unknown => {
  if (name === 'translations' && isObject(value)) return Object.fromEntries(Object.entries(value).filter(([one]) => isServed(one, served)));
  if (name === 'ml_language' && isObject(value) && Array.isArray(value['enum'])) return { ...value, enum: served.languages };
  return value;
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const told = (value: unknown, served: Served): unknown => {
  if (Array.isArray(value)) return value.map((one) => told(one, served));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, told(byLanguage(name, member, served), served)]));
};

/** Examples of what a service answers that serves these languages and has these kinds. */
export const examplesIn = (language: Language, served: Served, kinds: CataloguedTypes): Examples => ({
  ...(told(readAnswers(language), served) as RecordedAnswers),
  refusals: refusalsIn(language, served, kinds),
});
