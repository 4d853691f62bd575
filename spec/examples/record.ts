import type { Language } from '../../lib/language';
import type { RecordedAnswers } from '../../lib/openapi/examples';
import { EXAMPLE_REQUEST } from '../../lib/program/site/recorded-examples';
import { type Answer, clockAt, startService } from '../support/service';
import { type Asking, requests } from './requests';

const NOW = '2030-01-15T12:00:00Z';

/** Replaces UUIDs that differ between databases: the UUID of a database and the IDs derived from it. */
const stable = (text: string): string =>
  text.replaceAll(/(@|urn:uuid:)[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, `$1${EXAMPLE_REQUEST.id}`);

/** Plays the scenario in one language and records the answers of the service. */
export async function record(language: Language): Promise<RecordedAnswers> {
  const running = await startService({
    clock: clockAt(NOW),
    environment: { PUBLIC_URL: EXAMPLE_REQUEST.root, TRUST_PROXY: '1', SITE_TIMEZONE: 'Europe/Paris' },
  });
  const answers: Record<string, unknown> = {};
  const operations: Record<string, string> = {};
  const made = new Map<string, string>();
  const filled = (text: string): string => text.replaceAll(/\{([a-z]+\d(?:\.slug)?)\}/g, (_, name: string) => made.get(name) ?? '');

  const ask = ({ method = 'GET', path, json, headers, ...rest }: Asking): Promise<Answer> =>
    running.ask(method, filled(path), {
      ...rest,
      language,
      ...(json !== undefined && { json: JSON.parse(filled(JSON.stringify(json))) }),
      headers: { 'x-request-id': EXAMPLE_REQUEST.id, ...headers },
    });
  const bodyOf = ({ body, text }: Answer): unknown => body ?? (text.startsWith('{') ? JSON.parse(text) : stable(text));

  try {
    for (const request of requests(language)) {
      const answer = await ask(request);
      const body = bodyOf(answer);
      const summary = `${request.method ?? 'GET'} ${request.path}: ${answer.text.slice(0, 300)}`;
      if (answer.status >= 400) throw new Error(`${summary} is refused`);
      if (request.makes !== undefined) {
        made.set(request.makes, String(answer.body.id));
        made.set(`${request.makes}.slug`, answer.body.slug);
      }
      if (request.operation === undefined) continue;
      const same = Object.keys(answers).find((name) => JSON.stringify(answers[name]) === JSON.stringify(body));
      if (same === undefined) answers[request.operation] = body;
      operations[request.operation] = same ?? request.operation;
    }
  } finally {
    await running.stop();
  }
  return { answers, operations };
}
