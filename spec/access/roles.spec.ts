import { expect } from 'chai';
import { canDo } from '../../lib/access/posts';
import { type Capability, createUser, isRole, ROLES, type Role, roleCan } from '../../lib/access/roles';

const KINDS = ['events', 'venues', 'organizers', 'films'];

/** Roles from the least to the greatest. Each role has all rights of the roles before it. */
const STEPS: readonly Role[] = ['none', 'subscriber', 'contributor', 'author', 'editor', 'administrator'];

const MINIMAL_ROLES: readonly (readonly [right: string, from: Role, why: string])[] = [
  ['edit', 'contributor', 'to create, and to change their own while it waits'],
  ['delete', 'contributor', 'to delete their own while it waits'],
  ['publish', 'author', 'to publish'],
  ['edit_published', 'author', 'to change what is published'],
  ['delete_published', 'author', 'to delete what is published'],
  ['edit_others', 'editor', 'to change what others made, and to name others as authors'],
  ['delete_others', 'editor', 'to delete what others made'],
  ['edit_private', 'editor', 'to change what others keep private'],
  ['delete_private', 'editor', 'to delete what others keep private'],
  ['read_private', 'editor', 'to read what others keep private'],
];

const RIGHTS: readonly (readonly [capability: Capability, from: Role, why: string])[] = [
  ['read', 'subscriber', 'to be somebody'],
  ['upload_files', 'author', 'to give an image by its address'],
  ['manage_categories', 'author', 'to create, change and delete categories'],
  ['manage_tags', 'editor', 'to create, change and delete tags'],
  ['manage_users', 'administrator', 'to manage users'],
];

const holders = (capability: Capability): readonly Role[] => STEPS.filter((role) => roleCan(role, capability));
const from = (role: Role): readonly Role[] => STEPS.slice(STEPS.indexOf(role));

describe('roles and capabilities', () => {
  for (const [right, least, why] of MINIMAL_ROLES) {
    for (const kind of KINDS) {
      it(`allow every ${least} and above ${why}: ${right}_${kind}`, () => {
        expect(holders(`${right}_${kind}` as Capability)).to.deep.equal(from(least));
      });
    }
  }

  for (const [capability, least, why] of RIGHTS) {
    it(`allow every ${least} and above ${why}: ${capability}`, () => {
      expect(holders(capability)).to.deep.equal(from(least));
    });
  }

  it('allow no unknown capability', () => {
    for (const capability of ['', 'fly', 'edit', 'events', 'edited_events', 'manage_events']) {
      expect(holders(capability as Capability), capability).to.deep.equal([]);
    }
  });

  it('are six, recognised by name', () => {
    expect([...ROLES].sort()).to.deep.equal([...STEPS].sort());
    for (const role of ROLES) expect(isRole(role)).to.equal(true);
    for (const text of ['', 'Editor', 'root', 'toString', '__proto__', 'constructor']) expect(isRole(text), text).to.equal(false);
  });

  it('decide what users can', () => {
    const user = createUser({ id: 3, login: 'ann', role: 'author' });
    expect(user).to.include({ id: 3, login: 'ann', role: 'author' });
    expect(user.can('publish_events')).to.equal(true);
    expect(user.can('manage_tags')).to.equal(false);
    expect([canDo(user, 'publish', 'events'), canDo(user, 'edit_others', 'events')]).to.deep.equal([true, false]);
    expect(canDo(undefined, 'edit', 'events')).to.equal(false);
  });
});
