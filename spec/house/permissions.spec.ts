import { expect } from 'chai';
import { type Capability, roleCan } from '../../lib/access/roles';
import { repository } from './repository';

const PAGE = 'docs/extend/permissions.md';

/** Splits the table that begins with `head` into rows of cells. The head is the first row. */
const tableOf = (page: string, head: string): string[][] => {
  const [, text = ''] = new RegExp(`\n((?:\\| ${head} [^\n]*\n)(?:\\|[^\n]*\n)*)`).exec(repository.read(page)) ?? [];
  const rows = text.split('\n').filter((line) => line.startsWith('| '));
  return rows.map((row) => row.split('|').slice(1, -1)).map((cells) => cells.map((cell) => cell.trim()));
};
const namesIn = (cell = ''): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, one = '']) => one);

describe('The page of permissions', () => {
  it('says which roles give which capabilities', () => {
    const [head = [], , ...rows] = tableOf(PAGE, 'Capability');
    const roles = head.slice(1) as Parameters<typeof roleCan>[0][];
    const wrong = rows.flatMap(([capabilities, ...cells]) =>
      namesIn(capabilities).flatMap((one) =>
        roles.filter((role, at) => roleCan(role, one as Capability) !== (cells[at] === 'yes')).map((role) => `${one} ${role}`),
      ),
    );
    expect(rows.length).to.be.above(5);
    expect(wrong).to.deep.equal([]);
  });
});
