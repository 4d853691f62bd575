import type { ClientSession } from 'mongodb';
import { type Connection, type Post, type RecordType, refusedWhy, type Sharing, type Term } from '../../database';
import { isOverloaded } from '../../errors';

/** A result of the check: a sentence without its full stop. `mended` tells what was done, `unmended` why nothing was. */
export interface Finding {
  readonly what: string;
  readonly mended?: string;
  readonly unmended?: string;
}

/** The state of a running check: its options and its listeners. */
export interface CheckContext {
  readonly connection: Connection;
  readonly types: readonly RecordType[];
  readonly sharing: Sharing;
  /** True if faults are mended. Otherwise nothing is written. */
  readonly mends: boolean;
  /** The singular name of a record of a collection, for messages. */
  nameOf(plural: string): string;
  report(finding: Finding): void;
  /** Receives the number of records checked since the last call. */
  progress(records: number): void;
}

/**
 * A fault. `mend` repairs it in the transaction that found it and returns what was done, or is the reason why nothing
 * can be done.
 */
export interface Fault {
  readonly what: string;
  readonly mend: string | ((session: ClientSession) => Promise<string>);
}

/** A record of any type with some of its fields, whose values may be wrong. */
export type CheckedRecord = Partial<Omit<Post & Term, '_id'>> & { readonly _id: number };

const OVERLOADED = 'too much else was done meanwhile: run it once more';

/** The reason why a repair was refused; undefined for errors that end the whole check. */
const whyNot = (error: unknown): string | undefined => (isOverloaded(error) ? OVERLOADED : refusedWhy(error)?.replace(/\s+/g, ' '));

/**
 * Checks suspected faults again in a transaction, reports them, and mends them if wanted. If someone changes the same
 * records meanwhile, the transaction conflicts and runs again.
 */
export async function checkAgain(
  { connection, mends, report }: CheckContext,
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
  for (const finding of findings) report(finding);
}
