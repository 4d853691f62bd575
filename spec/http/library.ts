import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { connect, type Socket } from 'node:net';
import { errors } from '../../lib/errors/errors';
import { ApiError } from '../../lib/errors/refusal';
import { createApp } from '../../lib/http/app';
import type { HttpOptions } from '../../lib/http/options';
import { type ListeningServer, listen, type ServerOptions } from '../../lib/http/server';
import { ALL_LANGUAGES } from '../../lib/language';
import { reply } from '../../lib/registry/answers/reply';
import { createRegistry } from '../../lib/registry/registry';
import { withDocumentCheck } from '../support/answer-check';

export interface Reader {
  readonly id: number;
  can(capability: 'edit_books'): boolean;
}

interface Book {
  readonly id: number;
  readonly title: string;
  readonly slug: string;
  readonly tags: readonly { readonly id: number; readonly name: string }[];
}

const BOOKS: readonly Book[] = [
  { id: 1, title: 'Emma', slug: 'emma', tags: [{ id: 3, name: 'novel' }] },
  { id: 2, title: 'L’été', slug: 'été', tags: [] },
];

const text = (word: string) => ({ en: word, fr: word });
const title = { type: 'string', minLength: 1, description: text('Title') } as const;
const id = { type: 'integer', description: text('ID') } as const;
const slug = { type: 'string', description: text('Slug') } as const;
const tags = { type: 'array', items: { type: 'integer' }, description: text('Tags') } as const;
const note = { type: 'string', description: text('Note') } as const;
const colour = {
  type: 'string',
  validate: () => {
    throw new ApiError('rest_invalid_param', 400, { en: 'This is no colour.', fr: 'Ce n’est pas une couleur.' });
  },
  description: text('Colour'),
} as const;
const object = { type: 'object', description: text('Anything') } as const;

/** A gate in front of some routes. Specs close it to keep requests waiting. */
export const gate = { open: (): void => undefined, opened: Promise.resolve(), waiting: 0 };
export const closeGate = (): void => {
  gate.waiting = 0;
  gate.opened = new Promise((resolve) => {
    gate.open = resolve;
  });
};

/** A small library: lists, single books, creation, updates, and routes that fail in all ways. */
export const createLibrary = () => {
  const registry = createRegistry<Reader>({
    everyRoute: { ml_language: { type: 'string', enum: ['en', 'fr'], description: text('Language') } },
  });
  registry.registerRoute(
    'library/v1',
    '/books',
    {
      methods: 'GET',
      args: { page: { type: 'integer', default: 1, minimum: 1, description: text('Page') }, tags, search: note, colour, filter: object },
      permission: 'public',
      headers: {
        'x-wp-total': { type: 'integer', description: text('Books') },
        'X-TEC-Total': { type: 'integer', description: text('Books') },
        'X-TEC-TotalPages': { type: 'integer', description: text('Pages') },
      },
      handle: ({ params, language, baseUrl, user }) =>
        reply(
          { books: BOOKS, params, language, reader: user?.id ?? null },
          {
            headers: {
              'X-WP-Total': '2',
              'X-TEC-Total': '2',
              'X-TEC-TotalPages': '1',
              Link: `<${baseUrl}/library/v1/books?page=${params.page + 1}>; rel="next"`,
            },
          },
        ),
    },
    {
      methods: 'POST',
      args: { title: { ...title, required: true }, tags, note, meta: object },
      permission: 'edit_books',
      handle: ({ params, baseUrl }) => reply(params, { status: 201, headers: { Location: `${baseUrl}/library/v1/books/9` } }),
    },
  );
  registry.registerRoute(
    'library/v1',
    { path: '/books/{id}', load: ({ path }) => BOOKS.find((book) => book.id === path.id) },
    {
      methods: 'GET',
      args: { id },
      permission: 'public',
      handle: ({ record }) => reply(record, { language: record.id === 2 ? 'fr' : 'en' }),
    },
    { methods: 'DELETE', args: { id }, permission: 'edit_books', handle: ({ record }) => ({ deleted: record.id }) },
    {
      methods: 'POST, PUT, PATCH',
      args: { id, title, note, tags },
      permission: 'edit_books',
      handle: ({ params, record }) => ({ ...record, params }),
    },
  );
  registry.registerRoute(
    'library/v1',
    { path: '/books/by-slug/{slug}', load: ({ path }) => BOOKS.find((book) => book.slug === path.slug) },
    { methods: 'GET', args: { slug }, permission: 'public', handle: ({ record }) => record },
  );
  const get = { methods: 'GET', args: {}, permission: 'public' } as const;
  registry.registerRoute('library/v1', '/broken', {
    ...get,
    handle: () => {
      throw new Error('the secret of the house');
    },
  });
  registry.registerRoute('library/v1', '/unwritable', { ...get, handle: () => ({ secret: 1n }) });
  registry.registerRoute('library/v1', '/away', {
    ...get,
    handle: () => {
      throw Object.assign(new Error('gone'), { code: 'AWAY' });
    },
  });
  registry.registerRoute('library/v1', '/refused', {
    ...get,
    errors: [{ code: 'library-closed', status: 403, description: text('Closed') }],
    handle: () => {
      throw new ApiError('library-closed', 403, { en: 'The library is closed.', fr: 'La bibliothèque est fermée.' }, { until: 'Monday' });
    },
  });
  registry.registerRoute('library/v1', '/slow', {
    ...get,
    handle: async () => {
      gate.waiting += 1;
      await gate.opened;
      return { slow: true };
    },
  });
  registry.registerRoute('library/v1', '/page', {
    ...get,
    alternatives: ['text/html; charset=UTF-8'],
    handle: () =>
      reply('<h1>Library</h1>', {
        headers: { 'Content-Type': 'text/html; charset=UTF-8', 'Content-Security-Policy': "default-src 'self'" },
      }),
  });
  registry.registerRoute('library/v1', '/map', {
    ...get,
    alternatives: [{ type: 'application/geo+json', answers: { type: 'object', properties: { type: { type: 'string', required: true } } } }],
    handle: () => reply({ type: 'FeatureCollection', features: [] }, { type: 'application/geo+json' }),
  });
  registry.registerRoute('library/v1', '/separators', { ...get, handle: () => ({ text: 'a\u2028b\u2029c' }) });
  return registry;
};

const PASSWORDS: Readonly<Record<string, { password: string; reader: Reader }>> = {
  ann: { password: 'secret', reader: { id: 7, can: () => true } },
  bob: { password: 'secret', reader: { id: 8, can: () => false } },
};

const authenticate = async (authorization: string | undefined): Promise<Reader | undefined> => {
  const [, code] = /^basic +(\S+)$/i.exec(authorization ?? '') ?? [];
  const [login, password] = code === undefined ? [] : Buffer.from(code, 'base64').toString().split(':');
  if (login === undefined || password === undefined) return undefined;
  const account = Object.hasOwn(PASSWORDS, login) ? PASSWORDS[login] : undefined;
  if (account === undefined) throw errors.unknownLogin(login);
  if (account.password !== password) throw errors.wrongPassword(login);
  return account.reader;
};

export const as = (login: string, password = 'secret') => ({
  authorization: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`,
});

export interface Line {
  readonly level: string;
  readonly message: string;
  readonly fields: Record<string, unknown>;
}

export interface Library extends ListeningServer {
  readonly port: number;
  readonly lines: Line[];
}

export const startLibrary = async (own: Partial<HttpOptions<Reader>> = {}, server: ServerOptions = {}): Promise<Library> => {
  const lines: Line[] = [];
  const line = (level: string) => (fields: object, message: string) => {
    lines.push({ level, message, fields: { ...fields } });
  };
  const registry = createLibrary();
  const app = createApp<Reader>({
    registry,
    authenticate,
    log: { debug: line('debug'), info: line('info'), warn: line('warn'), error: line('error') },
    served: ALL_LANGUAGES,
    siteName: { en: 'Library', fr: 'Bibliothèque' },
    siteTimezone: 'Europe/Paris',
    trustProxy: 0,
    rateLimit: 0,
    ready: async () => true,
    metricsReaders: 'loopback',
    translate: (error) => (error instanceof Error && 'code' in error && error.code === 'AWAY' ? errors.databaseUnavailable() : undefined),
    ...own,
  });
  const listener = await listen(
    own.registry === undefined ? withDocumentCheck(app, registry, 'library') : app,
    { host: '127.0.0.1', port: 0 },
    server,
  );
  return { ...listener, port: Number(new URL(listener.address).port), lines };
};

/** A request. A body that is neither text nor bytes is sent as JSON. */
export interface Sending {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface Received {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The parsed text; undefined if it is not JSON. */
  readonly json: unknown;
}

/** Sends one request exactly as given. */
export const send = ({ port }: { readonly port: number }, { method = 'GET', path, headers = {}, body }: Sending): Promise<Received> =>
  new Promise((resolve, reject) => {
    const raw = body === undefined || typeof body === 'string' || Buffer.isBuffer(body);
    const bytes = body === undefined ? undefined : Buffer.isBuffer(body) ? body : Buffer.from(raw ? String(body) : JSON.stringify(body));
    const length = bytes === undefined || 'transfer-encoding' in headers ? {} : { 'content-length': String(bytes.length) };
    const type = raw ? {} : { 'content-type': 'application/json' };
    const request = httpRequest({ host: '127.0.0.1', port, method, path, headers: { ...length, ...type, ...headers } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const answer = Buffer.concat(chunks).toString('utf8');
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text: answer, json: parsed(answer) });
      });
      response.on('error', reject);
    });
    request.on('error', reject);
    request.end(bytes);
  });

/** Opens a connection and sends the head of a request, with more headers, and only the beginning of its body. */
export const arrive = async ({ port }: { readonly port: number }, length = 9, headers = ''): Promise<Socket> => {
  const socket = connect(port, '127.0.0.1').resume();
  socket.on('error', () => undefined);
  const head = `Host: x\r\n${headers}Content-Type: application/json\r\nContent-Length: ${length}`;
  await new Promise((sent) => socket.write(`POST /en/library/v1/books HTTP/1.1\r\n${head}\r\n\r\n{`, sent));
  return socket;
};

/** Waits until a condition is true. The time limit of the spec ends an endless wait. */
export const until = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
};

const parsed = (answer: string): unknown => {
  try {
    return JSON.parse(answer);
  } catch {
    return undefined;
  }
};
