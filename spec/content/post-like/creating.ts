import { playOn, type Scenario, type Stage } from '../../support/scenario';
import type { PostLikeSuite } from './sample';

export function describeCreating({ required, plural, name, segment, at, called, made }: PostLikeSuite, stageOf: () => Stage): void {
  describe(`POST /${plural}`, () =>
    playOn(stageOf, [
      {
        title: 'answers 201 with the record, Location and Content-Language',
        ...made('Café Brûlé', {}, { as: 'author', method: 'POST' }),
        status: 201,
        has: {
          [name]: 'Café Brûlé',
          status: 'publish',
          slug: 'cafe-brule',
          author: '{author}',
          language: 'en',
          translations: {},
          json_ld: undefined,
        },
        answers: { location: new RegExp(`/en/cal/events/v1/${plural}/\\d+$`), 'content-language': 'en', allow: 'GET, POST' },
      },
      {
        title: 'refuses a creation without a name',
        as: 'author',
        method: 'POST',
        path: at,
        json: { ...required },
        status: 400,
        code: 'rest_missing_callback_param',
        params: [name],
      },
      {
        title: 'takes a form as well as JSON',
        as: 'author',
        method: 'POST',
        path: at,
        form: new URLSearchParams(called('From a form') as Record<string, string>).toString(),
        status: 201,
        has: { [name]: 'From a form' },
      },
      ...(
        [
          ['contributor', undefined, 'draft'],
          ['contributor', 'publish', 'pending'],
          ['author', 'future', 'publish'],
          ['editor', 'private', 'private'],
        ] as const
      ).map(
        ([as, status, becomes]): Scenario => ({
          title: `gives ${becomes} to the ${as} who asks for ${status ?? 'no status'}`,
          ...made('Scaled', status && { status }, { as, method: 'POST' }),
          status: 201,
          has: { status: becomes },
        }),
      ),
      {
        title: 'gives the status future to a record with a later date',
        ...made('Later', { date: '2031-01-01 08:00:00' }, { as: 'author', method: 'POST' }),
        status: 201,
        has: { status: 'future', date: '2031-01-01 08:00:00', date_utc: '2031-01-01 08:00:00' },
      },
      {
        title: 'numbers slugs that are taken',
        given: { first: made('Twice'), second: made('Twice') },
        path: `${at}/{second}`,
        has: { slug: 'twice-2' },
      },
      {
        title: 'gives the same slug again in the other language',
        given: { first: made('Deux fois'), second: made('Deux fois', {}, { language: 'fr' }) },
        path: `${at}/{second}`,
        has: { slug: 'deux-fois', language: 'fr' },
      },
      {
        title: 'keeps letters of other scripts in slugs and encodes them in addresses',
        given: { one: made('東京') },
        path: `${at}/by-slug/${encodeURIComponent('東京')}`,
        has: { slug: '東京' },
        says: new RegExp(`/en/${segment}/${encodeURIComponent('東京').toLowerCase()}/`),
      },
    ]));
}
