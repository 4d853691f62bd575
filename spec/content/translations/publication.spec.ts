import { LANGUAGES, type Language } from '../../../lib/language';
import { create, openPromises, POST_LIKE, refused, remove } from '../../support/stage';

const OTHER: Readonly<Record<Language, Language>> = { en: 'fr', fr: 'en' };

describe('`translation_of` and the publication of what it makes', () => {
  const { promise } = openPromises();
  for (const language of LANGUAGES)
    for (const { kind, plural, name, make } of POST_LIKE) {
      const translate = (of: string, more: object = {}) => ({
        path: `/${plural}`,
        language: OTHER[language],
        json: { [name]: 'Translated', translation_of: of, ...more },
      });
      for (const status of ['publish', 'draft', 'pending', 'private'])
        promise(
          `takes the status of the original: ${kind}, ${status}, ${language}`,
          { one: make('Original', { status }, { language }) },
          create(translate('{one}'), { status: 201, has: { status } }),
        );
      promise(
        `takes the date of a scheduled original: ${kind}, ${language}`,
        {
          one: make('Original', { date: '2031-02-03 04:05:06' }, { language }),
          two: make('Original', { date: '2031-02-03 04:05:06' }, { language }),
        },
        create(translate('{one}'), { status: 201, has: { status: 'future', date: '2031-02-03 04:05:06' } }),
        create(translate('{two}', { date: '2031-07-08 09:10:11' }), {
          status: 201,
          has: { status: 'future', date: '2031-07-08 09:10:11' },
        }),
      );
      promise(
        `takes the status that an original in the trash had: ${kind}, ${language}`,
        { one: make('Original', { status: 'pending' }, { language }), gone: remove(`/${plural}/{one}`) },
        create(translate('{one}'), { status: 201, has: { status: 'pending' } }),
      );
      promise(
        `takes the status that is sent: ${kind}, ${language}`,
        { one: make('Original', { status: 'draft' }, { language }) },
        create(translate('{one}', { status: 'publish' }), { status: 201, has: { status: 'publish' } }),
      );
      promise(
        `is pending if the author may not publish: ${kind}, ${language}`,
        {
          own: make('Original', { status: 'draft' }, { language, as: 'contributor' }),
          published: make('Published', {}, { language, as: 'editor' }),
        },
        create(translate('{own}'), { as: 'contributor', status: 201, has: { status: 'draft' } }),
        create(translate('{published}'), { as: 'contributor', ...refused('translation_of') }),
      );
    }
  promise(
    'takes the password of a protected original unless another one is sent',
    {
      one: { path: '/events', json: { title: 'Closed', start_date: '2030-05-06', end_date: '2030-05-06', password: 'sesame' } },
      two: { path: '/events', json: { title: 'Closed', start_date: '2030-05-06', end_date: '2030-05-06', password: 'sesame' } },
      kept: { path: '/events', language: 'fr', json: { title: 'Fermé', translation_of: '{one}' } },
      open: { path: '/events', language: 'fr', json: { title: 'Ouvert', translation_of: '{two}', password: '' } },
    },
    { language: 'fr', path: '/events/{kept}', status: 403, code: 'event-password-protected' },
    { language: 'fr', path: '/events/{kept}?password=sesame', status: 200 },
    { language: 'fr', path: '/events/{open}', status: 200 },
  );
});
