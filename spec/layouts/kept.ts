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

/**
 * What was asked and has another answer on purpose since: filters understand the slug of another language, where it is none of their own; what is
 * asked for around a point tells how far it is.
 */
const ANSWERED_OTHERWISE = /^\/fr\/cal\/events\/v1\/events\?(?:categories=talks|tags=ete,straw)$|[?&]geoloc_lat=/;

/** What is said in the words of schema.org otherwise since: each value that was, and the one that is; undefined: it is left out. */
const SAID_OTHERWISE: Readonly<Record<string, readonly [was: string, is: string | undefined]>> = {
  '@type': ['Person', 'Organization'],
  availability: ['inStock', 'https://schema.org/InStock'],
  performer: ['Organization', undefined],
};

/** Plain texts made of HTML part paragraphs by a blank line since, in calendars (`\\n`) and in JSON-LD. */
const asItIsParted = (text: string): string => text.replace(/(Bring a cup\.)(\n|\\n)(?=alert)/g, '$1$2$2');

const asItIsSaid = (name: string, value: unknown): unknown => {
  if (typeof value === 'string' && value.includes('Bring a cup.')) return asItIsParted(value);
  const [was, is] = SAID_OTHERWISE[name] ?? [];
  return was !== undefined && value === was ? is : value;
};

/** What both answered, but for what is answered otherwise since. */
export const keptAnswers = (version: number): Answered[] =>
  (JSON.parse(read(version, 'answers.json.gz').toString(), asItIsSaid) as Answered[]).filter((one) => !ANSWERED_OTHERWISE.test(one.path));
