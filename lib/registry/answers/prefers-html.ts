import type { IncomingMessage } from 'node:http';
import accepts from 'accepts';

/** True if a header `Accept` prefers HTML to JSON and to `others`. A client that accepts anything is a program, and gets JSON. */
export const prefersHtml = (accept: string | readonly string[] | undefined, others: readonly string[] = []): boolean => {
  const request = { headers: { accept: [accept ?? '*/*'].flat().join(',') } } as IncomingMessage;
  return accepts(request).types(['json', 'html', ...others]) === 'html';
};
