import { checkRecords } from '../../lib/maintenance/check';
import type { Running } from './service';

/** What the command `check` would find in the database of a service, as sentences. */
export async function faultsOf({ service }: Pick<Running, 'service'>): Promise<readonly string[]> {
  const { connection, kinds } = service.services;
  const found: string[] = [];
  await checkRecords({
    connection,
    types: kinds.all,
    sharing: kinds.sharing,
    mends: false,
    nameOf: (plural) => plural,
    report: ({ what }) => found.push(what),
  });
  return found;
}
