import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { EJSON } from 'bson';
import type { Db } from 'mongodb';
import { digestPassword } from '../../lib/access/application-password';
import { publishDue } from '../../lib/kinds/posts/publish-due';
import { readRole } from '../../lib/program/accounts';
import { toUser } from '../../lib/program/authentication';
import { seed } from '../../lib/program/seed';
import { type OpenedCalendar, openCalendar } from './opened';
import { type Answered, askAll, RECORDS, type RecordIds } from './questions';
import { ASKED, CHANGES, type Change, LOGINS, MADE, PASSWORD, TRANSLATED, UUID } from './world';

/*
 * Keeps databases as this version makes them. Run once before the layout of records changes, N being the version that it has until then:
 *   MONGODB_URI=… node dist/spec/layouts/make.js fixtures/layouts/N
 */

/** Makes the calendar, and answers what it answers. */
async function make({ service, clock, ask, send }: OpenedCalendar): Promise<Answered[]> {
  const { connection, users } = service.services;
  await connection.collection<{ _id: string; uuid: string }>('counters').insertOne({ _id: 'installation', uuid: UUID });
  for (const [login, role] of Object.entries(LOGINS))
    await users.add({ login, role: readRole(role), passwordDigest: digestPassword(PASSWORD) });
  const [admin] = await users.list();
  if (admin === undefined) throw new Error('There is no administrator.');
  await seed(TRANSLATED, service.services, toUser(admin));

  const names = new Map<string, number>();
  const filled = <T>(value: T): T => {
    const text = JSON.stringify(value).replace(/"\{(\w+)\}"|\{(\w+)\}/g, (_, whole?: string, part?: string) => {
      const id = names.get(whole ?? part ?? '');
      if (id === undefined) throw new Error(`Nothing is named ${whole ?? part}.`);
      return String(id);
    });
    return JSON.parse(text) as T;
  };
  for (const change of CHANGES) {
    const { as = 'admin', language = 'en', method = 'POST', path: below, json, makes } = filled<Change>(change);
    const { status, text } = await send(method, `/${language}/cal/events/v1${below}`, as, json);
    if (status > 299) throw new Error(`${method} ${below}: ${status} ${text}`);
    if (makes) names.set(makes, (JSON.parse(text) as { id: number }).id);
  }
  clock.set(ASKED);
  await publishDue(service.services);
  return askAll(ask, await idsIn(connection.db()));
}

async function idsIn(db: Db): Promise<RecordIds> {
  const lists = RECORDS.map(async (plural) => {
    const all = await db
      .collection<{ _id: number }>(plural)
      .find({}, { projection: { _id: 1 } })
      .sort({ _id: 1 })
      .toArray();
    return [plural, all.map(({ _id }) => _id)] as const;
  });
  return Object.fromEntries(await Promise.all(lists)) as Record<string, readonly number[]> as RecordIds;
}

async function documentsIn(db: Db): Promise<string> {
  const lines: string[] = [];
  for (const { name } of await db.listCollections({}, { nameOnly: true }).toArray()) {
    for (const document of await db.collection(name).find().sort({ _id: 1 }).toArray())
      lines.push(EJSON.stringify({ collection: name, document }, { relaxed: false }));
  }
  return `${lines.join('\n')}\n`;
}

async function main(): Promise<void> {
  const [folder = ''] = process.argv.slice(2);
  const uri = process.env['MONGODB_URI'];
  if (folder === '' || uri === undefined) throw new Error('Name a folder, and a real MongoDB in MONGODB_URI.');
  mkdirSync(folder, { recursive: true });
  const keep = (name: string, content: string | Buffer) => writeFileSync(path.join(folder, name), gzipSync(content, { level: 9 }));

  const data = mkdtempSync(path.join(tmpdir(), 'layout-'));
  const embedded = await openCalendar({ DATA_DIR: data }, MADE);
  const answers = await make(embedded);
  await embedded.service.close();
  keep('data.mdb.gz', readFileSync(path.join(data, 'data.mdb')));
  keep('answers.json.gz', JSON.stringify(answers));
  rmSync(data, { recursive: true });

  const mongodb = await openCalendar({ MONGODB_URI: uri, MONGODB_DB: `layout_${process.pid}` }, MADE);
  if (JSON.stringify(await make(mongodb)) !== JSON.stringify(answers)) throw new Error('The two databases answer differently.');
  const db = mongodb.service.services.connection.db();
  keep('documents.ndjson.gz', await documentsIn(db));
  await db.dropDatabase();
  await mongodb.service.close();
  process.stdout.write(`${answers.length} answers kept in ${folder}.\n`);
}

main().catch((error) => {
  process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
  process.exitCode = 1;
});
