import { expect } from 'chai';
import { event, openPromises, tag, venue } from '../../support/stage';

describe('Links of lists repeat _fields, _envelope, _pretty and _jsonp', () => {
  const { stage } = openPromises();
  const pathOf = (link: string) => `/${link.slice(stage().address.length)}`;
  const RECORDS = { events: event, venues: venue, tags: tag };

  before(() =>
    stage().give(
      Object.fromEntries(
        Object.entries(RECORDS).flatMap(([plural, make]) => [1, 2, 3].map((n) => [`${plural}${n}`, make(`${plural} ${n}`)])),
      ),
    ),
  );

  for (const plural of ['events', 'tags']) {
    const list = `/${plural}?per_page=1&hide_empty=false&page=2`;

    it(`links from page to page of ${plural} keep _fields, the header Link too`, async () => {
      const { body, headers } = await stage().step({ path: `${list}&_fields=rest_url,next_rest_url,previous_rest_url,${plural}.id` });
      const links = [body.next_rest_url, body.previous_rest_url];
      for (const link of links)
        expect(new URL(link).searchParams.get('_fields')).to.equal(`rest_url,next_rest_url,previous_rest_url,${plural}.id`);
      expect(headers['link']).to.contain(body.next_rest_url).and.to.contain(body.previous_rest_url);
      const next = await stage().step({ path: pathOf(body.next_rest_url) });
      expect(next.body).to.have.keys('rest_url', 'previous_rest_url', plural);
      expect(next.body[plural][0]).to.have.keys('id');
    });

    it(`links of ${plural} keep _fields that came as a list`, async () => {
      const { body } = await stage().step({ path: `${list}&_fields[]=next_rest_url&_fields[]=total` });
      expect(new URL(body.next_rest_url).searchParams.get('_fields')).to.equal('next_rest_url,total');
    });

    it(`links of ${plural} keep _envelope and _pretty, and the page behind them is one`, async () => {
      const { body } = await stage().step({ path: `${list}&_envelope&_pretty=1` });
      expect([...new URL(body.body.next_rest_url).searchParams]).to.deep.include.members([
        ['_envelope', ''],
        ['_pretty', '1'],
      ]);
      const next = await stage().step({ path: pathOf(body.body.next_rest_url), says: /^\{\n {4}"body"/ });
      expect(next.body.body[plural]).to.have.length(1);
    });

    it(`links of ${plural} keep _jsonp`, async () => {
      const { text } = await stage().step({ path: `${list}&_jsonp=show` });
      expect(text).to.match(/"next_rest_url":"[^"]*[?&]_jsonp=show"/);
    });

    it(`links of ${plural} have none of them where none was sent`, async () => {
      const { text } = await stage().step({ path: list });
      expect(text).to.not.match(/[?&]_(?:fields|envelope|pretty|jsonp)=/);
    });
  }

  it('_fields below an empty object answers an object', async () => {
    await stage().step({ path: '/events/{events1}?_fields=translations.fr', has: { translations: {} } });
    await stage().step({ path: '/events?_fields=events.translations.fr', has: { 'events[0].translations': {} } });
    await stage().step({ path: '/venues/{venues1}?_fields=translations.fr.id,id', has: { translations: {} } });
  });
});
