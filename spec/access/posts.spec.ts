import { expect } from 'chai';
import {
  canDelete,
  canEdit,
  canRead,
  LISTED_STATUSES,
  type Owned,
  POST_STATUSES,
  type PostStatus,
  permittedStatus,
} from '../../lib/access/posts';
import { createUser, type Role, type User } from '../../lib/access/roles';

const ME = 7;
const OTHER = 8;
const userOf = (role: Role): User => createUser({ id: ME, login: 'me', role });

type Asker = 'anonymous' | Exclude<Role, 'none'>;
const ASKERS: readonly Asker[] = ['anonymous', 'subscriber', 'contributor', 'author', 'editor', 'administrator'];
const askerOf = (asker: Asker): User | undefined => (asker === 'anonymous' ? undefined : userOf(asker));

/** Permissions on a record: `r` read, `e` edit, `d` delete. */
type Rights = '' | 'r' | 'red';
const rights = (user: User | undefined, record: Owned): string =>
  (canRead(user, 'events', record) ? 'r' : '') +
  (canEdit(user, 'events', record) ? 'e' : '') +
  (canDelete(user, 'events', record) ? 'd' : '');

interface Row {
  readonly status: PostStatus;
  /** The status before the record went to the trash. */
  readonly was?: PostStatus;
  /** One entry per user, in the order of ASKERS. */
  readonly rights: readonly [Rights, Rights, Rights, Rights, Rights, Rights];
}

/** Permissions of users on records that name them as the author. */
const OWN: readonly Row[] = [
  { status: 'publish', rights: ['r', 'r', 'r', 'red', 'red', 'red'] },
  { status: 'future', rights: ['', '', 'r', 'red', 'red', 'red'] },
  { status: 'draft', rights: ['', '', 'red', 'red', 'red', 'red'] },
  { status: 'pending', rights: ['', '', 'red', 'red', 'red', 'red'] },
  { status: 'private', rights: ['', '', 'red', 'red', 'red', 'red'] },
  { status: 'trash', was: 'publish', rights: ['', '', '', 'red', 'red', 'red'] },
  { status: 'trash', was: 'future', rights: ['', '', '', 'red', 'red', 'red'] },
  { status: 'trash', was: 'draft', rights: ['', '', 'red', 'red', 'red', 'red'] },
  { status: 'trash', was: 'pending', rights: ['', '', 'red', 'red', 'red', 'red'] },
  { status: 'trash', was: 'private', rights: ['', '', 'red', 'red', 'red', 'red'] },
  { status: 'trash', rights: ['', '', 'red', 'red', 'red', 'red'] },
];

/** Permissions of users on records of other authors. */
const OTHERS: readonly Row[] = [
  { status: 'publish', rights: ['r', 'r', 'r', 'r', 'red', 'red'] },
  { status: 'future', rights: ['', '', '', '', 'red', 'red'] },
  { status: 'draft', rights: ['', '', '', '', 'red', 'red'] },
  { status: 'pending', rights: ['', '', '', '', 'red', 'red'] },
  { status: 'private', rights: ['', '', '', '', 'red', 'red'] },
  { status: 'trash', was: 'publish', rights: ['', '', '', '', 'red', 'red'] },
  { status: 'trash', was: 'draft', rights: ['', '', '', '', 'red', 'red'] },
  { status: 'trash', was: 'private', rights: ['', '', '', '', 'red', 'red'] },
  { status: 'trash', rights: ['', '', '', '', 'red', 'red'] },
];

describe('access to records: read, edit, delete by role and status', () => {
  for (const [whose, author, rows] of [
    ['one’s own', ME, OWN],
    ['somebody else’s', OTHER, OTHERS],
  ] as const) {
    for (const { status, was, rights: expected } of rows) {
      for (const [place, asker] of ASKERS.entries()) {
        const may = { r: 'read', red: 'read, edit and delete', '': 'do nothing to' }[expected[place] ?? ''];
        it(`let ${asker} ${may} ${whose} record: ${status}${was ? ` that was ${was}` : ''}`, () => {
          expect(rights(askerOf(asker), { author, status, was })).to.equal(expected[place]);
        });
      }
    }
  }

  it('give a user with an unknown role the rights of an anonymous one', () => {
    const nobody = userOf('none');
    for (const { status, was } of OWN) {
      expect(rights(nobody, { author: ME, status, was })).to.equal(status === 'publish' ? 'r' : '');
    }
  });

  it('use the capabilities of the kind of the record', () => {
    const films: User = { ...userOf('none'), can: (capability) => capability === 'edit_films' };
    const draft: Owned = { author: ME, status: 'draft' };
    expect(canEdit(films, 'films', draft)).to.equal(true);
    expect(canEdit(films, 'events', draft)).to.equal(false);
    expect(canDelete(films, 'films', draft)).to.equal(false);
  });

  it('private ones need edit_private beside edit_others', () => {
    const user: User = {
      ...userOf('none'),
      can: (capability) => ['edit_events', 'edit_others_events', 'edit_published_events'].includes(capability),
    };
    expect(canEdit(user, 'events', { author: OTHER, status: 'draft' })).to.equal(true);
    expect(canEdit(user, 'events', { author: OTHER, status: 'private' })).to.equal(false);
    expect(canRead(user, 'events', { author: OTHER, status: 'private' })).to.equal(false);
  });
});

describe('statuses by role', () => {
  it('are six, of which lists leave out the trash', () => {
    expect(POST_STATUSES).to.deep.equal(['publish', 'future', 'draft', 'pending', 'private', 'trash']);
    expect(LISTED_STATUSES).to.deep.equal(['publish', 'future', 'draft', 'pending', 'private']);
  });

  const CONTRIBUTORS: readonly (readonly [requested: PostStatus | undefined, given: PostStatus])[] = [
    [undefined, 'draft'],
    ['publish', 'pending'],
    ['future', 'pending'],
    ['draft', 'draft'],
    ['pending', 'pending'],
    ['private', 'private'],
    ['trash', 'trash'],
  ];
  for (const [requested, given] of CONTRIBUTORS) {
    it(`a user who may not publish gets ${given} for ${requested ?? 'none'}`, () => {
      expect(permittedStatus(userOf('contributor'), 'events', requested)).to.equal(given);
    });
    it(`a user who may publish gets ${requested ?? 'publish'} for ${requested ?? 'none'}`, () => {
      for (const role of ['author', 'editor', 'administrator'] as const) {
        expect(permittedStatus(userOf(role), 'events', requested)).to.equal(requested ?? 'publish');
      }
    });
  }
});
