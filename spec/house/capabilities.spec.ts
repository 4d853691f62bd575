import { expect } from 'chai';
import { type Capability, isRole, roleCan } from '../../lib/access/roles';
import { repository } from './repository';

const RIGHTS: Readonly<Record<string, Capability>> = {
  'Write drafts, and change and delete their own': 'edit_events',
  'Publish, and change and delete their own published records': 'publish_events',
  'Read drafts and private records of others': 'read_private_events',
  'Change, publish and delete records of others': 'edit_others_events',
  'Name another user as author': 'edit_others_events',
  'Make, change and delete categories': 'manage_categories',
  'Make, change and delete tags': 'manage_tags',
  'Note the address of an image': 'upload_files',
};

/** Splits the table that begins with `head` into rows of cells. The head is the first row. */
const tableOf = (page: string, head: string): string[][] => {
  const [, text = ''] = new RegExp(`\n((?:\\| ${head} [^\n]*\n)(?:\\|[^\n]*\n)*)`).exec(repository.read(page)) ?? [];
  const rows = text.split('\n').filter((line) => line.startsWith('| '));
  return rows.map((row) => row.split('|').slice(1, -1)).map((cells) => cells.map((cell) => cell.trim()));
};

/** True if the cell says whether the role has the capability. The column of clients without a user is not checked. */
const isRight = (role: string, capability: Capability, cell: string | undefined): boolean =>
  role === 'nobody logged in' || (isRole(role) && roleCan(role, capability) === (cell === 'yes'));

/** Lists the cells that are not right. `capabilitiesOf` reads the first cell of a row. */
const wrongIn = ([[, ...roles] = [''], ...rows]: string[][], capabilitiesOf: (cell: string) => readonly string[]): string[] =>
  rows.flatMap(([first = '', ...cells]) =>
    capabilitiesOf(first).flatMap((one) =>
      roles.filter((role, at) => !isRight(role, one as Capability, cells[at])).map((role) => `${one} ${role}`),
    ),
  );

describe('The pages of roles and permissions', () => {
  it('say which roles may do what', () => {
    const table = tableOf('docs/edit/roles.md', '');
    expect(table.map(([what]) => what)).to.include.members(Object.keys(RIGHTS));
    expect(wrongIn(table, (what) => (Object.hasOwn(RIGHTS, what) ? [RIGHTS[what] ?? ''] : []))).to.deep.equal([]);
  });

  it('say which roles give which capabilities', () => {
    const table = tableOf('docs/extend/permissions.md', 'Capability');
    expect(table.length).to.be.above(6);
    expect(wrongIn(table, (cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, one = '']) => one))).to.deep.equal([]);
  });
});
