import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { type ApiError, errors } from '../errors';
import { ALL_LANGUAGES, type Language, type Served } from '../language';
import { errorBody } from './answers/errors';
import { type Connections, createConnections } from './limits/connections';
import { belowRoot, pathOf } from './requests/request-context';

/** A web application, such as Koa's, that answers the requests of a server. */
export interface Application {
  callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
}

export interface ListeningServer {
  /** The address of the service, e.g. `http://127.0.0.1:3000`. */
  readonly address: string;
  /** Stops accepting connections, waits at most `milliseconds` for running requests, then closes their connections. */
  close(milliseconds: number): Promise<void>;
}

/** The time limits for headers, whole requests and idle connections, in ms. */
const TIMES = { headersTimeout: 15_000, requestTimeout: 30_000, keepAliveTimeout: 60_000, connectionsCheckingInterval: 5_000 };

const SWEEP = 20;
/** The time for which a refused client may still send, in ms. If a connection closes with unread data, the response gets lost. */
const LINGER = 2000;

export interface ServerOptions {
  readonly times?: Partial<typeof TIMES>;
  readonly connections?: Connections;
  /** The served languages, for the errors of malformed requests. All by default. */
  readonly served?: Served;
  /** Called for malformed requests, and for methods that Node.js does not pass on. */
  readonly onRefusal?: (refusal: RefusedBytes) => void;
}

/** A request that was refused without the application: status and error code, and the sender's IP address. */
export interface RefusedBytes {
  readonly status: number;
  readonly code: string;
  readonly address: string;
}

/** Starts a server that listens for requests. Port 0 means any free port. Rejects with Node's error (`EADDRINUSE`, `EACCES` …). */
export const listen = async (
  app: Application,
  { host, port }: { readonly host: string; readonly port: number },
  { times = {}, connections = createConnections(), served = ALL_LANGUAGES, onRefusal = () => undefined }: ServerOptions = {},
): Promise<ListeningServer> => {
  const answer = app.callback();
  const states = new Map<Duplex, SocketState>();
  const stateOf = (socket: Duplex): SocketState => states.get(socket) ?? {};
  let isClosing = false;
  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    stateOf(request.socket).response = response;
    if (isClosing) response.shouldKeepAlive = false;
    connections.noteRequest(request, response);
    void answer(request, response).then(() => connections.answered(request, response));
  };
  // Node.js would answer these without a body: requests without Host, unknown expectations.
  const server = createServer({ ...TIMES, ...times, requireHostHeader: false }, serve);
  server.on('connection', (socket) => {
    states.set(socket, {});
    socket.once('close', () => states.delete(socket));
    connections.open(socket);
  });
  server.on('checkExpectation', serve);
  const refuse = (socket: Duplex, refusal: ApiError, line: string): void =>
    afterCurrent(socket, stateOf(socket), () => onRefusal(sendRefusal(socket, refusal, languageOf(line, served))));
  server.on('connect', ({ url }, socket) => {
    stateOf(socket).isDetached = true;
    for (const event of ['error', 'timeout']) socket.on(event, () => socket.destroy());
    refuse(socket, errors.noRoute(), `CONNECT ${url}`);
  });
  server.on('clientError', (error: ClientError, socket) => {
    // Node.js repeats the error for every following chunk.
    const state = stateOf(socket);
    if (state.isEnding) return;
    state.isEnding = true;
    const last = state.response;
    if (!isProtocolError(error)) socket.destroy();
    // A client that was refused before its request was complete gets no second response.
    else if (last?.writableFinished && !last.req.complete) closeGently(socket);
    else refuse(socket, refusalOf(error), firstLine(error));
  });
  server.listen(port, host);
  await once(server, 'listening');
  const bound = server.address() as AddressInfo;
  const name = bound.family === 'IPv6' ? `[${bound.address}]` : bound.address;
  return {
    address: `http://${name}:${bound.port}`,
    close(milliseconds) {
      isClosing = true;
      return close(server, states, milliseconds);
    },
  };
};

const close = (server: Server, states: ReadonlyMap<Duplex, SocketState>, milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    // Clients must not send another request on these connections.
    for (const { response } of states.values()) if (response && !response.headersSent) response.shouldKeepAlive = false;
    const limit = setTimeout(() => {
      server.closeAllConnections();
      for (const [socket, { isDetached }] of states) if (isDetached) socket.destroy();
    }, milliseconds);
    // A connection whose last request has just been answered would otherwise stay open for the next one.
    const sweep = setInterval(() => server.closeIdleConnections(), SWEEP);
    server.close(() => {
      clearTimeout(limit);
      clearInterval(sweep);
      resolve();
    });
  });

/** The state of a connection, with its current or last response. */
interface SocketState {
  response?: ServerResponse;
  /** True after a malformed request, since the connection is closing. */
  isEnding?: true;
  /** True after CONNECT: Node.js has detached the connection and no longer closes it. */
  isDetached?: true;
}

/** Calls `next` after the current response of a connection. Destroys a broken connection, or one whose response breaks off. */
const afterCurrent = (socket: Duplex, { response }: SocketState, next: () => void): void => {
  if (!socket.writable) socket.destroy();
  else if (response === undefined || response.writableFinished) next();
  else if (response.req.complete) response.once('finish', () => (socket.writable ? next() : socket.destroy()));
  else if (response.headersSent) socket.destroy();
  else next();
};

/** The error of a malformed request. The parser of Node.js adds the bytes and the position of the error. */
type ClientError = Error & { code?: string; rawPacket?: Buffer; bytesParsed?: number };

/** Matches the first line of a well-formed request with any method. */
const FIRST_LINE = /^[!#$%&'*+.^_`|~\w-]{1,40} [!-~]+ HTTP\/1\.[01]$/;
/** The maximum number of bytes that are read of a first line. */
const MOST_BYTES = 16_384;

/** Returns the first line of the request at which the parser failed. */
const firstLine = ({ code, rawPacket: bytes = Buffer.alloc(0), bytesParsed = 0 }: ClientError): string => {
  // The bytes before an unknown method are those of earlier pipelined requests.
  const start = code === 'HPE_INVALID_METHOD' ? bytes.lastIndexOf('\n', Math.max(0, bytesParsed - 1)) + 1 : 0;
  const [line = ''] = bytes
    .subarray(start, start + MOST_BYTES)
    .toString('latin1')
    .split('\r\n', 1);
  return line;
};

/** Returns the refusal of a malformed request. A method that Node.js does not know is one that no route has. */
const refusalOf = (error: ClientError): ApiError => {
  const { code = '' } = error;
  const isUnknown = code === 'HPE_INVALID_METHOD' && FIRST_LINE.test(firstLine(error));
  return isUnknown ? errors.noRoute() : errors.malformedRequest(STATUSES[code] ?? 400);
};

const isProtocolError = ({ code = '' }: ClientError): boolean => code.startsWith('HPE_') || code === 'ERR_HTTP_REQUEST_TIMEOUT';

/** The HTTP statuses for errors of the parser, other than 400. */
const STATUSES: Readonly<Record<string, 408 | 431>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/** Returns the language of the path in the first line of a request, else the default. */
const languageOf = (line: string, served: Served): Language => {
  const [, target = ''] = / (\/[^ ]*)/.exec(line) ?? [];
  return belowRoot(pathOf(target), served)?.prefix ?? served.first;
};

/** Sends a refusal on a connection without the application, and closes the connection. */
const sendRefusal = (socket: Duplex, refusal: ApiError, language: Language): RefusedBytes => {
  const { status, code } = refusal;
  const body = JSON.stringify(errorBody(refusal, language));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=UTF-8',
    'X-Content-Type-Options: nosniff',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  const address = ('remoteAddress' in socket && String(socket.remoteAddress)) || '';
  closeGently(socket);
  return { status, code, address };
};

/** Closes a connection after the response is written, when the client has stopped sending or after `LINGER`. */
const closeGently = (socket: Duplex): void => {
  const close = () => socket.destroy();
  const limit = setTimeout(close, LINGER);
  socket.once('close', () => clearTimeout(limit));
  socket.once('end', close);
  socket.end();
  socket.resume();
};
