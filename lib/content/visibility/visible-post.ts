import type { ArgRequest } from '../../registry';
import type { PostRecord, Services, User } from '../types';
import { servedRecord } from './served-record';
import { canReadWhole } from './visibility';

type IdCheck = (id: number, request: Pick<ArgRequest, 'user'>) => Promise<boolean>;

/** Makes the check that an ID names a record that the user may read with its protected parts. Hidden records count as unknown. */
export const visiblePost =
  (services: Services, types: readonly { readonly collection: string }[]): IdCheck =>
  async (id, { user }) => {
    const asker = user as User | undefined;
    for (const { collection } of types) {
      const record = servedRecord(await services.kinds.posts<PostRecord>(collection).byId(id), services.site);
      if (record) return canReadWhole(asker, collection, record);
    }
    return false;
  };
