import { expect } from 'chai';
import { openPromises } from '../../support/stage';
import { FILM } from '../samples';

const SEGMENT = 'Séances du soir/film';

describe('registerPostLike: segment that has to be URL-encoded', () => {
  const { stage } = openPromises({}, [(registry) => void registry.registerPostLike({ ...FILM, segment: SEGMENT, fields: {} })]);

  it('encodes the segment in url, which leads to the page', async () => {
    const { body } = await stage().ask('POST', '/films', { as: 'admin', json: { title: 'Playtime', status: 'publish' } });
    expect(body.url).to.equal(`${stage().address}/en/${encodeURI(SEGMENT)}/playtime/`);
    const page = await stage().ask('GET', `/${new URL(body.url).pathname}`, { headers: { accept: 'text/html' } });
    expect(page.status).to.equal(200);
    expect(page.text).to.include('<h1');
  });
});
