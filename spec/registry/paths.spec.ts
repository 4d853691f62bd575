import { expect } from 'chai';
import { compilePath, matchPath } from '../../lib/registry/paths';
import { id, NAMESPACE, slug } from './sample';

const matches: readonly [string, Record<string, string> | undefined][] = [
  ['/cal/events/v1/events/4', { id: '4' }],
  ['/cal/events/v1/events/04', { id: '04' }],
  ['/CAL/Events/V1/EVENTS/4', { id: '4' }],
  ['/cal/events/v1/events/4/', { id: '4' }],
  ['/cal/events/v1/events/4//', undefined],
  ['/cal/events/v1//events/4', undefined],
  ['/cal/events/v1/events/abc', undefined],
  ['/cal/events/v1/events/-1', undefined],
  ['/cal/events/v1/events/1.5', undefined],
  ['/cal/events/v1/events/12%20', undefined],
  ['/cal/events/v1/events/by-slug/concert', { slug: 'concert' }],
  ['/cal/events/v1/events/by-slug/con%63ert', { slug: 'concert' }],
  ['/cal/events/v1/events/by-slug/%E6%97%A5', { slug: '日' }],
  ['/cal/events/v1/events/by-slug/a%2Fb', undefined],
  ['/cal/events/v1/events/by-slug/%ff', undefined],
  ['/cal/events/v1/events/by-slug/%', undefined],
  ['/cal/events/v1/events/by-slug/', undefined],
  ['/cal/events/v1/events/4.ics', { id: '4' }],
  ['/cal/events/v1/events/4.ICS/', { id: '4' }],
  ['/cal/events/v1/events/4xics', undefined],
  ['/cal/events/v1/events/.ics', undefined],
];

const misspelt: readonly [string, RegExp][] = [
  ['events', /not made of segments/],
  ['/events/', /not made of segments/],
  ['/events//{id}', /not made of segments/],
  ['/events/x{id}', /neither a word nor one variable/],
  ['/events/{id}x', /neither a word nor one variable/],
  ['/events/{id}.', /neither a word nor one variable/],
  ['/events/{id', /neither a word nor one variable/],
  ['/events/{id}/{id}', /two variables named "id"/],
];

describe('path patterns of routes', () => {
  const byId = compilePath(NAMESPACE, '/events/{id}', { id });
  const asFile = compilePath(NAMESPACE, '/events/{id}.ics', { id });
  const bySlug = compilePath(NAMESPACE, '/events/by-slug/{slug}', { slug });

  for (const [path, expected] of matches) {
    it(`${expected ? 'match' : 'do not match'} ${path}`, () => {
      const found = matchPath(byId.pattern, path) ?? matchPath(asFile.pattern, path) ?? matchPath(bySlug.pattern, path);
      expect(found && { ...found }).to.deep.equal(expected);
    });
  }

  it('are shown as the reference spells them', () => {
    expect(byId.key).to.equal('/cal/events/v1/events/(?P<id>\\d+)');
    expect(asFile.key).to.equal('/cal/events/v1/events/(?P<id>[0-9]+)\\.ics');
    expect(bySlug.key).to.equal('/cal/events/v1/events/by-slug/(?P<slug>[^/]+)');
    expect(compilePath(NAMESPACE, '', {}).key).to.equal('/cal/events/v1');
  });

  for (const [path, message] of misspelt) {
    it(`cannot be spelt ${path}`, () => {
      expect(() => compilePath(NAMESPACE, path, { id })).to.throw(message);
    });
  }
});
