import { expect } from 'chai';
import { checkRecords } from '../../lib/maintenance/check';
import type { Finding } from '../../lib/maintenance/check/context';
import { event, openPromises, tag, venue } from '../support/stage';

describe('`check` of marks', () => {
  const { stage } = openPromises();
  const check = async (mends: boolean): Promise<readonly Finding[]> => {
    const { connection, kinds } = stage().service.services;
    const found: Finding[] = [];
    const report = (finding: Finding) => found.push(finding);
    await checkRecords({ connection, types: kinds.all, sharing: kinds.sharing, mends, nameOf: (plural) => plural, report });
    return found;
  };
  const mark = (plural: string, name: string, $set: object) =>
    stage()
      .service.services.connection.collection<{ _id: number }>(plural)
      .updateOne({ _id: stage().names[name] ?? 0 }, { $set });

  it('finds and mends a published venue that is marked to be published with an event', async () => {
    await stage().give({ hall: venue('Hall') });
    await mark('venues', 'hall', { publishesWith: true });
    expect((await check(false)).map(({ what }) => what)).to.match(/venues \d+ \(publish\) is marked to be published with another record/);
    expect((await check(true)).map(({ mended }) => mended)).to.deep.equal(['it has no such mark now']);
    expect(await check(false)).to.deep.equal([]);
  });
  it('finds and mends a hidden tag that a public event names', async () => {
    await stage().give({ jazz: tag('Jazz'), show: event('Show', { tags: ['{jazz}'] }) });
    await mark('tags', 'jazz', { proposedBy: [1_000_000] });
    await stage().step({ as: 'subscriber', path: '/tags/{jazz}', status: 404 });
    expect((await check(false)).map(({ what }) => what)).to.match(/tags \d+ is marked as hidden, though public records name it/);
    expect((await check(true)).map(({ mended }) => mended)).to.deep.equal(['it has no such mark now']);
    await stage().step({ path: '/tags/{jazz}', has: { name: 'Jazz' } });
    expect(await check(false)).to.deep.equal([]);
  });
  it('leaves drafts and proposed tags their marks', async () => {
    await stage().give({
      draft: event('Draft', { tags: ['Proposed'], venue: { venue: 'Waiting' } }, { as: 'contributor' }),
    });
    expect(await check(true)).to.deep.equal([]);
    await stage().step({ path: '/tags?slug=proposed&hide_empty=false', has: { total: 0 } });
  });
});
