import type { Services } from '../../content';
import { checkRecords, type Finding } from '../../maintenance';
import { StartError } from '../service/start-error';
import { print, withBar } from './output';

/** The control codes that clear the terminal line of the progress bar. */
const CLEAR_LINE = '\r\u001b[K';

const printAboveBar = (line: string): void => {
  if (process.stderr.isTTY) process.stderr.write(CLEAR_LINE);
  print(line);
};

const lineOf = ({ what, mended, unmended }: Finding): string => {
  if (mended !== undefined) return `${what}. Mended: ${mended}.`;
  return unmended === undefined ? `${what}.` : `${what}. Not mended: ${unmended}.`;
};

const counted = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;

/**
 * Prints a line for each fault in the stored records, and the totals. With `mend` also repairs the faults. Returns true if no fault
 * remains. Throws a `StartError` if the database is empty.
 */
export async function check(
  { connection, stores, postLikes, termLikes, users }: Services,
  { mend }: { readonly mend: boolean },
): Promise<boolean> {
  let found = 0;
  let mended = 0;
  const checked = await withBar('Checking', (progress) =>
    checkRecords({
      connection,
      types: stores.all,
      sharing: stores.sharing,
      mends: mend,
      nameOf: (plural) => (postLikes.get(plural) ?? termLikes.get(plural))?.name.en ?? plural,
      progress,
      report(finding) {
        found += 1;
        if (finding.mended !== undefined) mended += 1;
        printAboveBar(lineOf(finding));
      },
    }),
  );
  if (checked === 0 && found === 0 && (await users.list()).length === 0)
    throw new StartError('There is nothing to check: the database is empty. Check MONGODB_URI, MONGODB_DB and DATA_DIR.');
  printAboveBar(`${counted(checked, 'record')} checked: ${totals({ found, mended, mend })}`);
  return found === mended;
}

const totals = ({ found, mended, mend }: { readonly found: number; readonly mended: number; readonly mend: boolean }): string => {
  if (found === 0) return 'nothing is wrong.';
  const findings = counted(found, 'finding');
  if (!mend) return `${findings}. "check --mend" mends what can be mended; make a backup first.`;
  return found === mended ? `${findings}, all mended.` : `${findings}, ${mended} mended, ${found - mended} not.`;
};
