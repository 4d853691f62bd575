import path from 'node:path';
import { expect } from 'chai';
import { repository } from './repository';

interface Rule {
  readonly name: string;
  readonly from: { readonly path?: string; readonly pathNot?: string };
  readonly to: { readonly path?: string; readonly pathNot?: string };
}

const { forbidden, options } = require(path.join(repository.root, '.dependency-cruiser.cjs')) as {
  forbidden: (Rule & { severity: 'error' })[];
  options: object;
};

const sources = repository.files().filter((file) => /^(?:lib|routes|fixtures)\/.*\.ts$/.test(file));

/** Lists the import targets of a source, type imports included. Own files are given as paths from the root. */
function importsOf(file: string): string[] {
  const named = [...repository.read(file).matchAll(/\b(?:from|import\()\s*'([^']+)'/g)].map(([, name = '']) => name);
  return named.map((name) => {
    if (!name.startsWith('.')) return name;
    const target = path.posix.join(path.posix.dirname(file), name.replace(/\.js$/, ''));
    return sources.includes(`${target}.ts`) || !repository.isFolder(target) ? `${target}.ts` : `${target}/index.ts`;
  });
}

const matches = (text: string, { path: required, pathNot }: Rule['from']): boolean =>
  required !== undefined && new RegExp(required).test(text) && !(pathNot !== undefined && new RegExp(pathNot).test(text));

/** Rules that only compare paths. They apply to type imports too. */
const pathRules = forbidden.filter(
  ({ to }) => Object.keys(to).every((key) => key === 'path' || key === 'pathNot') && to.path !== undefined,
);

/** The rule's `to` for one file. `$1` is the first group of `from.path`, as in dependency-cruiser. */
const targetFor = (file: string, { from, to }: Rule): Rule['to'] => {
  const found = new RegExp(from.path ?? '').exec(file)?.[1] ?? '';
  return { ...to, ...(to.pathNot !== undefined && { pathNot: to.pathNot.replaceAll('$1', found) }) };
};

const broken = (file: string, imported: string): string[] =>
  pathRules
    .filter((rule) => matches(file, rule.from) && matches(imported, targetFor(file, rule)))
    .map(({ name }) => `${name}: ${file} → ${imported}`);

describe('the arrows between the rooms', () => {
  it('are kept by the compiled files, without cycles and with nothing that is not a dependency', async () => {
    const { cruise } = await import('dependency-cruiser');
    const { output } = await cruise(['lib', 'routes', 'fixtures'], {
      ...options,
      baseDir: repository.compiled,
      ruleSet: { forbidden },
      validate: true,
    });
    const { summary } = output as Exclude<typeof output, string>;
    expect(summary.totalCruised).to.be.above(sources.length - 1);
    expect(summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)).to.deep.equal([]);
  });

  it('are kept by imports of types', () => {
    expect(sources.flatMap((file) => importsOf(file).flatMap((imported) => broken(file, imported)))).to.deep.equal([]);
  });

  it('make no cycle of types', () => {
    const finished = new Set<string>();
    const cyclesFrom = (file: string, trail: readonly string[]): string[] => {
      if (trail.includes(file)) return [[...trail.slice(trail.indexOf(file)), file].join(' → ')];
      if (finished.has(file)) return [];
      const found = importsOf(file)
        .filter((imported) => sources.includes(imported))
        .flatMap((imported) => cyclesFrom(imported, [...trail, file]));
      finished.add(file);
      return found;
    };
    expect(sources.flatMap((file) => cyclesFrom(file, []))).to.deep.equal([]);
  });

  it('make no cycle of rooms', () => {
    const roomOf = (file: string): string => /^lib\/(?:content\/)?[^/]+|^[^/]+/.exec(file)?.[0] ?? file;
    const arrows = new Map<string, Set<string>>();
    for (const file of sources) {
      const own = roomOf(file);
      const others = importsOf(file).filter((imported) => sources.includes(imported));
      arrows.set(own, new Set([...(arrows.get(own) ?? []), ...others.map(roomOf).filter((room) => room !== own)]));
    }
    const reached = (from: string, visited = new Set<string>()): Set<string> => {
      for (const to of arrows.get(from) ?? []) if (!visited.has(to)) reached(to, visited.add(to));
      return visited;
    };
    expect([...arrows.keys()].filter((room) => reached(room).has(room))).to.deep.equal([]);
  });

  const breaches: readonly (readonly [string, string])[] = [
    ['lib/language.ts', 'lib/errors/index.ts'],
    ['lib/errors/index.ts', 'lib/registry/args/arg.ts'],
    ['lib/registry/registry.ts', 'lib/http/app.ts'],
    ['lib/http/app.ts', 'lib/database/index.ts'],
    ['lib/database/records/store.ts', 'lib/http/app.ts'],
    ['lib/database/records/store.ts', 'lib/access/roles.ts'],
    ['lib/access/roles.ts', 'lib/calendar/dates/zones.ts'],
    ['lib/calendar/dates/zones.ts', 'lib/registry/args/arg.ts'],
    ['lib/embedded/storage/store.ts', 'lib/database/records/store.ts'],
    ['lib/http/app.ts', 'routes/index.ts'],
    ['routes/events.ts', 'lib/program/service/service.ts'],
    ['routes/events.ts', 'lib/http/app.ts'],
    ['routes/events.ts', 'lib/embedded/start-embedded.ts'],
    ['routes/events.ts', 'spec/support/service.ts'],
    ['fixtures/fixtures.ts', 'routes/index.ts'],
    ['lib/program/service/service.ts', 'spec/support/service.ts'],
    ['lib/program/plugins/registration.ts', 'routes/index.ts'],
    ['lib/content/compile/routes/post-routes.ts', 'routes/index.ts'],
    ['lib/content/compile/routes/post-routes.ts', 'lib/http/app.ts'],
    ['lib/content/values/texts.ts', 'lib/content/list/listing.ts'],
    ['lib/content/list/listing.ts', 'lib/content/show/presenter.ts'],
    ['routes/events.ts', 'lib/calendar/dates/zones.ts'],
    ['lib/html/layout.ts', 'lib/site/parts/frame.ts'],
    ['lib/program/service/service.ts', 'koa'],
    ['routes/events.ts', '@koa/router'],
    ['lib/database/records/store.ts', 'lmdb'],
    ['lib/registry-on-koa.ts', 'lib/program/service/service.ts'],
    ['lib/registry-on-koa.ts', 'lib/access/roles.ts'],
    ['lib/index.ts', 'routes/index.ts'],
    ['lib/index.ts', 'lib/database/records/store.ts'],
    ['lib/program/service/service.ts', 'lib/index.ts'],
    ['routes/events.ts', 'calendar-events'],
    ['lib/http/app.ts', 'calendar-events/registry'],
    ['fixtures/plugins/tickets/index.ts', 'lib/access/roles.ts'],
    ['fixtures/plugins/tickets/index.ts', 'routes/index.ts'],
  ];
  it('do not lead back, nor past a room', () => {
    expect(breaches.filter(([file, imported]) => broken(file, imported).length === 0)).to.deep.equal([]);
  });

  const allowed: readonly (readonly [string, string])[] = [
    ['lib/errors/errors.ts', 'lib/language.ts'],
    ['lib/registry/registry.ts', 'lib/errors/index.ts'],
    ['lib/http/app.ts', 'lib/registry/index.ts'],
    ['lib/database/records/store.ts', 'lib/errors/index.ts'],
    ['lib/content/list/listing.ts', 'lib/content/visibility/index.ts'],
    ['lib/content/list/listing.ts', 'lib/content/list/filters.ts'],
    ['routes/events.ts', 'lib/database/index.ts'],
    ['routes/events.ts', 'lib/content/index.ts'],
    ['lib/program/foundation.ts', 'routes/index.ts'],
    ['lib/program/service/database.ts', 'lib/embedded/index.ts'],
    ['lib/index.ts', 'lib/program/index.ts'],
    ['lib/registry-on-koa.ts', 'lib/http/index.ts'],
    ['fixtures/plugins/tickets/index.ts', 'calendar-events'],
    ['fixtures/plugins/tickets/index.ts', 'lib/index.ts'],
  ];
  it('lead forward', () => {
    expect(allowed.flatMap(([file, imported]) => broken(file, imported))).to.deep.equal([]);
  });
});
