import type { Language } from '../../language';

const list = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** The frequent words that a search leaves out, folded, by language. */
export const STOP_WORDS: Readonly<Record<Language, ReadonlySet<string>>> = {
  en: list('about an are as at be by com for from how in is it of on or that the this to was what when where who will with www'),
  fr: list(`a au aux avec ce ces dans de des du elle en et eux il je la le les leur lui ma mais me meme mes moi mon ne nos notre nous ou par
    pas pour qu que qui sa se ses son sur ta te tes toi ton tu un une vos votre vous`),
};
