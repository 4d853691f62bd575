import { checkRecords } from '../../lib/maintenance/check';
import type { Running } from './service';

/** Runs the checks of the command `check` on the database of a service. */
export async function faultsOf({ service }: Pick<Running, 'service'>): Promise<readonly string[]> {
  const { connection, stores } = service.services;
  const found: string[] = [];
  await checkRecords({
    connection,
    types: stores.all,
    sharing: stores.sharing,
    mends: false,
    nameOf: (plural) => plural,
    report: ({ what }) => found.push(what),
    progress: () => undefined,
  });
  return found;
}
