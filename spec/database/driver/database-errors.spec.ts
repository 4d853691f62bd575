import { expect } from 'chai';
import { MongoBulkWriteError, MongoNetworkError, MongoParseError, MongoServerError } from 'mongodb';
import { translateError } from '../../../lib/database/driver/driver';
import { errors } from '../../../lib/errors/errors';
import { ApiError } from '../../../lib/errors/refusal';

const server = (code: number, ...errorLabels: string[]) => new MongoServerError({ message: 'from the server', code, errorLabels });

/** A driver error for one failed write of several. */
const amongSeveral = (error: MongoNetworkError | MongoServerError) => new MongoBulkWriteError(error, { insertedCount: 0 } as never);

describe('translateTrouble (503 database_unavailable, 503 rest_overloaded, 507 insufficient_storage)', () => {
  const MEANINGS: readonly (readonly [what: string, error: unknown, code: string, status: number])[] = [
    ['a connection that broke', new MongoNetworkError('closed'), 'database_unavailable', 503],
    ['a connection that broke amid several writes', amongSeveral(new MongoNetworkError('closed')), 'database_unavailable', 503],
    ['a server that steps down amid several writes', amongSeveral(server(189)), 'database_unavailable', 503],
    ['a disk that is full amid several writes', amongSeveral(server(14031)), 'insufficient_storage', 507],
    [
      'a socket that the server has ended',
      Object.assign(new Error('This socket has been ended by the other party'), { code: 'EPIPE' }),
      'database_unavailable',
      503,
    ],
    [
      'a socket that the server has closed before a write',
      Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }),
      'database_unavailable',
      503,
    ],
    ['a server that steps down', server(189), 'database_unavailable', 503],
    ['a server that is no longer primary', server(10107), 'database_unavailable', 503],
    ['a server that shuts down', server(91), 'database_unavailable', 503],
    ['a shard that cannot be reached', server(133), 'database_unavailable', 503],
    ['a majority that does not confirm', server(64), 'database_unavailable', 503],
    ['a commit of which nothing is known', server(50, 'UnknownTransactionCommitResult'), 'database_unavailable', 503],
    ['writes that collide for too long', server(112), 'rest_overloaded', 503],
    ['locks that are held for too long', server(24), 'rest_overloaded', 503],
    ['a server that is too slow', server(50), 'rest_overloaded', 503],
    ['a server that says that it has too much to do', server(462, 'SystemOverloadedError'), 'rest_overloaded', 503],
    ['a full disk', server(14031), 'insufficient_storage', 507],
  ];
  for (const [what, error, code, status] of MEANINGS) {
    it(`answers ${status} ${code} for ${what}`, () => {
      expect(translateError(error)).to.be.instanceOf(ApiError).and.to.include({ code, status });
    });
  }

  const OURS: readonly (readonly [what: string, error: unknown])[] = [
    ['a duplicate key', server(11000)],
    ['a duplicate key among several writes', amongSeveral(server(11000))],
    ['a command that is none', server(59)],
    ['a bad connection string', new MongoParseError('bad')],
    ['a bug', new TypeError('undefined is not a function')],
    ['a refusal of our own', errors.forbidden({ anonymous: true })],
    ['nothing', undefined],
  ];
  for (const [what, error] of OURS) {
    it(`answers undefined for ${what}`, () => {
      expect(translateError(error)).to.equal(undefined);
    });
  }
});
