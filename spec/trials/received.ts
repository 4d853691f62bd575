export interface Received {
  readonly status: number;
  /** Headers by lower-case name. The last one of equal names counts. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

const END_OF_HEAD = '\r\n\r\n';

const headersOf = (lines: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );

/** Decodes a chunked body (RFC 9112, 7.1). Returns `undefined` if it is incomplete. */
const decodeChunked = (bytes: Buffer): Buffer | undefined => {
  const pieces: Buffer[] = [];
  for (let at = 0; ; ) {
    const end = bytes.indexOf('\r\n', at);
    if (end === -1) return undefined;
    const length = Number.parseInt(bytes.toString('latin1', at, end), 16);
    if (length === 0) return bytes.length >= end + 4 ? Buffer.concat(pieces) : undefined;
    if (bytes.length < end + 4 + length) return undefined;
    pieces.push(bytes.subarray(end + 2, end + 2 + length));
    at = end + 4 + length;
  }
};

const bodyOf = (rest: Buffer, status: number, method: string, headers: Readonly<Record<string, string>>, isOver: boolean) => {
  if (method === 'HEAD' || status === 204 || status === 304) return Buffer.alloc(0);
  if (headers['transfer-encoding'] === 'chunked') return decodeChunked(rest);
  const length = headers['content-length'];
  if (length === undefined) return isOver ? rest : undefined;
  return rest.length >= Number(length) ? rest.subarray(0, Number(length)) : undefined;
};

/** Parses an HTTP/1.1 answer (RFC 9112) to a request with this method. Returns `undefined` if it is incomplete. */
export const readReceived = (bytes: Buffer, method: string, isOver: boolean): Received | undefined => {
  const end = bytes.indexOf(END_OF_HEAD);
  if (end === -1) return undefined;
  const [first = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1]);
  const rest = bytes.subarray(end + END_OF_HEAD.length);
  // The final answer follows 100 Continue.
  if (status === 100) return readReceived(rest, method, isOver);
  const headers = headersOf(lines);
  const body = bodyOf(rest, status, method, headers, isOver);
  return body && { status, headers, body };
};
