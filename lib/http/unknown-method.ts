import { IncomingMessage, METHODS } from 'node:http';
import type { Duplex } from 'node:stream';

/** The first line of a request that is well-formed, whatever its method. */
const FIRST_LINE = /^([!#$%&'*+.^_`|~\w-]{1,40}) ([!-~]+) HTTP\/1\.([01])$/;
const HEADER = /^([!#$%&'*+.^_`|~\w-]+):([\t -~\x80-\xff]*)$/;

/** The most lines that are read of a head: more bring no more than these. */
const MOST_LINES = 100;

/**
 * Makes the request that Node’s parser refused at a place of these bytes for its method; undefined where something else is wrong with it, or not
 * all of its first line has come. It has no body: what the client sends on is not read.
 */
export const unknownMethodRequest = (bytes: Buffer, place: number, socket: Duplex): IncomingMessage | undefined => {
  // What was pipelined before it stands in the same bytes.
  const start = bytes.lastIndexOf('\n', Math.max(0, place - 1)) + 1;
  const [head = '', ...rest] = bytes.toString('latin1', start).split('\r\n\r\n', 2);
  const [first = '', ...lines] = head.split('\r\n', MOST_LINES);
  const [, method = '', url = '', minor] = FIRST_LINE.exec(first) ?? [];
  if (method === '' || METHODS.includes(method)) return undefined;
  // A head that has not come to its end may end in the middle of a line.
  const whole = rest.length > 0 ? lines : lines.slice(0, -1);
  const pairs = whole.flatMap((line) => {
    const [, name, value] = HEADER.exec(line) ?? [];
    return name === undefined || value === undefined ? [] : [[name, value] satisfies [string, string]];
  });
  const headers = Object.fromEntries(new Headers(pairs));
  const request = new IncomingMessage(socket as IncomingMessage['socket']);
  request.push(null);
  return Object.assign(request, {
    method,
    url,
    httpVersion: `1.${minor}`,
    httpVersionMajor: 1,
    httpVersionMinor: Number(minor),
    headers,
    complete: true,
  });
};
