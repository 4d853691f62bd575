/**
 * Reads an address (https://url.spec.whatwg.org/#url-parsing). Undefined if the text is no address.
 * `URL.canParse` is no substitute: in Node.js 20 it refuses addresses with letters of Latin-1 (é, ü) after some thousand calls.
 */
export const readUrl = (text: string): URL | undefined => {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
};
