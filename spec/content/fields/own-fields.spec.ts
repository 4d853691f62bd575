import { expect } from 'chai';
import type { OwnFields, OwnRecord } from '../../../lib/content/types/field';
import type { Plugin } from '../../../lib/program/plugins/plugin';
import type { MainPlugin } from '../../../lib/site/requests/page-request';
import { calendar } from '../../../routes/index';
import { type Running, startService } from '../../support/service';

/** The number of seats from which a venue counts as big. Specs change it. */
let roomy = 0;

const FIELDS: OwnFields = {
  size: {
    type: 'string',
    enum: ['small', 'big'],
    default: null,
    empty: null,
    filter: true,
    sort: true,
    facet: true,
    search: true,
    description: { en: 'How big it is', fr: 'Sa taille' },
  },
  seats: {
    type: 'integer',
    default: null,
    empty: 0,
    filter: { where: (least) => ({ seats: { $gte: least } }), index: ['seats'] },
    sort: true,
    description: { en: 'Its seats', fr: 'Ses places' },
  },
  roomy: {
    type: 'boolean',
    stored: false,
    cache: false,
    filter: { where: () => ({ seats: { $gte: roomy } }) },
    description: { en: 'Whether it is big as things are', fr: 'S’il est grand au point où en sont les choses' },
  },
};

/** The calendar with three more fields on venues. */
const main: MainPlugin = {
  ...calendar,
  types: (services) =>
    calendar
      .types(services)
      .map((kind) => (kind.posts?.plural === 'venues' ? { posts: { ...kind.posts, fields: { ...kind.posts.fields, ...FIELDS } } } : kind)),
};

describe('Fields that a content type declares: filter, sort and search', () => {
  let running: Running;
  const listed = async (query: string): Promise<string[]> => {
    const { status, body, text } = await running.ask('GET', `/venues?${query}`);
    expect(status, text).to.equal(200);
    return body.venues.map(({ venue }: { venue: string }) => venue);
  };

  before(async () => {
    running = await startService({ main });
    for (const json of [
      { venue: 'Barn', size: 'small', seats: 30 },
      { venue: 'Arena', size: 'big', seats: 900 },
      { venue: 'Cellar' },
      { venue: 'Dome', size: 'big', seats: 400 },
    ])
      expect((await running.ask('POST', '/venues', { as: 'admin', json })).status).to.equal(201);
  });
  after(() => running.stop());

  it('filters lists, by value or by a condition, and links repeat it', async () => {
    expect(await listed('size=big&sort=title')).to.deep.equal(['Arena', 'Dome']);
    expect(await listed('size=big,small&sort=title')).to.deep.equal(['Arena', 'Barn', 'Dome']);
    expect(await listed('seats=300&sort=title')).to.deep.equal(['Arena', 'Dome']);
    const { body } = await running.ask('GET', '/venues?size=big&seats=300&per_page=1');
    expect(new URL(body.next_rest_url).searchParams.get('seats')).to.equal('300');
    expect(body.next_rest_url).to.match(/size(?:%5B0%5D|\[0\])?=big/);
    const refused = await running.ask('GET', '/venues?size=huge');
    expect([refused.status, Object.keys(refused.body.data.params)]).to.deep.equal([400, ['size']]);
  });

  it('filters lists by a value that changes without a write, so that no list is cached', async () => {
    for (const least of [500, 300, 500]) {
      roomy = least;
      expect(await listed('roomy=true&sort=title')).to.deep.equal(least === 500 ? ['Arena'] : ['Arena', 'Dome']);
    }
  });

  it('sorts lists', async () => {
    expect(await listed('sort=-seats')).to.deep.equal(['Arena', 'Dome', 'Barn', 'Cellar']);
    expect(await listed('orderby=seats&order=asc')).to.deep.equal(['Cellar', 'Barn', 'Dome', 'Arena']);
  });

  it('counts lists (facets) and is searched', async () => {
    const { body } = await running.ask('GET', '/venues?facets=size&per_page=1');
    expect(body.facets.size.map(({ value, count }: { value: unknown; count: number }) => [value, count])).to.have.deep.members([
      ['big', 2],
      ['small', 1],
    ]);
    expect(await listed('search=small')).to.deep.equal(['Barn']);
  });

  it('does not compile with an unknown keyword', () => {
    const described = { type: 'string', description: { en: 'The size', fr: 'La taille' } } as const;
    type Right = OwnRecord<{ readonly size: typeof described & { readonly as: 'sizing' } }>;
    // @ts-expect-error The keyword is misspelt.
    type Wrong = OwnRecord<{ readonly size: typeof described & { readonly patern: 'a' } }>;
    expect(undefined satisfies Right['sizing'] | undefined | Wrong).to.equal(undefined);
  });

  it('refuses its name to plugins', async () => {
    for (const name of ['size', 'roomy']) {
      const description = { en: 'The size', fr: 'La taille' };
      const plugins: Plugin[] = [(registry) => registry.registerField('venues', name, { type: 'string', description })];
      const refusal = await startService({ main, plugins }).catch(({ message }: Error) => message);
      expect(refusal).to.include(`venues have "${name}" already`);
    }
  });

  it('are frozen with their content type, as are its args', () => {
    const { postLikes, termLikes } = running.service.services;
    for (const kind of [...postLikes.values(), ...termLikes.values()]) {
      const parts = [kind, kind.args, ...Object.values(kind.args), ...Object.values(kind.args).flatMap((args) => Object.values(args))];
      expect(parts.filter((part) => !Object.isFrozen(part))).to.deep.equal([]);
    }
    for (const { fields, answers } of postLikes.values())
      expect([fields, ...fields, answers].filter((part) => !Object.isFrozen(part))).to.deep.equal([]);
  });

  it('are not frozen in the declaration of a plugin', async () => {
    const names = { en: 'tickets', fr: 'billets' };
    const seats = {
      type: 'array',
      items: { type: 'string' },
      default: ['A1'],
      description: { en: 'Its seats', fr: 'Ses places' },
    } as const;
    const declared = { kind: 'ticket', plural: 'tickets', name: { en: 'ticket', fr: 'billet' }, names, fields: { seats } } as const;
    const running = await startService({ plugins: [(registry) => void registry.registerPostLike(declared)] });
    const parts = [declared, declared.name, names, declared.fields, seats, seats.default, seats.items, seats.description];
    expect(parts.filter((part) => Object.isFrozen(part))).to.deep.equal([]);
    await running.stop();
  });
});
