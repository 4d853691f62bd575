/** Words and numbers with single blanks between them, without punctuation that HTML, Markdown or a shell could interpret. */
const PLAIN = /^(?!\p{M})[\p{L}\p{M}\p{N}_’-]+(?: [\p{L}\p{N}_’-][\p{L}\p{M}\p{N}_’-]*)*$/u;

/** Invisible characters and controls of text direction. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}/u;

const LONGEST = 60;

/** A sent text if sentences may repeat it: a few plain words or numbers. Undefined for any other text. */
export const repeatable = (sent: string): string | undefined =>
  sent.length <= LONGEST && PLAIN.test(sent) && !UNSEEN.test(sent) ? sent : undefined;

/** The position of a sent member in sentences: `venue[0][city]`. A key that may not be repeated becomes `…`. */
export const placeOf = (name: string, key: string): string => `${name}[${repeatable(key) ?? '…'}]`;
