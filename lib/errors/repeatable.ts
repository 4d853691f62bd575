/** Words and numbers, with single blanks between them: no punctuation that HTML, Markdown or a shell would make something of. */
const PLAIN = /^(?!\p{M})[\p{L}\p{M}\p{N}_’-]+(?: [\p{L}\p{N}_’-][\p{L}\p{M}\p{N}_’-]*)*$/u;

/** What nobody sees, and what turns the direction of the text around it. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}/u;

const LONGEST = 60;

/** What sentences may repeat of a text that was sent: all of it where it is a few plain words or numbers, else nothing, undefined. */
export const repeatable = (sent: string): string | undefined =>
  sent.length <= LONGEST && PLAIN.test(sent) && !UNSEEN.test(sent) ? sent : undefined;

/** The place of a member that was sent, as sentences name it: `venue[0][city]`; what cannot be repeated of it is `…`. */
export const placeOf = (name: string, key: string): string => `${name}[${repeatable(key) ?? '…'}]`;
