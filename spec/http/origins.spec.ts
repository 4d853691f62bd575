import { openPromises } from '../support/stage';

describe('Browsers of any origin may call, and never keep credentials', () => {
  const { stage } = openPromises();

  for (const origin of ['https://example.org', 'http://localhost:8080', 'null'])
    it(`the origin ${origin} is echoed`, async () => {
      for (const step of [
        { path: '/events' },
        { as: 'editor' as const, path: '/events' },
        { path: '/events/987654', status: 404 },
        { method: 'POST', path: '/events', status: 401 },
        { method: 'OPTIONS', path: '/events' },
      ])
        await stage().step({
          ...step,
          headers: { origin },
          answers: { 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true', vary: /Origin/ },
        });
    });
  it('no 401 asks browsers for credentials', async () => {
    const basic = (text: string) => ({ authorization: `Basic ${btoa(text)}` });
    for (const step of [
      { method: 'POST', path: '/events' },
      { method: 'DELETE', path: '/tags/1' },
      { path: '/events', headers: basic('editor:wrong') },
      { path: '/nothing', headers: basic('nobody-at-all:wrong') },
    ])
      await stage().step({ ...step, status: 401, answers: { 'www-authenticate': undefined } });
  });
});

describe('Only the origins listed may call', () => {
  const { stage } = openPromises({ CORS_ORIGINS: 'https://one.example, https://two.example' });

  for (const [origin, echoed] of [
    ['https://one.example', 'https://one.example'],
    ['https://two.example', 'https://two.example'],
    ['https://three.example', undefined],
    ['https://one.example.evil', undefined],
    ['null', undefined],
  ] as const)
    it(`${origin} is ${echoed ? 'echoed' : 'not'}`, async () => {
      for (const method of ['GET', 'OPTIONS'])
        await stage().step({
          method,
          path: '/events',
          headers: { origin },
          status: 200,
          answers: { 'access-control-allow-origin': echoed, 'access-control-allow-credentials': echoed && 'true', vary: /Origin/ },
        });
    });
});
