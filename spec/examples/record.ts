import { connect } from 'node:net';
import { errors } from '../../lib/errors';
import { listen } from '../../lib/http/server';
import type { Language } from '../../lib/language';
import type { Plugin } from '../../lib/program/service';
import type { Examples, RefusalExample } from '../../lib/registry/openapi/examples';
import { READABLE } from '../../lib/registry/registry';
import { type Answer, clockAt, type Running, startService } from '../support/service';
import { type Asking, type MISFORTUNES, requests } from './requests';

/** What the examples have in common: the moment, the address, the ID of the request. */
const NOW = '2030-01-15T12:00:00Z';
const ADDRESS = 'https://calendar.example.org';
const REQUEST_ID = '00000000-0000-4000-8000-000000000000';

/** What no request leads to by itself, thrown as it is thrown there. */
const THROWN: Readonly<Record<(typeof MISFORTUNES)[number], () => Error>> = {
  'too-many-failures': () => errors.tooManyFailures(10),
  'too-many-requests': () => errors.tooManyRequests(30),
  'idempotency-key-in-use': errors.idempotencyKeyInUse,
  'too-many-idempotency-keys': () => errors.tooManyIdempotencyKeys(10_000, 32, 3600),
  overloaded: () => errors.overloaded(5),
  'database-unavailable': errors.databaseUnavailable,
  'insufficient-storage': errors.insufficientStorage,
  internal: () => new Error('A fault'),
};

const misfortunes: Plugin = (registry) => {
  for (const [name, refusal] of Object.entries(THROWN)) {
    registry.registerRoute('misfortunes/v1', `/${name}`, {
      methods: READABLE,
      permission: 'public',
      args: {},
      errors: ['insufficient_storage', 'rest_idempotency_key_in_use', 'rest_too_many_idempotency_keys'],
      handle: () => {
        throw refusal();
      },
    });
  }
};

/** The calendar is told apart by a UUID of its own, which is another one in each database. */
const stable = (text: string): string => text.replaceAll(/@[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, `@${REQUEST_ID}`);

/** What is answered to a request that never arrives whole. */
const malformed = async ({ service }: Running, language: Language): Promise<RefusalExample[]> => {
  const { address, close } = await listen(
    service.app,
    { host: '127.0.0.1', port: 0 },
    { times: { headersTimeout: 100, requestTimeout: 100, connectionsCheckingInterval: 50 } },
  );
  const line = `GET /${language}/cal/events/v1/events HTTP/1.1\r\nHost: localhost\r\n`;
  const answers = [line, `${line}X-Long: ${'a'.repeat(20_000)}\r\n\r\n`].map(
    (text) =>
      new Promise<RefusalExample>((resolve, reject) => {
        const socket = connect(Number(new URL(address).port), '127.0.0.1', () => socket.write(text));
        let received = '';
        socket.on('data', (chunk) => {
          received += chunk.toString();
        });
        socket.on('close', () => resolve({ json: JSON.parse(received.slice(received.indexOf('\r\n\r\n'))) }));
        socket.on('error', reject);
      }),
  );
  try {
    return await Promise.all(answers);
  } finally {
    await close(100);
  }
};

/** Plays the scenario in one language and answers what the service answered. */
export async function record(language: Language): Promise<Examples> {
  const running = await startService({
    clock: clockAt(NOW),
    environment: { PUBLIC_URL: ADDRESS, TRUST_PROXY: '1', SITE_TIMEZONE: 'Europe/Paris' },
    plugins: [misfortunes],
  });
  const answers: Record<string, unknown> = {};
  const operations: Record<string, string> = {};
  const refusals: Record<string, RefusalExample> = {};
  const made = new Map<string, string>();
  const filled = (text: string): string => text.replaceAll(/\{([a-z]+\d(?:\.slug)?)\}/g, (_, name: string) => made.get(name) ?? '');

  const ask = ({ method = 'GET', path, json, headers, ...rest }: Asking, more: Readonly<Record<string, string>> = {}): Promise<Answer> =>
    running.ask(method, filled(path), {
      ...rest,
      language,
      ...(json !== undefined && { json: JSON.parse(filled(JSON.stringify(json))) }),
      headers: { 'x-request-id': REQUEST_ID, ...headers, ...more },
    });
  const bodyOf = ({ body, text }: Answer): unknown => body ?? (text.startsWith('{') ? JSON.parse(text) : stable(text));

  try {
    for (const asking of requests(language)) {
      const answer = await ask(asking);
      const body = bodyOf(answer);
      const told = `${asking.method ?? 'GET'} ${asking.path}: ${answer.text.slice(0, 300)}`;
      if (asking.refused) {
        // What prepares a refusal is done.
        if (answer.status < 400) continue;
        const problem = bodyOf(await ask(asking, { accept: 'application/problem+json' }));
        const { code } = body as { code: string };
        refusals[`${code} ${answer.status}`] ??= { json: body, problem };
        continue;
      }
      if (answer.status >= 400) throw new Error(`${told} is refused`);
      if (asking.makes !== undefined) {
        made.set(asking.makes, String(answer.body.id));
        made.set(`${asking.makes}.slug`, answer.body.slug);
      }
      if (asking.operation === undefined) continue;
      const same = Object.keys(answers).find((name) => JSON.stringify(answers[name]) === JSON.stringify(body));
      if (same === undefined) answers[asking.operation] = body;
      operations[asking.operation] = same ?? asking.operation;
    }
    for (const refusal of await malformed(running, language)) {
      const { code, data } = refusal.json as { code: string; data: { status: number } };
      refusals[`${code} ${data.status}`] = refusal;
    }
  } finally {
    await running.stop();
  }
  return { answers, operations, refusals };
}
