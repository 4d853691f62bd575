import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';

/** Serves stored answers by their URLs, as the upper limit of HTTP and Koa on this machine. */
function serveMemory(file: string): void {
  const answers = new Map((JSON.parse(readFileSync(file, 'utf8')) as [string, string][]).map(([url, text]) => [url, Buffer.from(text)]));
  const app = new Koa();
  app.use((ctx) => {
    const answer = answers.get(ctx.url);
    if (answer === undefined) return;
    ctx.type = 'application/json; charset=UTF-8';
    ctx.body = answer;
  });
  const server = app.listen(0, '127.0.0.1', () => {
    process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
  });
}

serveMemory(process.argv[2] ?? '');
