/**
 * The arrows between the rooms, read by `npm run arrows` and by spec/house/arrows.spec.ts. dependency-cruiser reads the
 * compiled JavaScript; rules of `path` and `pathNot` alone are applied by the spec to imports of types too, which no JavaScript shows.
 */
const PREFIX = '^(?:dist/)?';

/** A rule that one room imports nothing but what is named. */
const only = (room, allowed, apart = []) => ({
  name: `${room}-only`,
  severity: 'error',
  comment: `${room} imports nothing of the house but ${allowed.join(', ') || 'itself'}.`,
  from: { path: `${PREFIX}${room}(?:/|\\.)`, ...(apart.length > 0 && { pathNot: `${PREFIX}(?:${apart.join('|')})/` }) },
  to: {
    path: `${PREFIX}(?:lib|routes|fixtures|spec)/`,
    pathNot: `${PREFIX}(?:${[room, 'lib/deadline', ...allowed].join('|')})(?:/|\\.)`,
  },
});

/** A rule that a package is known to one room alone. */
const owns = (room, packages, more = {}) => ({
  name: `${packages[0]}-only-in-${room.replace(/\W+/g, '-')}`,
  severity: 'error',
  comment: `Only ${room} knows ${packages.join(', ')}.`,
  from: { path: `${PREFIX}(?:lib|routes|fixtures)/`, pathNot: `${PREFIX}${room}/` },
  to: { path: `(?:^|node_modules/)(?:${packages.join('|')})(?:/|$)`, ...more },
});

module.exports = {
  forbidden: [
    only('lib/language', []),
    only('lib/deadline', []),
    only('lib/cache', []),
    only('lib/query', []),
    only('lib/errors', ['lib/language']),
    only('lib/access', ['lib/language', 'lib/errors']),
    only('lib/calendar', ['lib/language', 'lib/errors']),
    only('lib/registry', ['lib/language', 'lib/errors']),
    only('lib/openapi', ['lib/language', 'lib/errors', 'lib/registry']),
    only('lib/http', ['lib/language', 'lib/errors', 'lib/registry', 'lib/cache']),
    only('lib/embedded', ['lib/language', 'lib/errors', 'lib/query']),
    only('lib/database', ['lib/language', 'lib/errors', 'lib/cache', 'lib/query']),
    only('lib/maintenance', ['lib/language', 'lib/errors', 'lib/database']),
    only('lib/html', ['lib/language', 'lib/errors', 'lib/registry']),
    only('lib/content', [
      'lib/language',
      'lib/errors',
      'lib/registry',
      'lib/openapi',
      'lib/cache',
      'lib/query',
      'lib/access',
      'lib/calendar',
      'lib/database',
      'lib/html',
    ]),
    only('lib/site', [
      'lib/language',
      'lib/errors',
      'lib/registry',
      'lib/openapi',
      'lib/cache',
      'lib/access',
      'lib/calendar',
      'lib/database',
      'lib/html',
      'lib/http',
      'lib/content',
    ]),
    only('routes', [
      'lib/language',
      'lib/errors',
      'lib/registry',
      'lib/cache',
      'lib/access',
      'lib/calendar',
      'lib/database',
      'lib/html',
      'lib/content',
      'lib/site',
    ]),
    only('lib/index', [
      'routes/records',
      'lib/language',
      'lib/errors',
      'lib/registry',
      'lib/http',
      'lib/access',
      'lib/calendar',
      'lib/program',
    ]),
    only('lib/registry-on-koa', ['lib/language', 'lib/errors', 'lib/registry', 'lib/http', 'lib/html']),
    {
      name: 'doors',
      severity: 'error',
      comment: 'A room is imported by its index.ts alone. The rooms of lib/content are rooms to each other.',
      from: { path: `${PREFIX}(?:lib|routes|fixtures)/(?:content/)?([^/]+)` },
      to: { path: `${PREFIX}lib/[^/]+/.`, pathNot: `${PREFIX}lib/(?:content/)?(?:[^/]+/index\\.|$1/)` },
    },
    {
      name: 'entries-from-outside',
      severity: 'error',
      comment: 'What the package shows to others is for them; plugins that come with it are others.',
      from: { path: `${PREFIX}(?:lib|routes|fixtures)/`, pathNot: `${PREFIX}fixtures/plugins/` },
      to: { path: `${PREFIX}lib/(?:index|registry-on-koa)\\.|^calendar-events(?:/|$)` },
    },
    only('fixtures/plugins', ['lib/index', 'lib/registry-on-koa']),
    only('fixtures', ['lib/language', 'lib/errors', 'lib/access', 'lib/calendar'], ['fixtures/plugins']),
    only('lib/program', ['lib', 'routes', 'fixtures']),
    {
      name: 'calendar-in-one-place',
      severity: 'error',
      comment: 'The program names the calendar once, as the first plugin.',
      from: { path: `${PREFIX}lib/`, pathNot: `${PREFIX}lib/program/foundation\\.` },
      // The types of its records are part of what plugins are handed.
      to: { path: `${PREFIX}routes/(?!records\\.)` },
    },
    owns('lib/http', ['koa', '@koa/router', 'koa-body']),
    owns('lib/embedded', ['lmdb']),
    // Routes say filters in the types of the driver; they never call it.
    owns('lib/(?:database|maintenance)', ['mongodb'], { dependencyTypesNot: ['type-only'] }),
    { name: 'no-cycles', severity: 'error', comment: 'No file needs itself.', from: {}, to: { circular: true } },
    {
      name: 'resolvable',
      severity: 'error',
      comment: 'Every import is found.',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'declared',
      severity: 'error',
      comment: 'What the service needs is among its dependencies, not by accident or only for development.',
      from: { path: `${PREFIX}(?:lib|routes|fixtures)/` },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.spec\\.js$' },
    moduleSystems: ['cjs', 'es6'],
    // The package's own name leads to its entries.
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['node', 'require', 'default'] },
  },
};
