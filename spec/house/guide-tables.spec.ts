import { expect } from 'chai';
import { type Capability, roleCan } from '../../lib/access/roles';
import { exportsOf } from '../package/exports';
import { repository } from './repository';

const GUIDE = 'routes/README.md';

/** The rows of the table under a headline of the guide, in cells. */
const tableOf = (section: string): string[][] => {
  const [, text = ''] = new RegExp(`\n##+ ${section}\n([^]*?)(?:\n##+ |$)`).exec(repository.read(GUIDE)) ?? [];
  const rows = text.split('\n').filter((line) => line.startsWith('| '));
  return rows.map((row) => row.split('|').slice(1, -1)).map((cells) => cells.map((cell) => cell.trim()));
};
const namesIn = (cell = ''): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, one = '']) => one);

describe('The guide', () => {
  it('says which roles give which capabilities', () => {
    const [head = [], , ...rows] = tableOf('Permissions');
    const roles = head.slice(1) as Parameters<typeof roleCan>[0][];
    const wrong = rows.flatMap(([capabilities, ...cells]) =>
      namesIn(capabilities).flatMap((one) =>
        roles.filter((role, at) => roleCan(role, one as Capability) !== (cells[at] === 'yes')).map((role) => `${one} ${role}`),
      ),
    );
    expect(rows.length).to.be.above(5);
    expect(wrong).to.deep.equal([]);
  });

  const ENTRIES: readonly (readonly [string, string, string])[] = [
    ['lib/index.ts', 'calendar-events', 'both'],
    ['lib/registry-on-koa.ts', '…/registry', 'both'],
  ];
  for (const [source, entry, both] of ENTRIES) {
    it(`names every public name of ${source}, and no other`, () => {
      const rows = tableOf('All public names').filter(([, from = '']) => from === both || from === `\`${entry}\``);
      expect(rows.flatMap(([names]) => namesIn(names))).to.have.members(exportsOf(source).map(({ name: own }) => own));
    });
  }
});
