import { playOn, type Scenario, type Stage } from '../../support/scenario';
import { named, type PostLikeSuite } from './sample';

/** Specs of single records by ID and by slug, in each language. */
export function describeReading({ kind, plural, name, segment, at, slugged, made }: PostLikeSuite, stageOf: () => Stage): void {
  describe(`GET /${plural}/{id} and /${plural}/by-slug/{slug}`, () => {
    const given = {
      hall: made('Old Hall'),
      french: made('Vieille Halle', {}, { language: 'fr' }),
      draft: made('Draft', { status: 'draft', author: '{author}', ...slugged('draft') }),
      private: made('Private', { status: 'private', author: '{author}', ...slugged('private') }),
      future: made('Future', { author: '{author}', date: '2031-01-01', ...slugged('future') }),
      trashed: made('Trashed', { author: '{author}', ...slugged('trashed') }),
      gone: { path: `${at}/{trashed}`, method: 'DELETE' },
    };
    const hidden = ['draft', 'private', 'future', 'trashed'];
    before(() => stageOf().give(given));
    playOn(stageOf, [
      {
        title: 'finds by ID, with JSON-LD',
        path: `${at}/{hall}`,
        has: { id: '{hall}', [name]: 'Old Hall', 'json_ld.name': 'Old Hall' },
        answers: { 'content-language': 'en' },
      },
      { title: 'finds by slug, with JSON-LD', path: `${at}/by-slug/old-hall`, has: { id: '{hall}', 'json_ld.name': 'Old Hall' } },
      { title: 'finds by slug whatever the case and the encoding', path: `${at}/by-slug/OLD%2Dh%61ll`, has: { id: '{hall}' } },
      { title: 'tolerates one slash at the end', path: `${at}/{hall}/`, has: { id: '{hall}' } },
      { title: 'takes ids with leading zeros', path: `${at}/0{hall}`, has: { id: '{hall}' } },
      { title: 'ignores an ID in the query', path: `${at}/{hall}?id={draft}`, has: { id: '{hall}' } },
      { title: 'ignores a slug in the query', path: `${at}/by-slug/old-hall?slug=draft`, has: { id: '{hall}' } },
      ...['0', '99999999999999999999'].map(
        (id): Scenario => ({ title: `answers 404 to the ID ${id}`, path: `${at}/${id}`, status: 404, code: `rest-${kind}-not-found` }),
      ),
      ...['abc', '-1', '1.5', '12abc'].map(
        (id): Scenario => ({ title: `knows no route for the ID ${id}`, path: `${at}/${id}`, status: 404, code: 'rest_no_route' }),
      ),

      // `spec/access/posts.spec.ts` tests all roles and statuses.
      ...[undefined, 'author2' as const].flatMap((as) =>
        (as === undefined ? hidden : ['private']).map((record): Scenario => {
          const refusal = { status: 403, code: `${kind}-${record === 'trashed' ? 'no-longer-available' : 'not-accessible'}` };
          const asker = as && { as };
          return {
            title: `refuses a ${record} record to ${named(as)}`,
            ...asker,
            path: `${at}/{${record}}`,
            ...refusal,
            next: record === 'trashed' ? [] : [{ ...asker, path: `${at}/by-slug/${record}`, ...refusal }],
          };
        }),
      ),
      ...hidden.map(
        (record): Scenario => ({
          title: `shows a ${record} record to its author and to an editor`,
          as: 'author',
          path: `${at}/{${record}}`,
          status: 200,
          has: { id: `{${record}}` },
          next: [{ as: 'editor', path: `${at}/{${record}}`, status: 200 }],
        }),
      ),

      {
        title: 'reads a French record through the English prefix by ID',
        path: `${at}/{french}`,
        has: { language: 'fr', slug: 'vieille-halle' },
        answers: { 'content-language': 'fr' },
        says: new RegExp(`/fr/${segment}/vieille-halle/`),
      },
      {
        title: 'reads an English record through the French prefix by ID',
        language: 'fr',
        path: `${at}/{hall}`,
        has: { language: 'en' },
        answers: { 'content-language': 'en' },
        says: new RegExp(`/en/${segment}/old-hall/`),
      },
      { title: 'does not find a French slug among the English ones', path: `${at}/by-slug/vieille-halle`, status: 404 },
      {
        title: 'finds a French slug under the French prefix',
        language: 'fr',
        path: `${at}/by-slug/vieille-halle`,
        has: { id: '{french}' },
      },
      {
        title: 'finds a French slug when the query says French',
        path: `${at}/by-slug/vieille-halle?ml_language=fr`,
        has: { id: '{french}' },
      },
      {
        title: 'prefers ml_language in the query to the prefix',
        language: 'fr',
        path: `${at}/by-slug/vieille-halle?ml_language=en`,
        status: 404,
        says: /There is no/,
      },
      {
        title: 'answers HEAD as GET',
        method: 'HEAD',
        path: `${at}/{hall}`,
        status: 200,
        answers: { 'content-language': 'en', allow: 'GET', etag: /^(W\/)?"/ },
      },
      {
        title: 'shows Allow: GET to an anonymous client',
        method: 'OPTIONS',
        path: `${at}/{hall}`,
        has: { namespace: 'cal/events/v1', methods: ['GET', 'DELETE', 'POST', 'PUT', 'PATCH'] },
        answers: { allow: 'GET' },
      },
      {
        title: 'shows every method in Allow to an editor',
        as: 'editor',
        method: 'OPTIONS',
        path: `${at}/{hall}`,
        answers: { allow: 'GET, DELETE, POST, PUT, PATCH' },
      },
      {
        title: 'shows every method in Allow to the author',
        as: 'author',
        path: `${at}/{private}`,
        answers: { allow: 'GET, DELETE, POST, PUT, PATCH' },
      },
    ]);
  });
}
