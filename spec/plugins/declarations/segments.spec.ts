import { expect } from 'chai';
import { type Running, startService } from '../../support/service';
import { FILM } from '../samples';

const SEGMENT = 'Séances du soir/film';

describe('registerPostLike: segment that has to be URL-encoded', () => {
  let running: Running;
  before(async () => {
    running = await startService({ plugins: [(registry) => void registry.registerPostLike({ ...FILM, segment: SEGMENT, fields: {} })] });
  });
  after(() => running.stop());

  it('encodes the segment in url, which leads to the page', async () => {
    const { body } = await running.ask('POST', '/films', { as: 'admin', json: { title: 'Playtime', status: 'publish' } });
    expect(body.url).to.equal(`${running.address}/en/${encodeURI(SEGMENT)}/playtime/`);
    const page = await running.ask('GET', `/${new URL(body.url).pathname}`, { headers: { accept: 'text/html' } });
    expect(page.status).to.equal(200);
    expect(page.text).to.include('<h1');
  });
});
