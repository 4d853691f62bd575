import { expect } from 'chai';
import { createRouter } from '../../../lib/http/requests/router';
import { createRegistry } from '../../../lib/registry/registry';
import type { Registry } from '../../../lib/registry/route';
import type { Reader } from '../library';

const text = { en: 'ID', fr: 'ID' };

const endpoint = <const A>(args: A) => ({ methods: 'GET', args, permission: 'public', handle: () => undefined }) as const;

/** A registry with three routes per kind, and a counter of tested patterns. */
const kinds = (count: number) => {
  const registry = createRegistry<Reader>();
  for (let kind = 0; kind < count; kind += 1) {
    registry.registerRoute('library/v1', `/kind${kind}`, endpoint({}));
    registry.registerRoute('library/v1', `/kind${kind}/{id}` as const, endpoint({ id: { type: 'integer', description: text } }));
    registry.registerRoute('library/v1', `/kind${kind}/by-slug/{slug}` as const, endpoint({ slug: { type: 'string', description: text } }));
  }
  return counted(registry);
};

/** A registry with `count` routes that begin with the same words. */
const parts = (count: number) => {
  const registry = createRegistry<Reader>();
  for (let part = 0; part < count; part += 1)
    registry.registerRoute('library/v1', `/kinds/{id}/part${part}` as const, endpoint({ id: { type: 'integer', description: text } }));
  return counted(registry);
};

const counted = (registry: Registry<Reader>) => {
  const tried = { count: 0 };
  const routes = registry.routes.map((route) => {
    const pattern = new RegExp(route.pattern);
    const exec = (path: string) => {
      tried.count += 1;
      return RegExp.prototype.exec.call(pattern, path);
    };
    return { ...route, pattern: Object.assign(new RegExp(route.pattern), { exec }) };
  });
  return { registry: { ...registry, routes } as Registry<Reader>, tried };
};

describe('createRouter', () => {
  for (const count of [5, 334]) {
    it(`tries few patterns with ${count * 3} routes`, () => {
      const { registry, tried } = kinds(count);
      const find = createRouter(registry);
      const last = count - 1;
      expect(find(`/library/v1/kind${last}/12`)).to.deep.include({ path: Object.assign(Object.create(null), { id: '12' }) });
      expect(find(`/library/v1/KIND${last}/by-slug/x/`)?.route.path).to.equal(`/kind${last}/by-slug/{slug}`);
      expect(find(`/library/v1/kind${last}/by-slug`)).to.equal(undefined);
      expect(find('/library/v1/nothing/1/2/3')).to.equal(undefined);
      expect(tried.count).to.be.below(16);
    });
  }

  for (const count of [5, 1000]) {
    it(`tries one pattern of ${count} with the same first words`, () => {
      const { registry, tried } = parts(count);
      const find = createRouter(registry);
      expect(find(`/library/v1/KINDS/7/Part${count - 1}/`)).to.deep.include({ path: Object.assign(Object.create(null), { id: '7' }) });
      expect(find(`/library/v1/kinds/7/part${count}`)).to.equal(undefined);
      expect(find('/library/v1/kinds/7')).to.equal(undefined);
      expect(tried.count).to.equal(1);
    });
  }

  it('tries routes that match equally in the order of registration', () => {
    const registry = createRegistry<Reader>();
    const word = { type: 'string', description: text } as const;
    const number = { type: 'integer', description: text } as const;
    registry.registerRoute('library/v1', '/a/{id}/{word}', endpoint({ id: number, word }));
    registry.registerRoute('library/v1', '/a/{word}/last', endpoint({ word }));
    registry.registerRoute('library/v1', '/a/{slug}/{word}', endpoint({ slug: word, word }));
    const find = createRouter(registry);
    expect(find('/library/v1/a/1/last')?.route.path).to.equal('/a/{id}/{word}');
    expect(find('/library/v1/a/b/last')?.route.path).to.equal('/a/{word}/last');
    expect(find('/library/v1/a/b/c')?.route.path).to.equal('/a/{slug}/{word}');
    expect(find('/library/v1/a/b')).to.equal(undefined);
  });

  it('prefers a route with a file extension to one whose variable includes it', () => {
    const registry = createRegistry<Reader>();
    const word = { type: 'string', description: text } as const;
    registry.registerRoute('library/v1', '/pages/{word}', endpoint({ word }));
    registry.registerRoute('library/v1', '/pages/{word}.txt', endpoint({ word }));
    const find = createRouter(registry);
    expect(find('/library/v1/pages/a')?.route.path).to.equal('/pages/{word}');
    expect(find('/library/v1/pages/a.txt')).to.deep.include({ path: Object.assign(Object.create(null), { word: 'a' }) });
    expect(find('/library/v1/pages/a.txt')?.route.path).to.equal('/pages/{word}.txt');
    expect(find('/library/v1/pages/a.text')?.route.path).to.equal('/pages/{word}');
  });

  it('finds a route with a long variable, and none for endless slashes', () => {
    const find = createRouter(kinds(11).registry);
    expect(find(`/library/v1/kind1/by-slug/${'x'.repeat(10_000)}`)?.route.path).to.equal('/kind1/by-slug/{slug}');
    expect(find(`/library/v1/kind10/${'1'.repeat(10_000)}/`)?.route.path).to.equal('/kind10/{id}');
    for (const rest of ['/'.repeat(10_000), '/a'.repeat(5000), '/by-slug'.repeat(1000)]) {
      expect(find(`/library/v1/kind1${rest}`)).to.equal(undefined);
      expect(find(rest)).to.equal(undefined);
    }
  });
});
