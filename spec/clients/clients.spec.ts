import { describeApiFetch } from './api-fetch';
import { describeGatsbySource } from './gatsby-source';
import { describeHabits } from './habits';
import { openSite, type Site } from './site';
import { describeWpApiHelpers } from './wp-api-helpers';
import { describeWpapi } from './wpapi';

/** Published packages, unmodified, on one site. Clients that write run last, since they delete records that others read. */
describe('published clients of the reference system', () => {
  let opened: Site;
  const site = () => opened;
  before(async () => {
    opened = await openSite();
  });
  after(() => opened.stop());

  describeGatsbySource(site);
  describeWpApiHelpers(site);
  describeHabits(site);
  describeWpapi(site);
  describeApiFetch(site);
});
