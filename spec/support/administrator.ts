import type { User } from '../../lib/access/roles';
import { toUser } from '../../lib/program/authentication';
import type { Assembly } from '../../lib/program/service/service';

/** The administrator of a service, who is its first user. */
export const administratorOf = async ({ services }: Pick<Assembly, 'services'>): Promise<User> => {
  const [first] = await services.users.list();
  if (first === undefined) throw new Error('There is no administrator.');
  return toUser(first);
};
