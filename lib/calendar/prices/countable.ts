const REFERENCE = /&(?:#\d+|#x[\da-f]+|[a-z][a-z\d]*);/gi;
const ESCAPES = /(?:%[\da-f]{2})+/gi;

/**
 * The text of which a limit counts the characters. A character reference is one character. The paragraphs and line breaks that answers have in
 * place of line ends are line ends. The blank that plain texts get behind a `<` is left out. So what is answered counts no more than what was sent.
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

/** The address of which a limit counts the characters: an encoded character is one. */
export const countableAddress = (address: string): string =>
  countable(address).replace(ESCAPES, (escaped) => {
    try {
      return decodeURIComponent(escaped);
    } catch {
      return escaped;
    }
  });
