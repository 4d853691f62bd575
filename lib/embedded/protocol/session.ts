import type { Document } from 'bson';
import { refuse } from '../../query';
import type { WriteQueue } from '../writes/commit';
import { abortTransaction, beginTransaction, type Transaction } from '../writes/transaction';

/** The state of a client session: its last transaction, or the reply to its last retryable write. */
interface Session {
  readonly number: bigint;
  transaction?: Transaction;
  answer?: Promise<Buffer | Document> | undefined;
  used: number;
}

export interface Sessions {
  readonly queue: WriteQueue;
  /** The sessions by ID, the least recently used first. */
  readonly byId: Map<string, Session>;
  /** The time in ms after which a transaction is aborted. */
  readonly lifetime: number;
}

const IDLE_MILLISECONDS = 30 * 60_000;
const MOST_SESSIONS = 10_000;

const keyOf = (lsid: unknown): string => String((lsid as { id?: { toString(encoding: 'hex'): string } } | undefined)?.id?.toString('hex'));

const sweep = ({ byId }: Sessions): void => {
  const oldest = Date.now() - IDLE_MILLISECONDS;
  for (const [key, { used, transaction }] of byId) {
    if (used > oldest && byId.size <= MOST_SESSIONS) break;
    if (transaction?.state !== 'active') byId.delete(key);
  }
};

/** Finds or makes the session of a command. A new transaction number drops the state of the previous number. */
const sessionOf = (sessions: Sessions, { lsid, txnNumber }: Document): Session => {
  const key = keyOf(lsid);
  const number = BigInt(String(txnNumber ?? -1));
  const current = sessions.byId.get(key);
  if (current && number < current.number) throw refuse.transactionTooOld(number);
  if (current?.transaction && number > current.number) abortTransaction(current.transaction);
  const session: Session = current?.number === number ? current : { number, used: 0 };
  session.used = Date.now();
  // Deleting first keeps the map in the order of last use.
  sessions.byId.delete(key);
  sessions.byId.set(key, session);
  sweep(sessions);
  return session;
};

/** Finds the transaction of a command, or begins it. Throws NoSuchTransaction, TransactionTooOld. */
export const transactionOf = (sessions: Sessions, body: Document): Transaction | undefined => {
  if (body['autocommit'] !== false) return undefined;
  const session = sessionOf(sessions, body);
  if (body['startTransaction'] === true) {
    if (session.transaction) abortTransaction(session.transaction);
    session.transaction = beginTransaction(sessions.queue, body['lsid'], session.number, sessions.lifetime);
  }
  const { transaction } = session;
  if (!transaction) throw refuse.noSuchTransaction(session.number, 'It was never begun here.');
  if (transaction.state === 'aborted') throw refuse.noSuchTransaction(session.number, 'It has been aborted.');
  return transaction;
};

/** Runs a retryable write. Returns the first reply if it is repeated. */
export const answerOnce = (sessions: Sessions, body: Document, answer: () => Promise<Buffer | Document>): Promise<Buffer | Document> => {
  if (body['txnNumber'] === undefined || body['lsid'] === undefined || body['autocommit'] === false) return answer();
  const session = sessionOf(sessions, body);
  if (session.answer) return session.answer;
  const given = answer();
  session.answer = given;
  given.catch(() => {
    if (session.answer === given) session.answer = undefined;
  });
  return given;
};

export const endSessions = ({ byId }: Sessions, ids: readonly unknown[]): void => {
  for (const key of ids.map(keyOf)) {
    const transaction = byId.get(key)?.transaction;
    if (transaction) abortTransaction(transaction);
    byId.delete(key);
  }
};
