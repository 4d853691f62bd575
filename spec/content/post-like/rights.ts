import { playOn, type Scenario, type Stage } from '../../support/scenario';
import type { Login } from '../../support/service';
import { named, type PostLikeSuite, type Target } from './sample';

/**
 * A right of one user on one record. `spec/access/posts.spec.ts` tests all combinations, and these specs test that the routes check them.
 */
interface Right {
  readonly as: Login | undefined;
  readonly own?: boolean;
  readonly record: Target;
  readonly allowed: boolean;
}

const RIGHTS: readonly Right[] = [
  { as: undefined, record: { status: 'publish' }, allowed: false },
  { as: 'subscriber', own: true, record: { status: 'draft' }, allowed: false },
  { as: 'contributor', own: true, record: { status: 'draft' }, allowed: true },
  { as: 'contributor', own: true, record: { status: 'publish' }, allowed: false },
  { as: 'author', own: true, record: { status: 'publish' }, allowed: true },
  { as: 'author', record: { status: 'draft' }, allowed: false },
  { as: 'editor', record: { status: 'private' }, allowed: true },
];

export function describeRights({ plural, field, values, at, made }: PostLikeSuite, stageOf: () => Stage): void {
  describe(`PATCH and DELETE /${plural}/{id}: rights`, () =>
    playOn(
      stageOf,
      RIGHTS.map(({ as, own = false, record, allowed }): Scenario => {
        const expected = allowed ? { status: 200 } : { status: as === undefined ? 401 : 403, code: 'rest_forbidden' };
        const asker = as && { as };
        const author = own && as ? as : 'author2';
        return {
          title: `${allowed ? 'lets' : 'does not let'} ${named(as)} change and trash ${own ? 'an own' : 'another’s'} record of status ${record['status']}`,
          given: { one: made('Somebody’s', { ...record, author: `{${author}}` }) },
          ...asker,
          method: 'PATCH',
          path: `${at}/{one}`,
          json: { [field]: values[1] },
          ...expected,
          next: [{ ...asker, method: 'DELETE', path: `${at}/{one}`, ...expected }],
        };
      }),
    ));
}
