import { playOn, type Scenario, type Stage } from '../../support/scenario';
import { patch } from '../../support/stage';
import type { PostLikeSuite } from './sample';

/** Specs of updates: the fields that they change and the fields that they keep. */
export function describeUpdating(
  { plural, name, segment, field, values, sluggable, at, called, slugged, made }: PostLikeSuite,
  stageOf: () => Stage,
): void {
  describe(`POST, PUT and PATCH /${plural}/{id} and /${plural}/by-slug/{slug}`, () => {
    const updates = [`${at}/{one}`, `${at}/by-slug/steady`].flatMap((path) => ['POST', 'PUT', 'PATCH'].map((method) => ({ method, path })));
    playOn(stageOf, [
      {
        title: 'changes the sent fields and nothing else, by POST, PUT and PATCH, by ID and by slug',
        given: { one: made('Steady', { [field]: values[0], ...slugged('steady') }) },
        path: `${at}/{one}`,
        has: { [field]: values[0] },
        next: updates.map((update, place) => ({
          ...update,
          as: 'editor',
          json: { [field]: values[(place + 1) % 2] },
          status: 200,
          has: {
            id: '{one}',
            [name]: 'Steady',
            slug: 'steady',
            [field]: values[(place + 1) % 2],
            status: 'publish',
            author: '{admin}',
            date: '2030-01-15 12:00:00',
          },
        })),
      },
      {
        title: 'keeps a private record private',
        given: { one: made('Secret', { status: 'private' }) },
        ...patch(`${at}/{one}`, { [name]: 'Still secret' }),
        has: { status: 'private', [name]: 'Still secret' },
      },
      {
        title: 'publishes a draft',
        given: { one: made('Ready', { status: 'draft' }) },
        ...patch(`${at}/{one}`, { status: 'publish' }),
        has: { status: 'publish', date: '2030-01-15 12:00:00', slug: 'ready' },
      },
      {
        title: 'does not move a record to another language',
        given: { one: made('Stays') },
        ...patch(`${at}/{one}`, { ml_language: 'fr' }),
        has: { language: 'en' },
        answers: { 'content-language': 'en' },
      },
      {
        title: 'finds a slug in the language of ml_language in the body',
        given: { one: made('Halle', {}, { language: 'fr' }) },
        ...patch(`${at}/by-slug/halle`, { ml_language: 'fr', [field]: values[1] }),
        status: 200,
        has: { id: '{one}', language: 'fr' },
      },
      {
        title: 'creates a record in the language of ml_language in the body',
        as: 'editor',
        method: 'POST',
        path: at,
        json: called('Par le corps', { ml_language: 'fr' }),
        status: 201,
        has: { language: 'fr' },
        says: new RegExp(`/en/cal/events/v1/|/fr/${segment}/`),
      },
      {
        title: 'changes a record through the other prefix by ID',
        given: { one: made('Through') },
        ...patch(`${at}/{one}`, { [field]: values[1] }, { language: 'fr' }),
        status: 200,
        has: { language: 'en' },
      },
      {
        title: 'ignores an ID in the body',
        given: { one: made('The first'), two: made('The second') },
        ...patch(`${at}/{one}`, { id: '{two}', [field]: values[1] }),
        has: { id: '{one}' },
      },
      ...(sluggable
        ? ([
            {
              title: 'renames by a slug in the body',
              given: { one: made('Before', { slug: 'before' }), two: made('Other', { slug: 'other' }) },
              ...patch(`${at}/by-slug/before`, { slug: 'after' }),
              has: { id: '{one}', slug: 'after' },
              next: [{ path: `${at}/by-slug/before`, status: 404 }],
            },
            {
              title: 'numbers a slug that is taken',
              given: { one: made('Mover', { slug: 'mover' }), two: made('Taken', { slug: 'taken' }) },
              ...patch(`${at}/{one}`, { slug: 'taken' }),
              has: { slug: 'taken-2' },
              next: [{ path: `${at}/by-slug/taken`, has: { id: '{two}' } }],
            },
            {
              title: 'keeps its own slug',
              given: { one: made('Mine', { slug: 'mine' }) },
              ...patch(`${at}/{one}`, { slug: 'mine' }),
              has: { slug: 'mine' },
            },
          ] satisfies Scenario[])
        : ([
            {
              title: 'does not let the slug follow the name',
              given: { one: made('First name') },
              ...patch(`${at}/{one}`, { [name]: 'Second name' }),
              has: { slug: 'first-name' },
            },
            {
              title: 'takes a slug from the body of an update by slug alone',
              given: { one: made('Before'), two: made('Other') },
              ...patch(`${at}/by-slug/before?slug=query`, { slug: ' Été, après ' }),
              has: { id: '{one}', [name]: 'Before', slug: 'ete-apres' },
              next: [
                { path: `${at}/by-slug/before`, status: 404 },
                { path: `${at}/by-slug/ete-apres`, has: { id: '{one}' } },
                { ...patch(`${at}/{one}`, { slug: 'by-id' }), has: { slug: 'ete-apres' } },
                { ...patch(`${at}/by-slug/ete-apres`, { slug: 'other' }), has: { slug: 'other-2' } },
                { ...patch(`${at}/by-slug/other-2`, { slug: 'other-2' }), has: { slug: 'other-2' } },
                { ...patch(`${at}/by-slug/other-2`, { slug: '..' }), has: { slug: 'before' } },
                { path: `${at}/by-slug/other`, has: { id: '{two}' } },
              ],
            },
            {
              title: 'keeps the slug in the trash and back',
              given: { one: made('Trashed') },
              ...patch(`${at}/by-slug/trashed`, { slug: 'elsewhere', status: 'trash' }),
              has: { status: 'trash', slug: 'elsewhere__trashed' },
              next: [
                {
                  ...patch(`${at}/by-slug/elsewhere__trashed`, { status: 'publish' }),
                  has: { slug: 'elsewhere' },
                },
              ],
            },
            {
              title: 'takes the slug of a pending record from users who may publish it alone',
              given: { one: { ...made('Waiting', { status: 'pending' }), as: 'contributor' } },
              as: 'contributor',
              method: 'PATCH',
              path: `${at}/by-slug/waiting`,
              json: { slug: 'wanted' },
              has: { slug: 'waiting' },
              next: [{ ...patch(`${at}/by-slug/waiting`, { slug: 'wanted' }), has: { slug: 'wanted' } }],
            },
            {
              title: 'refuses a slug in the body of an update by slug that is no text, or empty',
              given: { one: made('Unnamed') },
              path: `${at}/by-slug/unnamed`,
              next: ['', '0', null, 5, true, ['x']].map((slug) => ({
                ...patch(`${at}/by-slug/unnamed`, { slug }),
                status: 400,
                code: 'rest_invalid_param',
                params: ['slug'],
              })),
            },
          ] satisfies Scenario[])),
    ]);
  });
}
