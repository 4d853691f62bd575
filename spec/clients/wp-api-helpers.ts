import { expect } from 'chai';
import { EVENTS, FIRST_DAY, type Site } from './site';

/** Specs of a client that validates the root index with a schema. */
export function describeWpApiHelpers(site: () => Site): void {
  describe('@kucrut/wp-api-helpers', () => {
    // The package supports `import` only.
    const root = () => import('@kucrut/wp-api-helpers');
    const utils = () => import('@kucrut/wp-api-helpers/utils');

    for (const [path, language] of [
      ['/en', 'en'],
      ['/fr/', 'fr'],
    ] as const)
      it(`discovers the API in ${language} from the address ${path || 'of the site'}, and reads in its index what the site is`, async () => {
        const { discover, get_info: info } = await root();
        const address = await discover(site().address + path);
        expect(`${address}/`).to.equal(site().root(language));
        const { namespaces, home, timezone_string: zone, _links: links } = await info(address);
        expect({ namespaces, home, zone }).to.deep.equal({ namespaces: ['cal/events/v1'], home: address, zone: 'UTC' });
        expect(links['help']?.[0]?.href).to.equal(`${address}/cal/events/v1/doc`);
      });

    it('discovers the API of The Events Calendar from the address of the site', async () => {
      const { discover, get_info: info } = await root();
      const address = await discover(site().address);
      expect(address).to.match(/\/wp-json\/?$/);
      const { namespaces, home } = await info(address);
      expect({ namespaces, home }).to.deep.equal({ namespaces: ['tribe/events/v1', 'cal/events/v1'], home: site().address });
    });

    it('reads as a user, with lists and truths as it writes them', async () => {
      const { create_basic_auth_string: basic, fetch_data: read, generate_endpoint_url: endpoint } = await utils();
      const { username, password } = site().account;
      const args = { start_date: FIRST_DAY, featured: false, categories: ['ete-n-1', 'ete-n-5'], per_page: 2, page: 3 };
      const response = await read(endpoint(`${site().root('en')}cal/events/v1/events`, 'view'), basic(username, password), args);
      expect(response.headers.get('allow')).to.equal('GET, POST');
      expect(await response.json()).to.include({ total: EVENTS });
    });

    it('understands refusals', async () => {
      const { fetch_data: read, make_response_handler: handler, WP_REST_Error: Refusal } = await utils();
      const refused = await read(`${site().root('fr')}cal/events/v1/events/987654`)
        .then(handler(async (data) => data))
        .catch((error) => error);
      expect(refused).to.be.instanceOf(Refusal);
      expect(refused).to.deep.include({ code: 'rest-event-not-found', data: { status: 404 } });
    });
  });
}
