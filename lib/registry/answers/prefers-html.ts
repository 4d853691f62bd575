import type { IncomingMessage } from 'node:http';
import accepts from 'accepts';

/**
 * Tells whether a header `Accept` would rather have HTML than JSON, or than other types. A client that takes anything, or says nothing, is a program,
 * and gets JSON.
 */
export const prefersHtml = (accept: string | readonly string[] | undefined, others: readonly string[] = []): boolean => {
  const request = { headers: { accept: [accept ?? '*/*'].flat().join(',') } } as IncomingMessage;
  return accepts(request).types(['json', 'html', ...others]) === 'html';
};
