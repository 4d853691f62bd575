import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Document } from 'bson';
import { EJSON } from 'bson';
import type { Answered } from './questions';

const FOLDER = path.join(__dirname, '../../../fixtures/layouts');

/** The versions of the layout of which a database is kept. */
export const KEPT_VERSIONS: readonly number[] = readdirSync(FOLDER, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => Number(name))
  .sort((one, other) => one - other);

const read = (version: number, name: string): Buffer => gunzipSync(readFileSync(path.join(FOLDER, String(version), name)));

/** The file of an embedded database. */
export const keptData = (version: number): Buffer => read(version, 'data.mdb.gz');

/** What a database of MongoDB held, by collection. */
export const keptDocuments = (version: number): ReadonlyMap<string, Document[]> => {
  const documents = new Map<string, Document[]>();
  for (const line of read(version, 'documents.ndjson.gz').toString().trimEnd().split('\n')) {
    const { collection, document } = EJSON.parse(line, { relaxed: false }) as { collection: string; document: Document };
    documents.set(collection, [...(documents.get(collection) ?? []), document]);
  }
  return documents;
};

/** The questions that a kept database was asked, with their answers. They are recorded anew where answers change on purpose. */
export const keptAnswers = (version: number): Answered[] => JSON.parse(read(version, 'answers.json.gz').toString()) as Answered[];
