import { expect } from 'chai';
import { openStage, type Stage } from '../../support/scenario';
import type { Answer } from '../../support/service';
import type { PostLikeSuite } from './sample';

export function describeLists({ kind, plural, field, values, at, made }: PostLikeSuite): void {
  describe(`GET /${plural}`, () => {
    let stage: Stage;
    before(async () => {
      stage = await openStage();
      for (let place = 1; place <= 5; place += 1)
        await stage.give({ [`p${place}`]: made(`Page ${place}`, { date: `2030-01-0${place} 08:00:00`, [field]: `${values[0]} é` }) });
      await stage.give({
        french: made('Une page', {}, { language: 'fr' }),
        draft: made('Page draft', { status: 'draft', author: '{contributor}', date: '2029-01-01' }),
        private: made('Page private', { status: 'private', author: '{author}', date: '2029-01-02' }),
        trashed: made('Page trashed', { status: 'trash' }),
      });
    });
    after(() => stage.stop());
    const ids = (answer: Answer): number[] => answer.body[plural].map(({ id }: { id: number }) => id);

    it('links its pages forwards and backwards', async () => {
      const query = 'per_page=2&search=page';
      const onePage = ids(await stage.step({ path: `${at}?${query}&per_page=50` }));
      expect(onePage).to.have.length(5);
      let answer = await stage.step({ path: `${at}?${query}` });
      const first = ids(answer);
      const walked = [...first];
      while (answer.body.next_rest_url) {
        expect(answer.headers.link).to.include(`<${answer.body.next_rest_url}>; rel="next"`);
        answer = await stage.step({ path: `/${new URL(answer.body.next_rest_url).href.slice(stage.address.length)}` });
        const again = await stage.step({ path: `/${new URL(answer.body.rest_url).href.slice(stage.address.length)}` });
        expect(ids(again), 'rest_url').to.deep.equal(ids(answer));
        expect(answer.headers).to.include({ 'x-wp-total': '5', 'x-tec-total': '5' });
        walked.push(...ids(answer));
      }
      expect(walked).to.deep.equal(onePage);
      while (answer.body.previous_rest_url)
        answer = await stage.step({ path: `/${new URL(answer.body.previous_rest_url).href.slice(stage.address.length)}` });
      expect(ids(answer)).to.deep.equal(first);
    });

    it('lists only records of the effective language (ml_language)', async () => {
      expect((await stage.step({ path: at, language: 'fr' })).body.total).to.equal(1);
      const { body } = await stage.step({ path: `${at}?ml_language=fr`, lists: ['french'], answers: { 'content-language': 'fr' } });
      await stage.step({ path: `/${body.rest_url.slice(stage.address.length)}`, lists: ['french'] });
    });
    it('tells totals in headers (X-WP-Total, X-TEC-Total) and body', () =>
      stage.step({
        path: `${at}?per_page=2&page=2`,
        has: { total: 5, total_pages: 3 },
        answers: {
          'x-wp-total': '5',
          'x-wp-totalpages': '3',
          'x-tec-total': '5',
          'x-tec-totalpages': '3',
          'content-language': 'en',
          allow: 'GET',
        },
      }));
    it('answers 404 to a page beyond the last', () =>
      stage.step({ path: `${at}?page=9`, status: 404, code: `${kind}-archive-page-not-found` }));
    it('answers an empty list, not 404, if nothing is found', () =>
      stage.step({
        path: `${at}?search=nothing+at+all`,
        status: 200,
        has: { [plural]: [], total: 0, total_pages: 0, next_rest_url: undefined },
      }));
    it('clamps per_page to 50', () => stage.step({ path: `${at}?per_page=500`, status: 200, says: /per_page=50\b/ }));
    it('answers HEAD with the headers alone', () => stage.step({ method: 'HEAD', path: at, status: 200, answers: { 'x-wp-total': '5' } }));
    it('shows nothing unpublished to readers', async () => {
      expect((await stage.step({ path: at })).body.total).to.equal(5);
      expect((await stage.step({ path: at, as: 'subscriber' })).body.total).to.equal(5);
    });
    it('shows contributors and authors their own unpublished records and no others', async () => {
      expect((await stage.step({ path: at, as: 'contributor' })).body.total).to.equal(6);
      await stage.step({ path: `${at}?status=draft,private`, as: 'contributor', lists: ['draft'] });
      await stage.step({ path: `${at}?status=draft,private`, as: 'author', lists: ['private'] });
      await stage.step({ path: `${at}?status=draft,private`, as: 'author2', lists: [] });
    });
    it('shows editors everything but the trash, which they may ask for', async () => {
      expect((await stage.step({ path: at, as: 'editor' })).body.total).to.equal(7);
      await stage.step({ path: `${at}?status=trash`, as: 'editor', lists: ['trashed'] });
    });
    it('takes an empty status for publish and private', async () => {
      for (const [as, total] of [
        ['editor', 6],
        ['author', 6],
        ['contributor', 5],
      ] as const)
        expect((await stage.step({ path: `${at}?status=`, as })).body.total, as).to.equal(total);
    });
    it('refuses every status but publish to readers', async () => {
      for (const status of ['draft', 'any', 'publish,draft', 'bogus', 'trash', ''])
        await stage.step({ path: `${at}?status=${status}`, status: 400, code: 'rest_invalid_param', params: ['status'] });
    });
  });
}
