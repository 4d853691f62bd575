import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type CataloguedTypes, createCatalogue, sampleRefusals } from '../../errors';
import { errorBody, problemBody } from '../../http';
import { isServed, type Language, type Served } from '../../language';
import type { Examples, RecordedAnswers } from '../../openapi';

/** The folder of the examples, beside the compiled files. */
const FOLDER = path.join(__dirname, '../../../../fixtures/examples');

/** Reads the recorded answers of the calendar in a language. `spec/examples` records them. */
export const readAnswers = (language: Language): RecordedAnswers =>
  JSON.parse(readFileSync(path.join(FOLDER, `${language}.json`), 'utf8')) as RecordedAnswers;

/** The address and the request ID of all recorded examples. */
export const EXAMPLE_REQUEST = { root: 'https://calendar.example.org', id: '00000000-0000-4000-8000-000000000000' } as const;

/** The error bodies of a service with these types, made from sample refusals. */
const refusalsIn = (language: Language, served: Served, types: CataloguedTypes): Examples['refusals'] => {
  const catalogue = createCatalogue(types);
  return Object.fromEntries(
    sampleRefusals(types).map((refusal) => {
      // A 408 is sent before the address is read.
      const json = errorBody(refusal, refusal.status === 408 ? served.first : language);
      return [`${refusal.code} ${refusal.status}`, { json, problem: problemBody(refusal, { ...EXAMPLE_REQUEST, language, catalogue }) }];
    }),
  );
};

/** Reduces the translations and languages in a member of an example to those that are served. */
const reducedMember = (name: string, value: unknown, served: Served): unknown => {
  if (name === 'translations' && isObject(value)) return Object.fromEntries(Object.entries(value).filter(([one]) => isServed(one, served)));
  if (name === 'ml_language' && isObject(value) && Array.isArray(value['enum'])) return { ...value, enum: served.languages };
  return value;
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const reducedToServed = (value: unknown, served: Served): unknown => {
  if (Array.isArray(value)) return value.map((one) => reducedToServed(one, served));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, reducedToServed(reducedMember(name, member, served), served)]),
  );
};

/** Examples of answers, reduced to the served languages, with errors for the given types. */
export const examplesIn = (language: Language, served: Served, types: CataloguedTypes): Examples => ({
  ...(reducedToServed(readAnswers(language), served) as RecordedAnswers),
  refusals: refusalsIn(language, served, types),
});
