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

/** What a source names in `from '…'` and `import('…')`, imports of types included: paths from the root for its own files. */
function importsOf(file: string): string[] {
  const named = [...repository.read(file).matchAll(/\b(?:from|import\()\s*'([^']+)'/g)].map(([, name = '']) => name);
  return named.map((name) => {
    if (!name.startsWith('.')) return name;
    const target = path.posix.join(path.posix.dirname(file), name.replace(/\.js$/, ''));
    return sources.includes(`${target}.ts`) || !repository.isFolder(target) ? `${target}.ts` : `${target}/index.ts`;
  });
}

const matches = (text: string, { path: wanted, pathNot }: Rule['from']): boolean =>
  wanted !== undefined && new RegExp(wanted).test(text) && !(pathNot !== undefined && new RegExp(pathNot).test(text));

/** Rules that look at names alone: they hold for imports of types as well. */
const ofNames = forbidden.filter(({ to }) => Object.keys(to).every((key) => key === 'path' || key === 'pathNot') && to.path !== undefined);

const broken = (file: string, imported: string): string[] =>
  ofNames.filter(({ from, to }) => matches(file, from) && matches(imported, to)).map(({ name }) => `${name}: ${file} → ${imported}`);

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

  it('make no cycle of folders', () => {
    const folders = new Set(sources.map((file) => path.posix.dirname(file)));
    // A file beside a folder of its name belongs to that; one in a folder of folders stands by itself.
    const unitOf = (file: string): string => {
      const [own, around] = [file.replace(/\.ts$/, ''), path.posix.dirname(file)];
      if (folders.has(own)) return own;
      return [...folders].some((folder) => folder.startsWith(`${around}/`)) ? file : around;
    };
    const arrows = new Map<string, Set<string>>();
    for (const file of sources) {
      const own = unitOf(file);
      const others = importsOf(file).filter((imported) => sources.includes(imported));
      arrows.set(own, new Set([...(arrows.get(own) ?? []), ...others.map(unitOf).filter((unit) => unit !== own)]));
    }
    const reached = (from: string, seen = new Set<string>()): Set<string> => {
      for (const to of arrows.get(from) ?? []) if (!seen.has(to)) reached(to, seen.add(to));
      return seen;
    };
    expect([...arrows.keys()].filter((unit) => reached(unit).has(unit))).to.deep.equal([]);
  });

  const breaches: readonly (readonly [string, string])[] = [
    ['lib/language.ts', 'lib/errors.ts'],
    ['lib/errors.ts', 'lib/registry/args.ts'],
    ['lib/registry/registry.ts', 'lib/http/app.ts'],
    ['lib/http/app.ts', 'lib/records/store.ts'],
    ['lib/records/store.ts', 'lib/http/app.ts'],
    ['lib/records/store.ts', 'lib/access/user.ts'],
    ['lib/access/user.ts', 'lib/calendar/zones.ts'],
    ['lib/calendar/zones.ts', 'lib/registry/args.ts'],
    ['lib/embedded/store.ts', 'lib/records/store.ts'],
    ['lib/http/app.ts', 'routes/index.ts'],
    ['routes/events.ts', 'lib/program/service.ts'],
    ['routes/events.ts', 'lib/http/app.ts'],
    ['routes/events.ts', 'lib/embedded/start-embedded.ts'],
    ['routes/events.ts', 'spec/support/service.ts'],
    ['fixtures/fixtures.ts', 'routes/index.ts'],
    ['lib/program/service.ts', 'spec/support/service.ts'],
    ['lib/program/registration.ts', 'routes/index.ts'],
    ['lib/kinds/post-routes.ts', 'routes/index.ts'],
    ['lib/kinds/post-routes.ts', 'lib/http/app.ts'],
    ['lib/values/common.ts', 'lib/kinds/text-search.ts'],
    ['lib/pages/layout.ts', 'lib/kinds/pages/frame.ts'],
    ['lib/program/service.ts', 'koa'],
    ['routes/events.ts', '@koa/router'],
    ['lib/records/store.ts', 'lmdb'],
    ['lib/registry-on-koa.ts', 'lib/program/service.ts'],
    ['lib/registry-on-koa.ts', 'lib/access/user.ts'],
    ['lib/index.ts', 'routes/index.ts'],
    ['lib/index.ts', 'lib/records/store.ts'],
    ['lib/program/service.ts', 'lib/index.ts'],
    ['routes/events.ts', 'calendar-events'],
    ['lib/http/app.ts', 'calendar-events/registry'],
    ['fixtures/plugins/tickets/index.ts', 'lib/access/user.ts'],
    ['fixtures/plugins/tickets/index.ts', 'routes/index.ts'],
  ];
  for (const [file, imported] of breaches) {
    it(`do not lead from ${file} to ${imported}`, () => {
      expect(broken(file, imported)).not.to.deep.equal([]);
    });
  }

  const kept: readonly (readonly [string, string])[] = [
    ['lib/errors.ts', 'lib/language.ts'],
    ['lib/registry/registry.ts', 'lib/errors.ts'],
    ['lib/http/app.ts', 'lib/registry/registry.ts'],
    ['lib/records/store.ts', 'lib/errors.ts'],
    ['routes/events.ts', 'lib/records/posts.ts'],
    ['lib/program/foundation.ts', 'routes/index.ts'],
    ['lib/program/database.ts', 'lib/embedded/start-embedded.ts'],
    ['lib/index.ts', 'lib/program/service.ts'],
    ['lib/registry-on-koa.ts', 'lib/http/routes.ts'],
    ['fixtures/plugins/tickets/index.ts', 'calendar-events'],
    ['fixtures/plugins/tickets/index.ts', 'lib/index.ts'],
  ];
  for (const [file, imported] of kept) {
    it(`lead from ${file} to ${imported}`, () => {
      expect(broken(file, imported)).to.deep.equal([]);
    });
  }
});
