const REFERENCE = /&(?:#\d+|#x[\da-f]+|[a-z][a-z\d]*);/gi;
const ESCAPES = /(?:%[\da-f]{2})+/gi;

/**
 * The text whose characters a limit counts, so that an answer counts no more than its request.
 * A character reference is one character. Paragraphs and line breaks of answers become line ends. The blank behind a `<` is left out.
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

/** The address whose characters a limit counts. An encoded character is one. */
export const countableAddress = (address: string): string =>
  countable(address).replace(ESCAPES, (escaped) => {
    try {
      return decodeURIComponent(escaped);
    } catch {
      return escaped;
    }
  });
