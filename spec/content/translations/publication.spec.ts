import { create, event, openPromises, refused, remove } from '../../support/stage';
import { translation } from '../../support/translations';

const FRENCH = { language: 'fr' } as const;

describe('`translation_of` and the publication of what it makes', () => {
  const { promise } = openPromises();
  const translate = (of: string, more: object = {}) => translation('events', 'title', 'Traduit', of, more);

  for (const status of ['publish', 'draft', 'private'])
    promise(
      `takes the status of the original: ${status}`,
      { one: event('Original', { status }) },
      create(translate('{one}'), { status: 201, has: { status } }),
    );
  const LATER = { date: '2031-02-03 04:05:06' };
  promise(
    'takes the date of a scheduled original unless another one is sent',
    { one: event('Original', LATER), two: event('Original', LATER) },
    create(translate('{one}'), { status: 201, has: { status: 'future', ...LATER } }),
    create(translate('{two}', { date: '2031-07-08 09:10:11' }), { status: 201, has: { status: 'future', date: '2031-07-08 09:10:11' } }),
  );
  promise(
    'takes the status that an original in the trash had',
    { one: event('Original', { status: 'pending' }), gone: remove('/events/{one}') },
    create(translate('{one}'), { status: 201, has: { status: 'pending' } }),
  );
  promise(
    'takes the status that is sent',
    { one: event('Original', { status: 'draft' }) },
    create(translate('{one}', { status: 'publish' }), { status: 201, has: { status: 'publish' } }),
  );
  promise(
    'is a draft of those who may not publish, and refused beside a published original',
    { own: event('Original', { status: 'draft' }, { as: 'contributor' }), published: event('Published', {}, { as: 'editor' }) },
    create(translate('{own}'), { as: 'contributor', status: 201, has: { status: 'draft' } }),
    create(translate('{published}'), { as: 'contributor', ...refused('translation_of') }),
  );
  promise(
    'takes the password of a protected original unless another one is sent',
    {
      one: event('Closed', { password: 'sesame' }),
      two: event('Closed', { password: 'sesame' }),
      kept: translate('{one}'),
      open: translate('{two}', { password: '' }),
    },
    { ...FRENCH, path: '/events/{kept}', status: 403, code: 'event-password-protected' },
    { ...FRENCH, path: '/events/{kept}?password=sesame', status: 200 },
    { ...FRENCH, path: '/events/{open}', status: 200 },
  );
});
