const REFERENCE = /&(?:#\d+|#x[\da-f]+|[a-z][a-z\d]*);/gi;
const ESCAPES = /(?:%[\da-f]{2})+/gi;

/**
 * Converts HTML to the text whose characters a length limit counts. A response never counts more than its request. A character reference is
 * one character. Paragraphs and line breaks become `
 * `. The space after a `<` is left out.
 */
export const countable = (text: string): string =>
  /[<&]/.test(text)
    ? text
        .replace(/^<p>|<\/p>\s*$/g, '')
        .replace(/<\/p>\s*<p>/g, '\n\n')
        .replace(/<br ?\/?>\n?|<\/?p>\n?/g, '\n')
        .replace(REFERENCE, 'x')
        .replace(/< (?=[a-z/!?])/gi, '<')
    : text;

/** Decodes a URL for a length limit. A percent-encoded character counts as one. */
export const countableAddress = (address: string): string =>
  countable(address).replace(ESCAPES, (escaped) => {
    try {
      return decodeURIComponent(escaped);
    } catch {
      return escaped;
    }
  });
