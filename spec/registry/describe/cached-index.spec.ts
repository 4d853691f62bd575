import { expect } from 'chai';
import { writtenIndex } from '../../../lib/registry/answers/cached-index';
import type { ArgRequest } from '../../../lib/registry/args/arg';
import { describeNamespace, describeRoot, type LanguageRoot } from '../../../lib/registry/describe';
import { createRegistry, READABLE } from '../../../lib/registry/registry';
import { described, NAMESPACE, READER, tags, type User } from '../sample';

const handle = () => 'done';
const indexTag = (index: object) => writtenIndex(index)?.tag;
const FRENCH: LanguageRoot = { ...READER, language: 'fr' };

/** A registry with a computed default, the clock that it reads, and a count of the reads. */
const withClock = () => {
  const clock = { now: '2030-01-02 10:20:30', read: 0 };
  const registry = createRegistry<User>();
  const start = {
    type: 'string',
    default: (_: ArgRequest) => {
      clock.read += 1;
      return clock.now;
    },
    description: described('start'),
  } as const;
  registry.registerRoute(NAMESPACE, '/events', { methods: READABLE, args: { start, tags }, permission: 'public', handle });
  registry.registerRoute(NAMESPACE, '/venues', { methods: READABLE, args: { tags }, permission: 'public', handle });
  const index = (reader: LanguageRoot = READER) => describeNamespace(registry, NAMESPACE, reader);
  const root = (reader: LanguageRoot = READER, name = 'Calendar') => describeRoot(registry, { ...reader, name, description: '' });
  return { clock, registry, index, root };
};

describe('describeNamespace and writtenIndex: the cached index', () => {
  it('is made once per language while no route changes', () => {
    const { index, root, clock } = withClock();
    const [english, french] = [index(), index(FRENCH)];
    for (let time = 0; time < 3; time += 1) {
      expect(index()).to.equal(english);
      expect(index(FRENCH)).to.equal(french);
      expect(root()).to.equal(root());
    }
    expect(french).to.not.equal(english);
    // Each of 14 calls compares the default, and each of 3 indexes shows it.
    expect(clock.read).to.equal(14 + 3);
  });

  it('shows computed defaults of the time of the request', () => {
    const { index, clock } = withClock();
    const before = index();
    clock.now = '2031-03-04 00:00:00';
    const after = index();
    const [old, now] = [before, after].map(({ routes }) => routes['/cal/events/v1/events']?.endpoints[0]?.args);
    expect(old?.['start']).to.include({ default: '2030-01-02 10:20:30' });
    expect(now?.['start']).to.include({ default: '2031-03-04 00:00:00', type: 'string' });
    expect(now?.['tags']).to.deep.equal(old?.['tags']);
    expect(Object.keys(now?.['start'] ?? {})).to.deep.equal(['default', 'description', 'type', 'required']);
    const [venues, venuesNow] = [before, after].map(({ routes }) => routes['/cal/events/v1/venues']?.endpoints);
    expect(venuesNow).to.deep.equal(venues);
  });

  it('has the same ETag in every process and all day', () => {
    const { index, clock } = withClock();
    const tag = indexTag(index());
    expect(tag).to.match(/^W\/"[\w-]{27}"$/);
    expect(indexTag(withClock().index())).to.equal(tag);
    clock.now = '2030-01-02 23:59:59';
    expect(indexTag(index())).to.equal(tag);
    clock.now = '2030-01-03 10:20:30';
    expect(indexTag(index())).to.not.equal(tag);
  });

  it('has another ETag by language, address, site and routes', () => {
    const { index, root, registry } = withClock();
    const addressed = index({ ...READER, baseUrl: 'http://example.org/en' });
    const indexes = [index(), index(FRENCH), addressed, root(), root(FRENCH), root(READER, 'Agenda')];
    expect(addressed._links).to.deep.equal({ up: [{ href: 'http://example.org/en/' }] });
    registry.registerRoute(NAMESPACE, '/tags', { methods: READABLE, args: {}, permission: 'public', handle });
    expect(Object.keys(index().routes)).to.include('/cal/events/v1/tags');
    const tagged = [...indexes, index(), root()].map(indexTag);
    expect(new Set(tagged)).to.have.lengthOf(8).and.not.include(undefined);
  });
});
