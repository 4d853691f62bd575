import { openPromises } from '../support/stage';

describe('CORS without CORS_ORIGINS', () => {
  const { stage } = openPromises();

  for (const origin of ['https://example.org', 'http://localhost:8080', 'null'])
    it(`Access-Control-Allow-Origin echoes ${origin}`, async () => {
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
  it('401 has no WWW-Authenticate', async () => {
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

describe('CORS with CORS_ORIGINS', () => {
  const { stage } = openPromises({ CORS_ORIGINS: 'https://one.example, https://two.example' });

  for (const [origin, echoed] of [
    ['https://one.example', 'https://one.example'],
    ['https://two.example', 'https://two.example'],
    ['https://three.example', undefined],
    ['https://one.example.evil', undefined],
    ['null', undefined],
  ] as const)
    it(`Access-Control-Allow-Origin ${echoed ? 'echoes' : 'is missing for'} ${origin}`, async () => {
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
