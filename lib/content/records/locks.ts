import type { ClientSession } from 'mongodb';
import type { Services } from '../types';

/** Makes what links to a record and what removes it for good run one after the other: else neither would see the other, and the link would dangle. */
export const claimTarget = ({ connection }: Services, id: number, session: ClientSession): Promise<void> =>
  connection.claim(`post ${id}`, session);

/** Makes what assigns a term and what removes it run one after the other: else neither would see the other. */
export const claimTerm = ({ connection }: Services, id: number, session: ClientSession): Promise<void> =>
  connection.claim(`term ${id}`, session);

/** The same for a record of whichever kind. */
export const claimNamed = (services: Services, plural: string, id: number, session: ClientSession): Promise<void> =>
  (services.termLikes.has(plural) ? claimTerm : claimTarget)(services, id, session);

/** Makes changes of one tree run one after the other: two of these at once would not see each other, and could close a circle. */
export const claimTree = ({ connection }: Pick<Services, 'connection'>, plural: string, session: ClientSession): Promise<void> =>
  connection.claim(`parents of ${plural}`, session);
