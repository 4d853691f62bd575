import type { Fixtures } from '../../fixtures/fixture';
import { plugin as tickets } from '../../fixtures/plugins/tickets/index';
import type { Plugin } from '../../lib/program/plugins/plugin';
import { seed } from '../../lib/program/seed/seed';
import { administratorOf } from '../support/administrator';
import { clockAt, type Running, type SetClock, startService } from '../support/service';

const bilingual = (en: string, fr: string) => ({ en, fr });

/** A plugin with terms for events and pieces. */
export const genres: Plugin = (registry) => {
  registry.registerTermLike({
    kind: 'genre',
    plural: 'genres',
    name: bilingual('genre', 'genre'),
    names: bilingual('genres', 'genres'),
    hierarchical: true,
  });
  registry.registerPostLike({
    kind: 'piece',
    plural: 'pieces',
    name: bilingual('piece', 'morceau'),
    names: bilingual('pieces', 'morceaux'),
    segment: 'library/piece',
    fields: { genres: { link: 'genres', many: true, description: bilingual('The genres', 'Les genres') } },
  });
  registry.registerField('events', 'genres', { link: 'genres', many: true, description: bilingual('The genres', 'Les genres') });
};

/** A text that tries to break out of the page. */
export const HOSTILE = `<script>alert(1)</script>"'></title></main><img src=x onerror=alert(1)><!--\u2028]]>`;
/** Special characters that form no tag, as a plain text. */
const SIGNS = `</ x "quoted" 'single' & &lt;b&gt; \u2028 <!-- -- ]]> \${7}`;

const events = (count: number): Fixtures['events'] =>
  Array.from({ length: count }, (_, place) => {
    // One event every five weeks before and after the current time. Every third one lasts the whole day.
    const day = new Date(Date.UTC(2026, 0, 3 + place * 35)).toISOString().slice(0, 10);
    const allDay = place % 3 === 0;
    return {
      key: `sample-${place}`,
      title: bilingual(`Meeting ${place}`, `Réunion ${place}`),
      description: bilingual(`<p>Number ${place}.</p>`, `<p>Numéro ${place}.</p>`),
      start_date: `${day} ${allDay ? '00:00:00' : '19:30:00'}`,
      end_date: `${day} ${allDay ? '23:59:59' : '21:00:00'}`,
      timezone: place % 2 === 0 ? 'Europe/Paris' : 'America/New_York',
      all_day: allDay,
      categories: [place % 2 === 0 ? 'jazz' : 'talks'],
      tags: ['free'],
      venue: 'hall',
      organizers: ['club'],
    };
  });

const FIXTURES: Fixtures = {
  categories: [
    { key: 'music', name: bilingual('Music', 'Musique') },
    { key: 'jazz', parent: 'music', name: bilingual('Jazz', 'Jazz'), description: bilingual('Since 1917.', 'Depuis 1917.') },
    { key: 'talks', name: bilingual('Talks', 'Conférences') },
  ],
  tags: [{ key: 'free', name: bilingual('free', 'gratuit') }],
  venues: [
    {
      key: 'hall',
      venue: bilingual('Old Hall', 'Vieille Salle'),
      address: '1 rue des Arts',
      city: 'Lyon',
      country: bilingual('France', 'France'),
      website: 'https://hall.example/?a=1&b=2',
      geo_lat: 45.75,
      geo_lng: 4.85,
    },
  ],
  organizers: [{ key: 'club', organizer: bilingual('The Club', 'Le Club'), email: 'club@club.example', phone: '+33 4 00 00 00 00' }],
  events: events(14),
};

export interface Sample extends Running {
  readonly clock: SetClock;
  readonly named: Readonly<Record<string, number>>;
}

/**
 * Starts a service in June 2026 with records of all kinds: translated, hidden, protected, hostile and those of plugins. Unless `isBusy`
 * is false, one day has 55 events.
 */
export const startSample = async (environment: Readonly<Record<string, string>> = {}, { isBusy = true } = {}): Promise<Sample> => {
  const clock = clockAt('2026-06-15T12:00:00Z');
  const running = await startService({ clock, environment, plugins: [tickets, genres] });
  await seed(FIXTURES, running.service.services, await administratorOf(running.service));
  const named: Record<string, number> = {};
  const make = async (name: string, path: string, json: object, language: 'en' | 'fr' = 'en'): Promise<number> => {
    const { status, body } = await running.ask('POST', path, { as: 'admin', language, json });
    if (status !== 201) throw new Error(`${name}: ${JSON.stringify(body)}`);
    named[name] = body.id;
    return body.id;
  };
  const at = (day: string) => ({ start_date: `${day} 10:00:00`, end_date: `${day} 12:00:00` });

  await make('genre', '/genres', { name: 'Opera', description: 'Sung <b>throughout</b>.' });
  await make('subgenre', '/genres', { name: 'Operetta', parent: named['genre'] });
  await make('piece', '/pieces', { title: 'Carmen', description: 'In four acts.', genres: [named['genre']] });
  await make('opera', '/events', {
    ...at('2026-07-01'),
    title: 'Carmen tonight',
    genres: [named['subgenre']],
    featured: true,
    show_map_link: true,
    cost: '15 - 30',
    image: 'https://images.example/carmen.jpg',
    website: 'https://carmen.example/?a=1&b=2',
    excerpt: 'Love & death.',
    description:
      '<h1>Acts</h1><p style="color:red">Four.</p><main>In <nav>Seville</nav></main>\n<img src="https://images.example/acts.jpg">',
    venue: { venue: 'Opera House', address: '1 place de la Comédie', city: 'Lyon', geo_lat: 45.77, geo_lng: 4.84, show_map_link: 'true' },
    organizer: { organizer: 'Opera Society', website: 'https://opera.example' },
    categories: ['Opera nights'],
    tags: ['sung'],
  });
  await make('ticket', '/tickets', { title: 'Stalls', price: 30, event: named['opera'] });
  const busy = Array.from({ length: isBusy ? 55 : 0 }, (_, place) => place);
  const makeBusy = (place: number) => make(`busy-${place}`, '/events', { ...at('2026-08-15'), title: `Busy ${place}` });
  // One request after the other, so that the IDs follow the order of the pages.
  for (const place of busy) await makeBusy(place);
  await make('running', '/events', { title: 'Long exhibition', start_date: '2026-05-20', end_date: '2026-09-10', all_day: true });
  await make('monolingual', '/events', { ...at('2026-07-02'), title: 'Chanson', slug: 'chanson' }, 'fr');
  await make('kanji', '/events', { ...at('2026-07-03'), title: '日本の夏祭り' });
  await make('unlisted', '/events', { ...at('2026-07-04'), title: 'Unlisted', hide_from_listings: true });
  for (const status of ['draft', 'pending', 'private', 'future'] as const) {
    const date = status === 'future' ? { date: '2026-12-01 00:00:00' } : {};
    await make(status, '/events', {
      ...at('2026-07-05'),
      ...date,
      title: `Secret ${status}`,
      description: 'Nobody knows.',
      status,
      slug: status,
    });
  }
  await make('trash', '/events', { ...at('2026-07-05'), title: 'Secret trash' });
  await running.ask('DELETE', `/events/${named['trash']}`, { as: 'admin' });
  await make('protected', '/events', {
    ...at('2026-07-06'),
    title: 'Members only',
    description: 'The password opens this.',
    excerpt: 'Hush.',
    cost: '99',
    website: 'https://secret.example',
    image: 'https://images.example/secret.jpg',
    venue: { venue: 'Secret Cellar' },
    categories: ['Secret circle'],
  });
  await running.ask('PATCH', `/events/${named['protected']}`, { as: 'admin', json: { password: 'sesame' } });
  await make('hidden venue', '/venues', { venue: 'Hidden Venue', status: 'draft' });
  await make('hostile', '/events', {
    ...at('2026-07-07'),
    title: `Title ${SIGNS} ${HOSTILE}`,
    description: `${HOSTILE}</div></main></body><div style="position:fixed" onclick="x()">Body</div><a href="javascript:alert(1)">a</a>`,
    excerpt: HOSTILE,
    cost: `free ${SIGNS}`,
    venue: { venue: `Venue ${SIGNS} ${HOSTILE}`, address: SIGNS, city: SIGNS, phone: SIGNS, description: HOSTILE, show_map_link: 'true' },
    organizer: { organizer: `Organizer ${SIGNS} ${HOSTILE}`, email: `x"@example.org?bcc=a`, phone: SIGNS, description: HOSTILE },
    categories: [`Category ${SIGNS}`],
    tags: [`Tag ${SIGNS}`.replaceAll(',', '')],
  });
  return { ...running, clock, named };
};
