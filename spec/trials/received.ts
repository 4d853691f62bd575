/** An answer as it came over the wire. */
export interface Received {
  readonly status: number;
  /** By names in lower case; of equal names the last. */
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

/** The pieces of a chunked body (RFC 9112, 7.1), or undefined where the last has not come. */
const unchunked = (bytes: Buffer): Buffer | undefined => {
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
  if (headers['transfer-encoding'] === 'chunked') return unchunked(rest);
  const length = headers['content-length'];
  if (length === undefined) return isOver ? rest : undefined;
  return rest.length >= Number(length) ? rest.subarray(0, Number(length)) : undefined;
};

/** Reads an HTTP/1.1 answer (RFC 9112) to a request of this method; undefined where not all of it has come. */
export const readReceived = (bytes: Buffer, method: string, isOver: boolean): Received | undefined => {
  const end = bytes.indexOf(END_OF_HEAD);
  if (end === -1) return undefined;
  const [first = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1]);
  const rest = bytes.subarray(end + END_OF_HEAD.length);
  // "Go on": the answer proper comes behind.
  if (status === 100) return readReceived(rest, method, isOver);
  const headers = headersOf(lines);
  const body = bodyOf(rest, status, method, headers, isOver);
  return body && { status, headers, body };
};
