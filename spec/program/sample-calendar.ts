import path from 'node:path';
import { seed } from '../../lib/program/seed/seed';
import { type Assembly, assembleService } from '../../lib/program/service/service';
import { readSettings } from '../../lib/program/settings/settings';
import { administratorOf } from '../support/administrator';
import { mongoUri } from '../support/server';
import { clockAt } from '../support/service';
import { TRANSLATED } from '../support/translated';
import { ask } from './program';

export const NOW = '2030-01-15T12:00:00Z';

const TICKETS = path.join(__dirname, '../../fixtures/plugins/tickets/index.js');
const ROLES = { admin: 'administrator', contributor: 'contributor' } as const;
type Asker = keyof typeof ROLES | 'nobody';
export type Passwords = Readonly<Partial<Record<Asker, string>>>;

const dates = (day: string) => ({ start_date: `2030-${day} 10:00:00`, end_date: `2030-${day} 12:00:00` });

/** Requests that fill the calendar: method, path and body. */
const REQUESTS: readonly (readonly [string, string, object?])[] = [
  ['POST', '/tags', { name: 'Unused', description: 'A <b>tag</b>' }],
  ['POST', '/venues', { venue: 'Town Hall', city: 'Leeds', country: 'United Kingdom', phone: '+44 1' }],
  ['POST', '/organizers', { organizer: 'Secret Club', status: 'private' }],
  ['POST', '/events', { title: 'Tea', ...dates('05-06'), cost: '£5 - £7', venue: { venue: 'Barn' }, tags: 'Straw', categories: ['Talks'] }],
  ['POST', '/events', { title: 'Draft', ...dates('06-03'), status: 'draft' }],
  ['POST', '/events', { title: 'Behind a password', ...dates('06-02'), password: 'open sesame' }],
  ['POST', '/events', { title: '祭り', ...dates('06-13'), timezone: 'UTC+9' }],
  ['POST', '/events', { title: 'Thrown away', ...dates('06-09') }],
  ['DELETE', '/events/by-slug/thrown-away'],
  ['PATCH', '/events/by-slug/tea', { title: 'Tea and talk', image: 'https://pictures.example.org/tea.jpg' }],
];

const EVENTS = '/events?start_date=2029-01-01&end_date=2032-01-01&per_page=50';

/** Requests whose answers are compared for every user. */
const QUESTIONS: readonly string[] = [
  EVENTS,
  `${EVENTS}&status=publish,draft,private,trash`,
  `${EVENTS}&search=tea`,
  `${EVENTS}&categories=talks`,
  `${EVENTS}&ticketed=true`,
  '/events/by-slug/tea',
  '/events/by-slug/recital',
  '/events.ics',
  '/venues',
  '/organizers?status=publish,private',
  '/tickets',
  '/categories',
  '/tags?hide_empty=false',
];

/** A service with the sample calendar. */
interface OpenedCalendar {
  readonly service: Assembly;
  /** Sends a request below the API root. Resolves to the status, and the body as JSON or text. */
  send(as: Asker, method: string, target: string, json?: object): Promise<{ readonly status: number; readonly body: unknown }>;
  /** The answers to all questions in both languages, for every user. */
  answers(): Promise<readonly unknown[]>;
}

/** Starts a service with the tickets plugin on a database of the shared server. */
export async function openCalendar(database: string, passwords: Passwords): Promise<OpenedCalendar> {
  const place = { MONGODB_URI: await mongoUri(), MONGODB_DB: database };
  const given = { PUBLIC_URL: 'https://calendar.example.org', SITE_TIMEZONE: 'Europe/Paris', SEED: 'none', PLUGINS: TICKETS };
  const settings = readSettings({ ...place, ...given, PORT: '0', LOG_LEVEL: 'silent' });
  const service = await assembleService({ settings, clock: clockAt(NOW), limits: { queueMilliseconds: 60_000 } });
  const { address } = await service.listen();
  const send: OpenedCalendar['send'] = async (as, method, target, json) => {
    const { status, body } = await ask(address, target, { method, json, ...(as !== 'nobody' && { login: `${as}:${passwords[as]}` }) });
    return { status, body };
  };
  return {
    service,
    send,
    async answers() {
      const all: unknown[] = [];
      for (const language of ['en', 'fr'])
        for (const question of QUESTIONS)
          for (const as of ['nobody', 'contributor', 'admin'] as const)
            all.push([language, question, as, await send(as, 'GET', `/${language}/cal/events/v1${question}`)]);
      return all;
    },
  };
}

/** Fills a database with the sample calendar and returns the passwords of its users. */
export async function makeCalendar(database: string): Promise<Passwords> {
  const passwords: Partial<Record<Asker, string>> = {};
  const { service, send } = await openCalendar(database, passwords);
  for (const [login, role] of Object.entries(ROLES) as [keyof typeof ROLES, 'administrator' | 'contributor'][])
    passwords[login] = (await service.addUser(login, role)).application_password;
  await seed(TRANSLATED, service.services, await administratorOf(service));
  for (const [method, target, json] of REQUESTS) {
    const { status, body } = await send('admin', method, `/en/cal/events/v1${target}`, json);
    if (status > 299) throw new Error(`${method} ${target}: ${status} ${JSON.stringify(body)}`);
  }
  // The first iCalendar request stores the installation ID of the events.
  await send('nobody', 'GET', '/en/cal/events/v1/events.ics');
  await service.close();
  return passwords;
}
