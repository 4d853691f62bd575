import { checkRecords } from '../../lib/maintenance/check';
import type { Running } from './service';

/** Runs the checks of the command `check` on the database of a service. */
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
