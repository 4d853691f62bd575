import { play, type Scenario } from '../support/scenario';
import type { Login } from '../support/service';
import { ANYBODY, named, type PostLikeSuite, type Target } from './post-like-sample';

/** Who may change and delete whose records. */
export function describeRights({ plural, field, values, at, made }: PostLikeSuite): void {
  describe(`${plural}: rights on each record`, () => {
    const targets: Readonly<Record<string, Target>> = {
      draft: { status: 'draft' },
      published: { status: 'publish' },
      private: { status: 'private' },
      scheduled: { date: '2031-01-01' },
    };
    const own = (as: Login, target: string) =>
      as === 'editor' || as === 'admin' || as === 'author' || (as === 'contributor' && (target === 'draft' || target === 'private'));
    const others = (as: Login) => as === 'editor' || as === 'admin';
    play(
      ANYBODY.flatMap((as) =>
        Object.entries(targets).flatMap(([target, status]) =>
          ([true, false] as const).map((mine): Scenario => {
            const may = as !== undefined && (mine ? own(as, target) : others(as));
            const status401 = as === undefined ? 401 : 403;
            const refusal = may ? { status: 200 } : { status: status401, code: 'rest_forbidden' };
            const asker = as && { as };
            const author = mine && as ? as : 'author2';
            return {
              title: `${may ? 'lets' : 'does not let'} ${named(as)} change and trash ${mine ? 'an own' : 'another’s'} ${target} record`,
              given: { one: made('Somebody’s', { ...status, author: `{${author}}` }) },
              ...asker,
              method: 'PATCH',
              path: `${at}/{one}`,
              json: { [field]: values[1] },
              ...refusal,
              next: [{ ...asker, method: 'DELETE', path: `${at}/{one}`, ...refusal }],
            };
          }),
        ),
      ),
    );
  });
}
