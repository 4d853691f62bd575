import type { Document } from 'bson';
import { assemble, decode, documentsOf, elements, encode } from '../reads/raw-bson';

/** A received command: its decoded document, and the documents of its sections as bytes. */
export interface Command {
  readonly id: number;
  /** The name of the command, which is the first key of its document. */
  readonly name: string;
  readonly body: Document;
  /** The documents of `documents`, `updates` or `deletes`, as BSON. */
  readonly documents: readonly Buffer[];
  /** True if the client expects no answer. */
  readonly silent: boolean;
  /** True for the old format OP_QUERY, which is answered by OP_REPLY. */
  readonly legacy: boolean;
  /** True when the client has disconnected. */
  readonly isGone?: () => boolean;
}

const REPLY = 1;
const QUERY = 2004;
const MESSAGE = 2013;
const CHECKSUM = 1;
const MORE_TO_COME = 2;
const SEQUENCES: ReadonlySet<string> = new Set(['documents', 'updates', 'deletes']);

/** The most bytes of a message. */
export const MAX_MESSAGE = 48_000_000;
/** The bytes of a message header: length, ID, ID of the request, operation. */
export const HEADER = 16;

const malformed = (why: string) => new Error(`malformed message: ${why}`);

/** Splits a command into its document, decoded, and its list of documents, as bytes. */
const splitBody = (bytes: Buffer): { readonly body: Document; readonly documents: Buffer[] } => {
  const parts: Buffer[] = [];
  let documents: Buffer[] = [];
  for (const { name, type, start, value, end } of elements(bytes)) {
    if (type === 4 && SEQUENCES.has(name) && parts.length > 0) documents = documentsOf(bytes.subarray(value, end));
    else parts.push(bytes.subarray(start, end));
  }
  return { body: decode(assemble(parts)), documents };
};

const documentAt = (bytes: Buffer, at: number, end: number): Buffer => {
  const size = at + 4 <= end ? bytes.readInt32LE(at) : 0;
  if (size < 5 || at + size > end || bytes[at + size - 1] !== 0) throw malformed('a document does not fit');
  return bytes.subarray(at, at + size);
};

const sequenceOf = (bytes: Buffer, start: number, end: number): Buffer[] => {
  const nameEnd = bytes.indexOf(0, start);
  if (nameEnd < 0 || nameEnd >= end) throw malformed('a sequence without a name');
  const documents: Buffer[] = [];
  for (let at = nameEnd + 1; at < end; ) {
    const document = documentAt(bytes, at, end);
    documents.push(document);
    at += document.length;
  }
  return documents;
};

const commandOf = (parts: Omit<Command, 'name' | 'isGone'>): Command => {
  const [name] = Object.keys(parts.body);
  if (name === undefined) throw malformed('no command');
  return { ...parts, name };
};

const message = (bytes: Buffer, id: number): Command => {
  const flags = bytes.readUInt32LE(HEADER);
  if (flags & 0xfffc) throw malformed('unknown flags');
  const end = bytes.length - (flags & CHECKSUM ? 4 : 0);
  let body: Document | undefined;
  const documents: Buffer[] = [];
  for (let at = HEADER + 4; at < end; ) {
    const kind = bytes[at++];
    if (kind === 0) {
      const section = documentAt(bytes, at, end);
      const split = splitBody(section);
      body = split.body;
      documents.push(...split.documents);
      at += section.length;
    } else if (kind === 1) {
      const size = at + 4 <= end ? bytes.readInt32LE(at) : 0;
      if (size < 5 || at + size > end) throw malformed('a section does not fit');
      documents.push(...sequenceOf(bytes, at + 4, at + size));
      at += size;
    } else throw malformed('an unknown section');
  }
  if (!body) throw malformed('no command');
  return commandOf({ id, body, documents, silent: (flags & MORE_TO_COME) !== 0, legacy: false });
};

const query = (bytes: Buffer, id: number): Command => {
  const nameEnd = bytes.indexOf(0, HEADER + 4);
  if (nameEnd < 0) throw malformed('no namespace');
  const name = bytes.toString('utf8', HEADER + 4, nameEnd);
  const body = decode(documentAt(bytes, nameEnd + 9, bytes.length));
  return commandOf({ id, body: { ...body, $db: name.split('.')[0] }, documents: [], silent: false, legacy: true });
};

/** Parses a message (OP_MSG or OP_QUERY). Throws if it is malformed. */
export const readMessage = (bytes: Buffer): Command => {
  const id = bytes.readInt32LE(4);
  const operation = bytes.readInt32LE(12);
  if (operation === MESSAGE) return message(bytes, id);
  if (operation === QUERY) return query(bytes, id);
  throw malformed(`operation ${operation}`);
};

let lastId = 0;

/** The message that answers a command with a document or its BSON. */
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
