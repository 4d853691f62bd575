import { expect } from 'chai';
import { type Library, send, startLibrary } from '../library';
import { play } from '../scenario';

describe('errors over HTTP', () => {
  play([
    {
      title: 'have code, message and data',
      path: '/en/library/v1/refused',
      status: 403,
      is: { code: 'library-closed', message: 'The library is closed.', data: { status: 403, until: 'Monday' } },
    },
    {
      title: 'list invalid parameters with reasons',
      path: '/fr/library/v1/books?colour=grue',
      status: 400,
      code: 'rest_invalid_param',
      has: { data: { status: 400, params: { colour: 'Ce n’est pas une couleur.' }, details: [] } },
    },
    {
      title: 'replace messages of other libraries',
      path: '/en/library/v1/away',
      status: 503,
      code: 'database_unavailable',
      answers: { 'retry-after': '2', allow: 'GET' },
    },
  ]);

  let library: Library;
  before(async () => {
    library = await startLibrary();
  });
  after(() => library.close(1000));

  it('a 500 is logged with request ID and stack, which are not answered', async () => {
    const { headers, text } = await send(library, { path: '/en/library/v1/broken' });
    expect(text).to.not.match(/secret|stack|\.js|\.ts/);
    const [line] = library.lines.filter(({ level }) => level === 'error');
    expect(line?.fields['id']).to.equal(headers['x-request-id']);
    expect(line?.fields['err']).to.be.instanceOf(Error).with.property('message', 'the secret of the house');
  });
});

describe('access log: lines', () => {
  let library: Library;
  beforeEach(async () => {
    library = await startLibrary({ trustProxy: 1 });
  });
  afterEach(() => library.close(1000));

  it('has one line per request, without query and credentials', async () => {
    const headers = { authorization: `Basic ${Buffer.from('ann:secret').toString('base64')}` };
    const answer = await send(library, { path: '/fr/library/v1/books?password=hidden', headers });
    expect(library.lines).to.have.length(1);
    const [line] = library.lines;
    expect(line?.fields).to.include({
      id: answer.headers['x-request-id'],
      method: 'GET',
      path: '/fr/library/v1/books',
      status: 200,
      user: 7,
      language: 'fr',
    });
    expect(line?.fields['milliseconds']).to.be.a('number');
    expect(JSON.stringify(library.lines)).to.not.match(/hidden|secret/);
  });

  it('has the request ID of a trusted proxy', async () => {
    const answer = await send(library, { path: '/en', headers: { 'x-request-id': 'from-the-proxy' } });
    expect(answer.headers['x-request-id']).to.equal('from-the-proxy');
    const other = await send(library, { path: '/en', headers: { 'x-request-id': 'not one' } });
    expect(other.headers['x-request-id']).to.match(/^[0-9a-f-]{36}$/);
  });
});
