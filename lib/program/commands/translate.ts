import { constants, createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import type { User } from '../../access';
import type { Services } from '../../content';
import { isUnreadable, refusalOf, uncountableCollections } from '../../database';
import { ALL_LANGUAGES } from '../../language';
import { toUser } from '../authentication';
import { type BoundedLine, boundedLines } from '../seed/bounded-lines';
import { joinPair, type PairOutcome } from '../seed/pair-joining';
import { readPair, shownText } from '../seed/record-pair';
import { StartError, unreadableFile, unreadableRecord } from '../service/start-error';
import { print } from './output';

/** The file name that stands for standard input. */
const STANDARD_INPUT = '-';
/** The maximum length of one line, in bytes. */
const LONGEST_LINE = 65_536;

/** Throws a `StartError` if a file of pairs cannot be read. */
export async function assertPairsFile(file: string): Promise<void> {
  if (file !== STANDARD_INPUT) await access(file, constants.R_OK).catch((error) => Promise.reject(unreadableFile(file, error)));
}

/**
 * Links the two records that each line of a file names as translations. Prints a line for each refused pair, and the totals even after a
 * failure. Answers true if no pair was refused. Throws a `StartError` if records, indexes or an administrator are missing, if the disk is
 * full, or if something cannot be read.
 */
export async function linkTranslations(services: Services, file: string): Promise<boolean> {
  const user = await administratorOf(services);
  const uncountable = await uncountableCollections(services.connection.db(), services.kinds);
  if (uncountable.length > 0)
    throw new StartError(
      `The indexes of ${uncountable.join(', ')} are missing, as a seeding was broken off: run "seed" once more, or start the service, which makes them.`,
    );
  // Records can be linked in all languages, also in those that are not served.
  const all = { ...services, site: { ...services.site, served: ALL_LANGUAGES } };
  const counts = { joined: 0, already: 0, refused: 0 };
  const source: AsyncIterable<Buffer> = file === STANDARD_INPUT ? process.stdin : createReadStream(file);
  try {
    for await (const line of boundedLines(source, LONGEST_LINE)) {
      if (line.fault === undefined && line.text.trim() === '') continue;
      const outcome = await outcomeOf(all, line, user);
      if (typeof outcome === 'string') counts[outcome] += 1;
      else {
        counts.refused += 1;
        print(`Line ${line.number}, ${shownText(line.text)}: ${outcome.refused}`);
      }
    }
  } catch (error) {
    throw asSentence(file, error);
  } finally {
    const { joined, already, refused } = counts;
    const total = joined + already + refused;
    print(`${total} pair${total === 1 ? '' : 's'}: ${joined} joined, ${already} joined already, ${refused} refused.`);
  }
  return counts.refused === 0;
}

async function outcomeOf(services: Services, { text, fault }: BoundedLine, user: User): Promise<PairOutcome> {
  if (fault !== undefined) return { refused: fault };
  const pair = readPair(text);
  return typeof pair === 'string' ? { refused: pair } : joinPair(services, pair, user);
}

/** The administrator in whose name records are changed. */
async function administratorOf({ connection, kinds, users }: Services): Promise<User> {
  const some = kinds.plurals.map((plural) => connection.collection(plural).findOne({}, { projection: { _id: 1 } }));
  if ((await Promise.all(some)).every((found) => found === null))
    throw new StartError('There is nothing to link: the database has no records. Check MONGODB_URI, MONGODB_DB and DATA_DIR.');
  const administrator = (await users.list()).find(({ role }) => role === 'administrator');
  if (administrator === undefined)
    throw new StartError(
      'There is no administrator yet, in whose name records are linked: run "user add LOGIN --role administrator" first.',
    );
  return toUser(administrator);
}

/** An error as a `StartError` if its cause lies outside of the program. */
function asSentence(file: string, error: unknown): unknown {
  if (isUnreadable(error)) return unreadableRecord(error);
  const refusal = refusalOf(error);
  if (refusal?.status === 507) return new StartError(refusal.text.en);
  return error instanceof Error && 'syscall' in error && error.syscall === 'read' ? unreadableFile(file, error) : error;
}
