/**
 * Reads an address (https://url.spec.whatwg.org/#url-parsing); undefined where it is none. Not by `URL.canParse`: once it is compiled, that of
 * Node.js 20 refuses addresses with letters of Latin-1 (é, ü), after some thousand calls.
 */
export const readUrl = (text: string): URL | undefined => {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
};
