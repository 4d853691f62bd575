import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Language } from '../language';
import type { Examples } from '../registry/openapi/examples';

/** Where the examples lie, beside what is compiled. */
const FOLDER = path.join(__dirname, '../../../fixtures/examples');

/** Reads the answers in a language that the calendar really gave to `spec/examples`, each time anew. */
export const readExamples = (language: Language): Examples =>
  JSON.parse(readFileSync(path.join(FOLDER, `${language}.json`), 'utf8')) as Examples;
