import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isServed, type Language, type Served } from '../language';
import type { Examples } from '../registry/openapi/examples';

/** Where the examples lie, beside what is compiled. */
const FOLDER = path.join(__dirname, '../../../fixtures/examples');

/** Reads the answers in a language that the calendar really gave to `spec/examples`, each time anew. */
export const readExamples = (language: Language): Examples =>
  JSON.parse(readFileSync(path.join(FOLDER, `${language}.json`), 'utf8')) as Examples;

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

/** The same as a service answers that serves these languages. */
export const examplesIn = (language: Language, served: Served): Examples => told(readExamples(language), served) as Examples;
