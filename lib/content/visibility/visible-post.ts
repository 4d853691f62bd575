import type { ArgRequest } from '../../registry';
import type { PostRecord, Services, User } from '../types';
import { servedRecord } from './served-record';
import { canReadWhole } from './visibility';

type Seeing = (id: number, request: Pick<ArgRequest, 'user'>) => Promise<boolean>;

/** Makes the check that a filter names a record of one of some kinds that the user sees whole: a hidden one counts as unknown. */
export const visiblePost =
  (services: Services, kinds: readonly { readonly collection: string }[]): Seeing =>
  async (id, { user }) => {
    const asker = user as User | undefined;
    for (const { collection } of kinds) {
      const record = servedRecord(await services.kinds.posts<PostRecord>(collection).byId(id), services.site);
      if (record) return canReadWhole(asker, collection, record);
    }
    return false;
  };
