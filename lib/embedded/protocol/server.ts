import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import type { Document } from 'bson';
import { assemble, decode, documentsOf, elements, encode } from '../reads/raw-bson';
import type { Command, EmbeddedDatabase } from '../storage/database';
import { dispatch } from './dispatch';

const REPLY = 1;
const QUERY = 2004;
const MESSAGE = 2013;
const MORE_TO_COME = 2;
const SEQUENCES: ReadonlySet<string> = new Set(['documents', 'updates', 'deletes']);

const MAX_MESSAGE = 48_000_000;
/** The length of a message header in bytes: length, ID, ID of the request, opcode. */
const HEADER = 16;

const malformed = (why: string) => new Error(`malformed message: ${why}`);

/** Decodes the document of a command. Its list stays BSON and is added to `documents`. */
const decodeBody = (bytes: Buffer, documents: Buffer[]): Document => {
  const parts: Buffer[] = [];
  for (const { name, type, start, value, end } of elements(bytes)) {
    if (type === 4 && SEQUENCES.has(name) && parts.length > 0) documents.push(...documentsOf(bytes.subarray(value, end)));
    else parts.push(bytes.subarray(start, end));
  }
  return decode(assemble(parts));
};

const documentAt = (bytes: Buffer, at: number, end: number): Buffer => {
  const size = at + 4 <= end ? bytes.readInt32LE(at) : 0;
  if (size < 5 || at + size > end || bytes[at + size - 1] !== 0) throw malformed('a document does not fit');
  return bytes.subarray(at, at + size);
};

type Content = Pick<Command, 'documents' | 'silent' | 'legacy'> & { readonly body: Document | undefined };

const message = (bytes: Buffer): Content => {
  const flags = bytes.readUInt32LE(HEADER);
  // The upper half is optional. Checksums are refused too.
  if (flags & 0xffff & ~MORE_TO_COME) throw malformed('unknown flags');
  let body: Document | undefined;
  const documents: Buffer[] = [];
  for (let at = HEADER + 4; at < bytes.length; ) {
    const section = bytes[at++];
    if (section === 0) {
      const sent = documentAt(bytes, at, bytes.length);
      body = decodeBody(sent, documents);
      at += sent.length;
    } else if (section === 1) {
      const size = at + 4 <= bytes.length ? bytes.readInt32LE(at) : 0;
      const nameEnd = bytes.indexOf(0, at + 4);
      if (size < 5 || at + size > bytes.length || nameEnd < 0 || nameEnd >= at + size) throw malformed('a section does not fit');
      const end = at + size;
      for (at = nameEnd + 1; at < end; at += documents.at(-1)?.length ?? 0) documents.push(documentAt(bytes, at, end));
    } else throw malformed('an unknown section');
  }
  return { body, documents, silent: (flags & MORE_TO_COME) !== 0, legacy: false };
};

const query = (bytes: Buffer): Content => {
  const nameEnd = bytes.indexOf(0, HEADER + 4);
  if (nameEnd < 0) throw malformed('no namespace');
  const [db] = bytes.toString('utf8', HEADER + 4, nameEnd).split('.');
  const body = decode(documentAt(bytes, nameEnd + 9, bytes.length));
  return { body: { ...body, $db: db }, documents: [], silent: false, legacy: true };
};

export const readMessage = (bytes: Buffer): Command => {
  const operation = bytes.readInt32LE(12);
  if (operation !== MESSAGE && operation !== QUERY) throw malformed(`operation ${operation}`);
  const { body = {}, ...content } = operation === MESSAGE ? message(bytes) : query(bytes);
  const [name] = Object.keys(body);
  if (name === undefined) throw malformed('no command');
  return { id: bytes.readInt32LE(4), name, body, ...content };
};

let lastId = 0;

export const writeAnswer = ({ id, legacy }: Command, answer: Buffer | Document): Buffer => {
  const body = Buffer.isBuffer(answer) ? answer : encode(answer);
  const extra = legacy ? 20 : 5;
  const head = Buffer.alloc(HEADER + extra);
  lastId = (lastId + 1) & 0x7fffffff;
  head.writeInt32LE(HEADER + extra + body.length, 0);
  head.writeInt32LE(lastId, 4);
  head.writeInt32LE(id, 8);
  head.writeInt32LE(legacy ? REPLY : MESSAGE, 12);
  if (legacy) {
    head.writeInt32LE(8, HEADER);
    head.writeInt32LE(1, HEADER + 16);
  }
  return Buffer.concat([head, body]);
};

/** Answers the messages of a connection one by one. Malformed bytes close the connection. */
const serve = (database: EmbeddedDatabase, socket: Socket): void => {
  let chunks: Buffer[] = [];
  let buffered = 0;
  let busy = false;

  const next = (): Buffer | undefined => {
    if (buffered < HEADER) return undefined;
    if ((chunks[0]?.length ?? 0) < 4) chunks = [Buffer.concat(chunks)];
    const [first] = chunks as [Buffer];
    const size = first.readInt32LE(0);
    if (size < HEADER + 5 || size > MAX_MESSAGE) throw new Error('malformed message: its length');
    if (buffered < size) return undefined;
    const all = chunks.length > 1 ? Buffer.concat(chunks) : first;
    buffered -= size;
    chunks = buffered > 0 ? [all.subarray(size)] : [];
    return all.subarray(0, size);
  };

  const run = async () => {
    busy = true;
    try {
      for (let bytes = next(); bytes; bytes = next()) {
        const command = { ...readMessage(bytes), isGone: () => socket.destroyed };
        const answer = await dispatch(database, command);
        if (!command.silent && socket.writable) socket.write(writeAnswer(command, answer));
      }
    } catch {
      // A malformed message has no answer, and the start of the next one is unknown.
      socket.destroy();
    }
    busy = false;
  };

  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    buffered += chunk.length;
    if (!busy) void run();
    else if (buffered > MAX_MESSAGE) socket.destroy();
  });
  socket.on('error', () => socket.destroy());
};

/** Listens on a Unix socket. Resolves with a function that closes the server and its connections. */
export const listenOnSocket = async (database: EmbeddedDatabase, path: string): Promise<() => void> => {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    serve(database, socket);
  });
  await once(server.listen({ path, backlog: 1024 }), 'listening');
  server.on('error', () => {});
  return () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
};
