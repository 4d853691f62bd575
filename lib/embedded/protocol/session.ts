import type { Document } from 'bson';
import { refuse } from '../../query';
import { beginTransaction, type Transaction, type TransactionParts } from '../writes/transaction';

/** The state of a client's session: its last transaction, or the answer of its last retryable write. */
export interface Session {
  number: bigint;
  transaction?: Transaction | undefined;
  answer?: Promise<Buffer | Document> | undefined;
  used: number;
}

/** The sessions of all clients. */
export interface Sessions {
  /** The transaction of a command, started by its first command. Throws NoSuchTransaction, TransactionTooOld. */
  transactionOf(body: Document): Transaction | undefined;
  /** Answers a repeated retryable write with the first answer. */
  once(body: Document, answer: () => Promise<Buffer | Document>): Promise<Buffer | Document>;
  end(ids: readonly unknown[]): void;
  /** Aborts all transactions. */
  close(): void;
}

const IDLE_MILLISECONDS = 30 * 60_000;
const MOST_SESSIONS = 10_000;

const keyOf = (lsid: unknown): string => String((lsid as { id?: { toString(encoding: 'hex'): string } } | undefined)?.id?.toString('hex'));

/** Creates the table of sessions. Transactions are aborted after `lifetime` ms. */
export const createSessions = (parts: TransactionParts, lifetime: number): Sessions => {
  const sessions = new Map<string, Session>();

  const forget = (key: string) => {
    sessions.get(key)?.transaction?.abort();
    sessions.delete(key);
  };
  const sweep = () => {
    const oldest = Date.now() - IDLE_MILLISECONDS;
    for (const [key, { used, transaction }] of sessions) {
      if (used > oldest && sessions.size <= MOST_SESSIONS) break;
      if (transaction?.state() !== 'active') sessions.delete(key);
    }
  };
  /** The session at a transaction number. A new number drops the state of the older one. */
  const at = (body: Document): Session => {
    const key = keyOf(body['lsid']);
    const number = BigInt(String(body['txnNumber'] ?? -1));
    const current = sessions.get(key);
    if (current && number < current.number) throw refuse.transactionTooOld(number, current.number);
    if (current && number > current.number) current.transaction?.abort();
    const session: Session = current?.number === number ? current : { number, used: 0 };
    session.used = Date.now();
    // Deleting first keeps the map in the order of last use.
    sessions.delete(key);
    sessions.set(key, session);
    sweep();
    return session;
  };

  return {
    transactionOf: (body) => {
      if (body['autocommit'] !== false) return undefined;
      const session = at(body);
      if (body['startTransaction'] === true) {
        if (session.transaction) session.transaction.abort();
        session.transaction = beginTransaction(parts, session.number, lifetime, body['lsid']);
      }
      const { transaction } = session;
      if (!transaction) throw refuse.noSuchTransaction(session.number, 'It was never begun here.');
      if (transaction.state() === 'aborted') throw refuse.noSuchTransaction(session.number, 'It has been aborted.');
      return transaction;
    },
    once: (body, answer) => {
      if (body['txnNumber'] === undefined || body['lsid'] === undefined || body['autocommit'] === false) return answer();
      const session = at(body);
      if (session.answer) return session.answer;
      const given = answer();
      session.answer = given;
      given.catch(() => {
        if (session.answer === given) session.answer = undefined;
      });
      return given;
    },
    end: (ids) => {
      for (const id of ids) forget(keyOf(id));
    },
    close: () => {
      for (const key of [...sessions.keys()]) forget(key);
    },
  };
};
