import type { CalendarRecords, Plugin } from 'calendar-events';
import { expect } from 'chai';
import type { PluginRegistry, PluginServices } from '../../../lib/program/plugins/plugin';
import { createService } from '../../../lib/program/service/service';
import { StartError } from '../../../lib/program/service/start-error';

type Same<One, Other> = (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false;
/** Compiles only if two types are equal. */
const isSame = <One, Other>(same: Same<One, Other>): boolean => same;

const bilingual = (en: string, fr: string) => ({ en, fr });
const description = bilingual('One', 'Un');
const words = { name: bilingual('ticket', 'billet'), names: bilingual('tickets', 'billets') };

const declare = (registry: PluginRegistry) =>
  registry.registerPostLike({
    kind: 'ticket',
    plural: 'tickets',
    ...words,
    fields: {
      code: { type: 'string', required: true, description },
      price: { type: 'number', description },
      seats: { type: 'integer', default: 1, description },
      state: { type: 'string', enum: ['open', 'shut'], default: 'open', description },
      maybe: { type: 'boolean', default: null, description },
      perks: { type: 'array', items: { type: 'string' }, default: [], description },
      holder: { type: 'object', properties: { name: { type: 'string', required: true }, age: { type: 'integer' } }, description },
      opens: { type: 'string', write: async (value: unknown) => new Date(String(value)), description },
      event: { link: 'events', required: true, back: 'tickets', description },
      venues: { link: 'venues', many: true, description },
      total: { type: 'number', stored: false, read: (records) => records.map(() => 1), description },
    },
    check(fields) {
      isSame<typeof fields.state, 'open' | 'shut'>(true);
    },
  });
type Fields = NonNullable<Awaited<ReturnType<ReturnType<typeof declare>['byId']>>>['fields'];

const declareTerms = (registry: PluginRegistry) =>
  registry.registerTermLike({
    kind: 'mood',
    plural: 'moods',
    ...words,
    fields: {
      color: { type: 'string', format: 'hex-color', default: '#fff', description },
      icon: { type: 'string', write: (value, { current }) => `${current?.name}-${value}`, description },
      shade: { type: 'string', stored: false, read: (records) => records.map(({ parent, count }) => `${parent}-${count}`), description },
    },
    check({ color, icon }) {
      isSame<typeof color, string>(true);
      isSame<typeof icon, string | null>(true);
    },
  });
type Mood = NonNullable<Awaited<ReturnType<ReturnType<typeof declareTerms>['byId']>>>;

describe('plugins: TypeScript types of declarations', () => {
  it('know the kinds of the calendar', () => {
    const asks = async ({ posts, terms, on }: PluginServices): Promise<void> => {
      const event = await posts('events').byId(1);
      isSame<typeof event, CalendarRecords['events'] | undefined>(true);
      isSame<NonNullable<typeof event>['startsAt'], Date>(true);
      isSame<NonNullable<typeof event>['venues'], readonly number[]>(true);
      const venue = await posts('venues').byId(1);
      isSame<NonNullable<typeof venue>['latitude'], number | null>(true);
      isSame<NonNullable<typeof venue>['showMap'], boolean>(true);
      const organizer = await posts('organizers').byId(1);
      isSame<NonNullable<typeof organizer>['email'], string>(true);
      isSame<Awaited<ReturnType<ReturnType<typeof terms>['byId']>>, CalendarRecords['tags'] | undefined>(true);
      on('created', 'events', ({ after }) => void isSame<NonNullable<typeof after>['title'], string>(true));
      // @ts-expect-error: venues have no title
      on('created', 'venues', ({ after }) => void after?.title);
      // @ts-expect-error: events have no city
      void (await posts('events').byId(1))?.city;
    };
    const flat = (registry: PluginRegistry) => registry.registerTermLike({ kind: 'mood', plural: 'moods', ...words, hierarchical: false });
    expect([asks, flat].map((one) => typeof one)).to.deep.equal(['function', 'function']);
  });

  it('follow from the fields', () => {
    expect(isSame<Fields['code'], string>(true)).to.equal(true);
    expect(isSame<Fields['price'], number | null>(true)).to.equal(true);
    expect(isSame<Fields['seats'], number>(true)).to.equal(true);
    expect(isSame<Fields['state'], 'open' | 'shut'>(true)).to.equal(true);
    expect(isSame<Fields['maybe'], boolean | null>(true)).to.equal(true);
    expect(isSame<Fields['perks'], string[]>(true)).to.equal(true);
    expect(isSame<Fields['holder'], { name: string; age?: number } | null>(true)).to.equal(true);
    expect(isSame<Fields['opens'], Date | null>(true)).to.equal(true);
    expect(isSame<Fields['event'], number | null>(true)).to.equal(true);
    expect(isSame<Fields['venues'], readonly number[]>(true)).to.equal(true);
    expect(isSame<keyof Fields & 'total', never>(true)).to.equal(true);
  });

  it('follow from the fields of terms too', () => {
    expect(isSame<Mood['fields'], { readonly color: string; readonly icon: string | null }>(true)).to.equal(true);
    expect(isSame<Mood['parent'], number>(true)).to.equal(true);
    const adding: Plugin = (registry, { on, terms }) => {
      registry.registerField('categories', 'rank', {
        type: 'integer',
        write: (value, { current, user }) => Number(value) + (current?.count ?? 0) + (user?.id ?? 0),
        show: (stored, { name, parent }) => `${name} ${parent} ${stored}`,
        description,
      });
      on('updated', 'categories', ({ after }) => void isSame<NonNullable<typeof after>['parent'], number>(true));
      void (async () => isSame<NonNullable<Awaited<ReturnType<typeof readMood>>>['fields'], Mood['fields']>(true));
      const readMood = () => terms<Mood>('moods').byId(1);
    };
    expect(adding).to.be.a('function');
  });

  it('refuse wrong declarations at compile time', async () => {
    const kind = { kind: 'ticket', plural: 'tickets', ...words } as const;
    const declarations: readonly ((registry: PluginRegistry, services: PluginServices) => unknown)[] = [
      // @ts-expect-error: the keyword is unknown
      (registry) => registry.registerPostLike({ ...kind, fields: { a: { type: 'string', maxLenght: 3, description } } }),
      // @ts-expect-error: the keyword is unknown
      (registry) => registry.registerField('events', 'a', { type: 'string', sorted: true, description }),
      // @ts-expect-error: the keyword is none of a link
      (registry) => registry.registerField('events', 'a', { link: 'venues', sort: true, description }),
      // @ts-expect-error: the default is not in the enumeration
      (registry) => registry.registerField('events', 'a', { type: 'string', enum: ['x'], default: 'y', description }),
      // @ts-expect-error: the description lacks French
      (registry) => registry.registerField('events', 'a', { type: 'string', description: { en: 'A' } }),
      // @ts-expect-error: the link has no description
      (registry) => registry.registerPostLike({ ...kind, fields: { a: { link: 'events' } } }),
      // @ts-expect-error: there are no fields
      (registry) => registry.registerPostLike(kind),
      // @ts-expect-error: what sorts is true
      (registry) => registry.registerField('events', 'a', { type: 'string', sort: 'yes', description }),
      // @ts-expect-error: a filter has a condition
      (registry) => registry.registerField('events', 'a', { type: 'string', filter: { index: [] }, description }),
      // @ts-expect-error: what is read is a list
      (registry) => registry.registerField('events', 'a', { type: 'string', stored: false, read: () => 1, description }),
      // @ts-expect-error: the keyword is unknown
      (registry) => registry.registerTermLike({ ...kind, fields: { a: { type: 'string', maxLenght: 3, description } } }),
      // @ts-expect-error: terms link to nothing
      (registry) => registry.registerTermLike({ ...kind, fields: { a: { link: 'events', description } } }),
      // @ts-expect-error: the keyword is unknown
      (registry) => registry.registerField('categories', 'a', { type: 'string', sorted: true, description }),
      // @ts-expect-error: lists of terms count nothing
      (registry) => registry.registerField('tags', 'a', { type: 'string', facet: true, description }),
      // @ts-expect-error: the link is of posts
      (registry) => registry.registerField('categories', 'a', { link: 'events', description }),
      // @ts-expect-error: nobody has this capability
      (registry) => registry.registerTermLike({ ...kind, capability: 'manage_moods' }),
      // @ts-expect-error: the field is a number or null
      async (registry) => (await declare(registry).byId(1))?.fields.price.toFixed(),
      // @ts-expect-error: there is no such field
      async (registry) => (await declare(registry).byId(1))?.fields.seat,
      // @ts-expect-error: it is not stored
      async (registry) => (await declare(registry).byId(1))?.fields.total,
      // @ts-expect-error: the field is a text or null
      async (registry) => (await declareTerms(registry).byId(1))?.fields.icon.trim(),
      // @ts-expect-error: a term has a name
      (registry) => declareTerms(registry).create({ color: '#fff' }, 'en'),
      // @ts-expect-error: terms have no status
      (registry) => registry.registerField('tags', 'a', { stored: false, read: ([one]) => [one?.status], description }),
      // @ts-expect-error: somebody changes the record
      (registry) => declare(registry).create({ title: 'Seat' }),
      // @ts-expect-error: there is no such happening
      (_, services) => services.on('burnt', () => undefined),
      // @ts-expect-error: a listener answers nothing
      (_, services) => services.on('created', () => 1),
      // @ts-expect-error: there is no such language
      (_, services) => services.cost([1], 'de'),
    ];
    for (const declaration of declarations.slice(0, 16)) {
      const plugins = [declaration as Plugin];
      const settings = { MONGODB_URI: 'mongodb://127.0.0.1:1' };
      const refusal = await createService({ settings, plugins }).then(
        (service) => service.close(),
        (error: unknown) => error,
      );
      // The start rejects the same declarations as the compiler, except for faults that only an answer can show.
      if (!/read: |capability: /.test(String(declaration))) expect(refusal, String(declaration)).to.be.instanceOf(StartError);
    }
    expect(declarations).to.have.lengthOf(26);
  });
});
