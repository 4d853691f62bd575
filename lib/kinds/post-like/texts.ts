import { sanitizeHtml } from '../../calendar/text';

/** A text that is sent, sanitised; undefined where it is what answers show already (DIFFERENCES 29). */
export const changed = (sent: unknown, current: string | undefined, show: (text: string) => string): string | undefined =>
  typeof sent !== 'string' || (current !== undefined && sent === show(current)) ? undefined : sanitizeHtml(sent);
