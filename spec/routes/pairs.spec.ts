import { expect } from 'chai';
import { LANGUAGES } from '../../lib/language';
import { openStage, type Stage } from '../support/scenario';
import { ROUTES } from './specification';

const DATES = { start_date: '2030-05-06 10:00:00', end_date: '2030-05-06 12:00:00' };
const BODIES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  events: { title: 'Fair', slug: 'fair', ...DATES },
  venues: { venue: 'Fair' },
  organizers: { organizer: 'Fair' },
  categories: { name: 'Fair' },
  tags: { name: 'Fair' },
};

/** Requests every method and path of the specification, with and without a record. */
for (const language of LANGUAGES)
  describe(`routes of the specification in ${language === 'en' ? 'English' : 'French'}`, () => {
    let stage: Stage;
    before(async () => {
      stage = await openStage();
    });
    after(() => stage.stop());

    for (const pair of Object.keys(ROUTES)) {
      const [method = '', path = ''] = pair.split(' ');
      const plural = path.split('/')[1] || '';
      // Language is handled alike for all kinds, so French is tested for some of them only.
      if (language === 'fr' && ['venues', 'organizers', 'tags'].includes(plural) && method !== 'GET') continue;
      const body = BODIES[plural];
      it(`answers ${pair}`, async () => {
        if (body && path !== `/${plural}`) await stage.give({ one: { language, path: `/${plural}`, json: body } });
        const writes = method === 'POST' || method === 'PUT' || method === 'PATCH';
        const creates = method === 'POST' && path === `/${plural}`;
        const { body: answer } = await stage.step({
          as: 'admin',
          language,
          method,
          path: path.replace('{slug}', 'fair').replace('{id}', '{one}'),
          ...(writes && { json: creates ? body : { description: 'Autumn' } }),
          status: creates ? 201 : 200,
          answers: { 'content-language': language },
        });
        if (!body) expect(answer).to.be.an('object').that.is.not.empty;
        else if (path === `/${plural}` && !creates) expect(answer[plural]).to.be.an('array');
        else expect(answer).to.include({ language, slug: method === 'DELETE' && 'status' in answer ? 'fair__trashed' : 'fair' });
        // The removal frees the slug for the next request.
        const id = answer.id as number | undefined;
        for (let times = 0; id !== undefined && times < 2; times += 1)
          await stage.ask('DELETE', `/${plural}/${id}?force=true`, { as: 'admin' });
      });
    }
  });
