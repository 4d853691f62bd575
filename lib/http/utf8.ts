import { isUtf8 } from 'node:buffer';

const ASCII = /^[^\x80-\uffff]*$/;

/** Reads a string of bytes (one character a byte) as UTF-8; every byte sequence that is none becomes `?`. */
export const utf8 = (bytes: string): string => {
  if (ASCII.test(bytes)) return bytes;
  const buffer = Buffer.from(bytes, 'latin1');
  if (isUtf8(buffer)) return buffer.toString('utf8');
  // The replacement character itself may be meant: it is kept where its own three bytes stand.
  const KEPT = '\u0000\u0001kept\u0001\u0000';
  return Buffer.from(bytes.replaceAll('\xef\xbf\xbd', KEPT), 'latin1')
    .toString('utf8')
    .replaceAll('\ufffd', '?')
    .replaceAll(KEPT, '\ufffd');
};
