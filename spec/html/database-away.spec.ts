import http from 'node:http';
import { expect } from 'chai';
import { listen } from '../../lib/http/server';
import { assembleService } from '../../lib/program/service/service';
import { readSettings } from '../../lib/program/settings/settings';
import { BROWSER } from './page';

describe('pages while the database is away', () => {
  it('answer 503 with Retry-After, in the language of the reader', async () => {
    const service = await assembleService({ settings: readSettings({ MONGODB_URI: 'mongodb://127.0.0.1:1/?replicaSet=none' }) });
    const { address, close } = await listen(service.app, { host: '127.0.0.1', port: 0 });
    try {
      for (const path of ['/fr/', '/fr/event/concert/', '/fr/tag/']) {
        const response = await new Promise<http.IncomingMessage>((resolve, reject) =>
          http.get(`${address}${path}`, { headers: BROWSER, agent: false }, resolve).on('error', reject),
        );
        const text = (await response.toArray()).join('');
        expect(response.statusCode).to.equal(503);
        expect(response.headers).to.include({ 'content-type': 'text/html; charset=UTF-8', 'content-language': 'fr', 'retry-after': '2' });
        expect(text).to.include('<code>database_unavailable</code>');
      }
    } finally {
      await close(100);
      await service.close();
    }
  });
});
