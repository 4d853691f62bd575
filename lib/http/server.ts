import { once } from 'node:events';
import { createServer, IncomingMessage, METHODS, type Server, ServerResponse, STATUS_CODES } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { errors } from '../errors';
import { ALL_LANGUAGES, isServed, type Served } from '../language';
import { errorBody } from './answers/errors';
import { type Connections, createConnections } from './limits/connections';

/** A web application, such as Koa's, that answers the requests of a server. */
export interface Application {
  callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
}

export interface ListeningServer {
  /** The address of the service, e.g. `http://127.0.0.1:3000`. */
  readonly address: string;
  /** Stops accepting connections, waits so many ms for running requests, then closes their connections. */
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
  /** Called for malformed requests, whose bytes were refused. */
  readonly onRefusal?: (refusal: RefusedBytes) => void;
}

/** A malformed request: the status and error code of the response, and the sender's IP address. */
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
  // The application also answers requests behind which Node.js reads no more, and the connection closes.
  const serveLast = (request: IncomingMessage, socket: Duplex): void => {
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(socket as Socket);
    response.once('finish', () => closeGently(socket));
    serve(request, response);
  };
  server.on('connect', (request, socket) => {
    const state = stateOf(socket);
    state.isDetached = true;
    for (const trouble of ['error', 'timeout']) socket.on(trouble, () => socket.destroy());
    afterCurrent(socket, state, () => serveLast(request, socket));
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
    else
      afterCurrent(socket, state, () => {
        const request = requestOf(error, socket);
        if (request === undefined) onRefusal(refuse(error, socket, served));
        else serveLast(request, socket);
      });
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
const FIRST_LINE = /^([!#$%&'*+.^_`|~\w-]{1,40}) ([!-~]+) HTTP\/1\.([01])$/;
const HEADER = /^([!#$%&'*+.^_`|~\w-]+):([\t -~\x80-\xff]*)$/;

/** The maximum number of lines that are read of a request head. */
const MOST_LINES = 100;

/** Rebuilds a request, without body, whose only error is a method that Node.js does not know. Undefined for any other error. */
const requestOf = ({ code, rawPacket: bytes, bytesParsed = 0 }: ClientError, socket: Duplex): IncomingMessage | undefined => {
  if (code !== 'HPE_INVALID_METHOD' || bytes === undefined) return undefined;
  // The bytes also contain earlier pipelined requests.
  const start = bytes.lastIndexOf('\n', Math.max(0, bytesParsed - 1)) + 1;
  const [head = '', ...rest] = bytes.toString('latin1', start).split('\r\n\r\n', 2);
  const [first = '', ...lines] = head.split('\r\n', MOST_LINES);
  const [, method = '', url = '', minor] = FIRST_LINE.exec(first) ?? [];
  if (method === '' || METHODS.includes(method)) return undefined;
  const headers = new Headers();
  // An incomplete request head may end in the middle of a line.
  for (const line of rest.length > 0 ? lines : lines.slice(0, -1)) {
    const [, name, value] = HEADER.exec(line) ?? [];
    if (name !== undefined && value !== undefined) headers.append(name, value);
  }
  const request = new IncomingMessage(socket as Socket);
  request.push(null);
  return Object.assign(request, {
    method,
    url,
    headers: Object.fromEntries(headers),
    complete: true,
    httpVersion: `1.${minor}`,
    httpVersionMajor: 1,
    httpVersionMinor: Number(minor),
  });
};

const isProtocolError = ({ code = '' }: ClientError): boolean => code.startsWith('HPE_') || code === 'ERR_HTTP_REQUEST_TIMEOUT';

/** The HTTP statuses for errors of the parser, other than 400. */
const STATUSES: Readonly<Record<string, 408 | 431>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

const refuse = (error: ClientError, socket: Duplex, served: Served): RefusedBytes => {
  const [line = ''] = error.rawPacket?.subarray(0, 1000).toString('latin1').split('\r\n', 1) ?? [];
  const [, segment = ''] = / \/([a-z-]+)(?:[/? ]|$)/i.exec(line) ?? [];
  const language = segment.toLowerCase();
  const refusal = errors.malformedRequest(STATUSES[error.code ?? ''] ?? 400);
  const { status, code } = refusal;
  const body = JSON.stringify(errorBody(refusal, isServed(language, served) ? language : served.first));
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
