import type { Document } from 'bson';
import { assemble, decode, documentsOf, elements, encode } from '../reads/raw-bson';

/** A received command: its decoded document, and as BSON the documents of its list. */
export interface Command {
  readonly id: number;
  /** The name of the command, which is the first key of its document. */
  readonly name: string;
  readonly body: Document;
  /** The documents of `documents`, `updates` or `deletes`, as BSON. */
  readonly documents: readonly Buffer[];
  /** True if the client expects no reply. */
  readonly silent: boolean;
  /** True if the command came as OP_QUERY, the old format. The reply is an OP_REPLY. */
  readonly legacy: boolean;
  readonly isGone?: () => boolean;
}

const REPLY = 1;
const QUERY = 2004;
const MESSAGE = 2013;
const MORE_TO_COME = 2;
const SEQUENCES: ReadonlySet<string> = new Set(['documents', 'updates', 'deletes']);

export const MAX_MESSAGE = 48_000_000;
/** The length of a message header in bytes: length, ID, ID of the request, opcode. */
export const HEADER = 16;

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

function* documentsIn(bytes: Buffer, start: number, end: number): Generator<Buffer> {
  for (let at = start; at < end; ) {
    const document = documentAt(bytes, at, end);
    yield document;
    at += document.length;
  }
}

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
      documents.push(...documentsIn(bytes, nameEnd + 1, at + size));
      at += size;
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

/** Parses a message (OP_MSG or OP_QUERY). Throws if the message is malformed. */
export const readMessage = (bytes: Buffer): Command => {
  const operation = bytes.readInt32LE(12);
  if (operation !== MESSAGE && operation !== QUERY) throw malformed(`operation ${operation}`);
  const { body = {}, ...content } = operation === MESSAGE ? message(bytes) : query(bytes);
  const [name] = Object.keys(body);
  if (name === undefined) throw malformed('no command');
  return { id: bytes.readInt32LE(4), name, body, ...content };
};

let lastId = 0;

/** Makes the message that replies to a command with a document or BSON. */
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
