import type { Stored } from '../../database';
import type { Services } from '../types';

/** What names the state of a record of a kind in entity tags: another one after each write to it by somebody. */
export const revisionOf = (plural: string, record: Stored): string => `${plural}.${record._id}.${record.edition}`;

/** What every write to a record by somebody changes in it. */
export const editOf = (record: Stored, { clock }: Pick<Services, 'clock'>) => ({ modified: clock.now(), edition: record.edition + 1 });
