import { invalidParam, type Plugin } from 'calendar-events';
import { expect } from 'chai';
import type { Answer } from '../support/service';
import { DATES, openPromises } from '../support/stage';
import { bilingual, refusalOf } from './samples';

const WHY = bilingual('Do not announce poker.', 'N’annoncez pas de poker.');

/** Refuses poker in events, closed venues for all but administrators, and a change of the address of a venue. */
const noPoker: Plugin = (registry) => {
  registry.registerCheck('events', (event) => {
    if (/poker/i.test(event.title)) throw invalidParam('title', WHY);
    // A check cannot change what is stored.
    Object.assign(event, { title: 'Changed' });
  });
  registry.registerCheck('venues', async ({ name }, { user }) => {
    if (/closed/i.test(name) && user.role !== 'administrator') throw invalidParam('venue', bilingual('It is closed.', 'Il est fermé.'));
  });
  registry.registerCheck('venues', ({ address }, { before }) => {
    if (before && before.address !== address) throw invalidParam('address', bilingual('It does not move.', 'Il ne bouge pas.'));
  });
  registry.registerCheck('organizers', ({ website }) => {
    if (String(website).includes('poker')) throw invalidParam('website', WHY);
  });
};

describe('registerCheck', () => {
  const { stage } = openPromises({}, [noPoker]);

  const ask = (
    method: string,
    path: string,
    json: object,
    as: 'editor' | 'admin' = 'editor',
    language: 'en' | 'fr' = 'en',
  ): Promise<Answer> => stage().ask(method, path, { as, json, language });
  const create = async (path: string, json: object): Promise<number> =>
    (await stage().step({ as: 'editor', method: 'POST', path, json, status: 201 })).body.id;
  const paramsOf = ({ status, body }: Answer) => [status, body.code, body.data?.params];

  for (const title of ['Poker night', '<b>Po</b>ker', 'P&#111;ker'])
    it(`sees the title as it will be stored: ${title}`, async () => {
      expect(paramsOf(await ask('POST', '/events', { ...DATES, title }))).to.deep.equal([400, 'rest_invalid_param', { title: WHY.en }]);
    });

  it('refuses in the language of the request, and stores nothing', async () => {
    const refused = await ask('POST', '/events', { ...DATES, title: 'Poker', venue: { venue: 'Orphan' } }, 'editor', 'fr');
    expect(paramsOf(refused)).to.deep.equal([400, 'rest_invalid_param', { title: WHY.fr }]);
    const { body } = await stage().ask('GET', '/venues?search=Orphan', { language: 'fr' });
    expect(body.total).to.equal(0);
  });

  it('refuses an update, and leaves the record as it was', async () => {
    const id = await create('/events', { ...DATES, title: 'Chess' });
    expect(paramsOf(await ask('PATCH', `/events/${id}`, { title: 'Poker' }))).to.deep.equal([400, 'rest_invalid_param', { title: WHY.en }]);
    expect((await stage().ask('GET', `/events/${id}`)).body.title).to.equal('Chess');
    expect((await ask('PATCH', `/events/${id}`, { title: 'Go' })).status).to.equal(200);
  });

  it('sees the record before the change, and the user', async () => {
    const id = await create('/venues', { venue: 'Hall', address: '1 Main St' });
    expect(paramsOf(await ask('PATCH', `/venues/${id}`, { address: '2 Main St' }))[2]).to.deep.equal({ address: 'It does not move.' });
    expect((await ask('PATCH', `/venues/${id}`, { venue: 'Closed' })).status).to.equal(400);
    expect((await ask('PATCH', `/venues/${id}`, { venue: 'Closed' }, 'admin')).status).to.equal(200);
  });

  it('sees records that are created inline', async () => {
    const answer = await ask('POST', '/events', { ...DATES, title: 'Chess', venue: { venue: 'Closed hall' } });
    expect([answer.status, answer.body.code]).to.deep.equal([400, 'could-not-create-venue']);
    expect(answer.body.message).to.contain('It is closed.');
  });

  it('sees each translation that a shared value changes', async () => {
    const id = await create('/organizers', { organizer: 'Club' });
    const french = await ask('POST', '/organizers', { organizer: 'Le club', translation_of: id }, 'editor', 'fr');
    expect(french.status, french.text).to.equal(201);
    const refused = await ask('PATCH', `/organizers/${french.body.id}`, { website: 'https://poker.example/' }, 'editor', 'fr');
    expect(refused.status).to.equal(400);
    expect((await stage().ask('GET', `/organizers/${id}`)).body.website ?? '').to.not.contain('poker');
  });

  it('runs for each of many creations at once', async () => {
    const titles = Array.from({ length: 12 }, (_, index) => (index % 3 === 0 ? `Poker ${index}` : `Chess ${index}`));
    const answers = await Promise.all(titles.map((title) => ask('POST', '/events', { ...DATES, title })));
    expect(answers.map(({ status }) => status)).to.deep.equal(titles.map((title) => (title.startsWith('Poker') ? 400 : 201)));
    expect(answers.flatMap(({ body }) => body.title ?? [])).to.deep.equal(titles.filter((title) => title.startsWith('Chess')));
  });

  for (const [plural, check, why] of [
    ['tags', () => undefined, 'Check of tags: no post-like type has this plural: use one of venues, organizers, events.'],
    ['eventz', () => undefined, 'Check of eventz: no post-like type has this plural: use one of venues, organizers, events.'],
    ['events', 'yes', 'Check of events: it is not a function: give one that takes a record.'],
  ] as const)
    it(`fails the start for ${plural}, ${typeof check}`, async () => {
      const plugin: Plugin = (registry) => registry.registerCheck(plural, check as () => void);
      expect(await refusalOf({ name: 'shop', plugin })).to.equal(`The plugin shop has an invalid declaration: ${why}`);
    });
});
