import path from 'node:path';
import { expect } from 'chai';
import { createConnection } from '../../../lib/database/driver/connection';
import { freshFolder, serve, stop } from '../../program/program';

/** Longer than the heartbeat interval and the heartbeat timeout of the driver together. */
const BUSY_MILLISECONDS = 16_000;

describe('records: a server behind a socket of this machine that is busy', () => {
  it('does not interrupt long work such as index builds, despite missing heartbeats', async () => {
    const folder = path.join(freshFolder(), 'data');
    const server = await serve({ DATA_DIR: folder, SEED: 'none' });
    const uri = `mongodb://${encodeURIComponent(path.join(folder, 'mongodb.sock'))}/?directConnection=true`;
    const connection = createConnection({ uri, database: 'busy' });
    try {
      await connection.open(async () => undefined);
      const indexName = await connection.unlimited(async (db) => {
        await db.collection('things').insertOne({ n: 1 });
        process.kill(server.pid, 'SIGSTOP');
        setTimeout(() => process.kill(server.pid, 'SIGCONT'), BUSY_MILLISECONDS);
        // The driver does not retry createIndex on its own.
        return db.collection('things').createIndex({ n: 1 });
      });
      expect(indexName).to.equal('n_1');
    } finally {
      await connection.close();
      await stop(server);
    }
  });
});
