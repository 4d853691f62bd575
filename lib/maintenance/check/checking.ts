import type { ClientSession } from 'mongodb';
import { type Connection, type Post, type RecordType, refusedWhy, type Sharing, type Term } from '../../database';
import { isOverloaded } from '../../errors';

/** What was found wrong, as a sentence without its full stop; `mended` says what was done about it, `unmended` why nothing was. */
export interface Finding {
  readonly what: string;
  readonly mended?: string;
  readonly unmended?: string;
}

/** What is checked, and who hears of it. */
export interface Checking {
  readonly connection: Connection;
  readonly kinds: readonly RecordType[];
  readonly sharing: Sharing;
  /** Whether what is found is mended; else nothing is written. */
  readonly mends: boolean;
  /** What one record of a collection is called. */
  nameOf(plural: string): string;
  tell(finding: Finding): void;
  /** Hears how many records more were looked at. */
  progress(records: number): void;
}

/** A fault: what is wrong, and what mends it within the transaction that found it and answers what was done; or why nothing can. */
export interface Fault {
  readonly what: string;
  readonly mend: string | ((session: ClientSession) => Promise<string>);
}

/** A record of any kind, of which only some fields are read, and whose fields may hold anything. */
export type Looked = Partial<Omit<Post & Term, '_id'>> & { readonly _id: number };

const OVERLOADED = 'too much else was done meanwhile: run it once more';

/** Why a mend was refused; undefined for what ends the whole check. */
const whyNot = (error: unknown): string | undefined => (isOverloaded(error) ? OVERLOADED : refusedWhy(error)?.replace(/\s+/g, ' '));

/**
 * Looks within a transaction, thus at one moment, whether what seemed wrong is so, tells it, and mends it there if it is to be mended: then the
 * transaction collides with whatever changes the same meanwhile, and looks again.
 */
export async function settle(
  { connection, mends, tell }: Checking,
  judge: (session: ClientSession) => Promise<readonly Fault[]>,
): Promise<void> {
  const look = (mending: boolean) =>
    connection.transact(async (session) => {
      const findings: Finding[] = [];
      for (const { what, mend } of await judge(session)) {
        if (typeof mend === 'string') findings.push({ what, unmended: mend });
        else findings.push(mending ? { what, mended: await mend(session) } : { what });
      }
      return findings;
    });
  const findings = await look(mends).catch(async (error: unknown) => {
    const why = mends ? whyNot(error) : undefined;
    if (why === undefined) throw error;
    return (await look(false)).map((finding) => ({ unmended: why, ...finding }));
  });
  for (const finding of findings) tell(finding);
}
