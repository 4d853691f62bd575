import { expect } from 'chai';
import { publishDue } from '../../../lib/content/visibility/publication';
import { LANGUAGES } from '../../../lib/language';
import { faultsOf } from '../../support/faults';
import { create, event, openPromises, organizer, patch, venue } from '../../support/stage';

const LINKED = [
  { field: 'venue', at: 'venue', kind: 'venue', plural: 'venues', make: venue },
  { field: 'organizer', at: 'organizer[0]', kind: 'organizer', plural: 'organizers', make: organizer },
] as const;

describe('Venues and organizers that are made within an event', () => {
  const { promise, stage } = openPromises();
  afterEach(async () => expect(await faultsOf(stage())).to.deep.equal([]));

  for (const language of LANGUAGES)
    for (const { field, at, kind, plural, make } of LINKED) {
      const made = (name: string, more: object = {}) => ({ [field]: [{ [kind]: name, ...more }] });
      const titleOf = (name: string) => ({ [`${at}.${kind}`]: name });
      promise(
        `are published with the contributor's event: ${kind}, ${language}`,
        { one: event('One', made('New place'), { as: 'contributor', language }) },
        { language, path: `/${plural}?search=new+place`, has: { total: 0 } },
        patch('/events/{one}', { status: 'publish' }, { language, has: titleOf('New place') }),
        { language, path: '/events/{one}', has: { ...titleOf('New place'), [`${at}.status`]: 'publish' } },
        { language, path: `/${plural}?search=new+place`, has: { total: 1 } },
      );
      for (const status of ['draft', 'pending', 'private', 'future'] as const)
        promise(
          `are hidden while the event is ${status}, and published with it: ${kind}, ${language}`,
          {
            one: event(
              'Hidden',
              { status, ...(status === 'future' && { date: '2031-01-01' }), ...made(`Secret ${status}`) },
              { as: 'author', language },
            ),
          },
          {
            as: 'author',
            language,
            path: '/events/{one}',
            has: { ...titleOf(`Secret ${status}`), [`${at}.status`]: 'draft', [`${at}.author`]: '{author}' },
          },
          { language, path: `/${plural}?search=secret+${status}`, has: { total: 0 } },
          patch('/events/{one}', { status: 'publish', ...(status === 'future' && { date: '2030-01-01' }) }, { language }),
          { language, path: '/events/{one}', has: titleOf(`Secret ${status}`) },
          { language, path: `/${plural}?search=secret+${status}`, has: { total: 1 } },
        );
      promise(
        `belong to the author of the event, whoever writes it: ${kind}, ${language}`,
        { one: event('Given', { status: 'draft' }, { as: 'contributor', language }) },
        patch('/events/{one}', made('Given place'), {
          as: 'editor',
          language,
          has: { [`${at}.author`]: '{contributor}', [`${at}.status`]: 'draft' },
        }),
        patch('/events/{one}', { status: 'publish' }, { language }),
        { language, path: '/events/{one}', has: titleOf('Given place') },
      );
      promise(
        `have the status that is sent: ${kind}, ${language}`,
        {
          kept: event('Kept', { status: 'draft', ...made('Kept place', { status: 'draft' }) }, { as: 'author', language }),
          open: event('Open', { status: 'private', ...made('Open place', { status: 'publish' }) }, { as: 'author', language }),
        },
        { language, path: `/${plural}?search=open+place`, has: { total: 1 } },
        patch('/events/{kept}', { status: 'publish' }, { language, has: { [`${at}.status`]: 'draft' } }),
        { language, path: `/${plural}?search=kept+place`, has: { total: 0 } },
      );
      promise(
        `are not published where they were made apart, or taken back: ${kind}, ${language}`,
        {
          apart: make('Apart', { status: 'draft' }, { as: 'author', language }),
          one: event('With', { status: 'draft', [field]: ['{apart}'] }, { as: 'author', language }),
        },
        patch('/events/{one}', { status: 'publish' }, { language, has: { [`${at}.status`]: 'draft' } }),
        { language, path: '/events/{one}', has: { [`${at}.${kind}`]: undefined } },
      );
      it(`are published when the time of the event comes: ${kind}, ${language}`, async () => {
        const { body } = await stage().step(
          create(event('Due', { date: '2030-01-15 13:00:00', ...made('Due place') }), { as: 'author', language, status: 201 }),
        );
        await stage().step({ language, path: `/${plural}?search=due+place`, has: { total: 0 } });
        stage().clock.set('2030-01-15T13:00:01Z');
        await publishDue(stage().service.services);
        await stage().step({ language, path: `/events/${body.id}`, has: titleOf('Due place') });
        stage().clock.set('2030-01-15T12:00:00Z');
      });
    }
});
