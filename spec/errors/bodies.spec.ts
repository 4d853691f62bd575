import { expect } from 'chai';
import { category, create, event, openPromises, patch, remove, tag } from '../support/stage';

describe('error bodies', () => {
  const { stage } = openPromises();

  it('has a code, a message and data, and no additional_data', async () => {
    await stage().give({ twice: tag('Twice'), thrice: tag('Thrice'), again: category('Again'), gone: event('Gone', { status: 'trash' }) });
    const errors = [
      [create(tag('Twice')), 400],
      [create(category('AGAIN')), 400],
      [patch('/tags/{twice}', { slug: 'thrice' }), 400],
      [create(event('')), 400],
      [create(event('None'), { as: 'subscriber' }), 403],
      [{ ...event('None'), method: 'POST' }, 401],
      [{ path: '/events/999999' }, 404],
      [{ path: '/nowhere' }, 404],
      [{ path: '/events/{gone}' }, 403],
      [remove('/events/{gone}'), 410],
      [{ path: '/events?status=any' }, 400],
      [{ as: 'editor', method: 'POST', path: '/events', raw: '{', headers: { 'content-type': 'application/json' } }, 400],
    ] as const;
    for (const [step, status] of errors)
      for (const accept of ['application/json', 'application/problem+json']) {
        const { body, text } = await stage().step({ ...step, status, headers: { ...('headers' in step && step.headers), accept } });
        expect(text).to.not.include('additional_data');
        if (accept === 'application/json') expect(Object.keys(body)).to.deep.equal(['code', 'message', 'data']);
      }
  });
});
