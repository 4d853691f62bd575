import { describeApiFetch } from './api-fetch';
import { describeGatsbySource } from './gatsby-source';
import { describeHabits } from './habits';
import { describeOpenApiFetch } from './openapi-fetch';
import { openSite, type Site } from './site';
import { describeWalk } from './walk';
import { describeWpApiHelpers } from './wp-api-helpers';
import { describeWpapi } from './wpapi';

/** Published packages as they are, all on one site; those that write come last, and take away what others would find. */
describe('published clients of the reference system', () => {
  let opened: Site;
  const site = () => opened;
  before(async () => {
    opened = await openSite();
  });
  after(() => opened.stop());

  describeWalk(site);
  describeGatsbySource(site);
  describeWpApiHelpers(site);
  describeHabits(site);
  describeWpapi(site);
  describeApiFetch(site);
  describeOpenApiFetch(site);
});
