import { expect } from 'chai';
import { type Capability, type Role, roleCan } from '../../lib/access/roles';
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

describe('docs/edit/roles.md', () => {
  it('lists the rights that the roles give', () => {
    const rows = repository
      .read('docs/edit/roles.md')
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .map((line) => line.slice(1, -1).split('|'))
      .map((cells) => cells.map((cell) => cell.trim()));
    const [[, , ...roles] = []] = rows;
    const documented = rows.flatMap(([what = '', , ...cells]) =>
      Object.hasOwn(RIGHTS, what) ? [[what, roles.filter((_, at) => cells[at] === 'yes')] as const] : [],
    );
    const actual = Object.entries(RIGHTS).map(
      ([what, capability]) => [what, roles.filter((role) => roleCan(role as Role, capability))] as const,
    );
    expect(documented).to.deep.equal(actual);
  });
});
