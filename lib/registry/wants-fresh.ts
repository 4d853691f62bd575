import type { RequestHeaders } from './route';

/** Tells whether a client has had enough of what is kept (RFC 9111, section 5.2.1.4). */
export const wantsFresh = (headers: RequestHeaders): boolean =>
  /no-cache|no-store/i.test(String(headers['cache-control'] ?? '')) || /no-cache/i.test(String(headers['pragma'] ?? ''));
