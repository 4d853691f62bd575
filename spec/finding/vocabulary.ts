import type { Language } from '../../lib/language';

/** A spelling of a word, and its plain form without case, accents and apostrophes. */
export type Written = readonly [typed: string, plain: string];

/** A word: its forms, singular first, and its spellings. */
export interface Word {
  readonly forms: readonly string[];
  readonly written: readonly Written[];
}

const word = (forms: string, ...written: readonly Written[]): Word => {
  const all = forms.split(' ');
  return { forms: all, written: [...all.map((form): Written => [form, form]), ...written] };
};

/** Words of texts. Some differ in one letter, and none is a prefix of another one's plural. */
export const WORDS: Readonly<Record<Language, readonly Word[]>> = {
  en: [
    word('lantern lanterns', ['LANTERNS', 'lanterns']),
    word('child children', ['Child’s', 'child'], ["children's", 'children']),
    word('party parties', ['Pärty', 'party']),
    word('candle candles', ['Candle’s', 'candle']),
    word('handle handles'),
    word('knife knives'),
    word('cafe cafes', ['Café', 'cafe'], ['cafés', 'cafes'], ["d'café", 'cafe']),
    word('violin violins'),
    word('granita granitas'),
    word('choral', ['Chôral', 'choral']),
    word('plane planes'),
  ],
  fr: [
    word('lanterne lanternes', ['Lanternes', 'lanternes']),
    word('cheval chevaux', ['CHEVAUX', 'chevaux'], ['qu’cheval', 'cheval']),
    word('journal journaux'),
    word('ecole ecoles', ['école', 'ecole'], ['L’ÉCOLE', 'ecole'], ["d'écoles", 'ecoles'], ['jusqu’École', 'ecole']),
    word('bateau bateaux'),
    word('gateau gateaux', ['gâteau', 'gateau'], ['Gâteaux', 'gateaux']),
    word('marche marches', ['marché', 'marche'], ['Marchés', 'marches']),
    word('manche manches'),
    word('vitrail vitraux'),
    word('rouleau rouleaux'),
    word('bouton boutons'),
    word('foire foires'),
  ],
};

/** Words of hidden texts, one letter from public words. */
export const RARE: Readonly<Record<Language, Readonly<Record<'isProtected' | 'isDraft' | 'isHidden', Word>>>> = {
  en: { isProtected: word('granite'), isDraft: word('coral'), isHidden: word('planet planets') },
  fr: { isProtected: word('bouleau bouleaux'), isDraft: word('mouton moutons'), isHidden: word('poire poires') },
};

/** Separators between words, which carry no meaning. */
export const FILLERS: Readonly<Record<Language, readonly string[]>> = {
  en: [' ', ', ', ' of the ', '-', ' with '],
  fr: [' ', ', ', ' de la ', '-', ' et '],
};

const ABC = word('abc');
const SUMMER = word('ete', ['été', 'ete'], ['Eté', 'ete'], ['l’été', 'ete'], ["D'ÉTÉ", 'ete']);
const ZEBRE = word('zebre zebres', ['Zèbres', 'zebres']);
const ZEBRA = word('zebra zebras');
const WORK = word('oeuvre oeuvres', ['Œuvre', 'oeuvre'], ['L’ŒUVRE', 'oeuvre']);
const YEARS: Word = { forms: ['ans'], written: [] };

export const TITLES: readonly (readonly [title: string, words: readonly Word[]])[] = [
  ['Étoile', [word('etoile etoiles', ['Étoiles', 'etoiles'], ["l'étoile", 'etoile'])]],
  ['Eté', [SUMMER]],
  ['été', [SUMMER]],
  ['Zèbre', [ZEBRE]],
  ['zebra', [ZEBRA]],
  ['Œuvre', [WORK]],
  ['oeuvre', [WORK]],
  ['L’abc', [ABC]],
  ['l abc', [word('l'), ABC]],
  ['10 ans', [word('10'), YEARS]],
  ['2 ans', [word('2'), YEARS]],
  ['Ñandú', [word('nandu nandus', ['ÑANDÚS', 'nandus'])]],
  ['Åre', [word('are', ['Åre', 'are'])]],
  ['Ære', [word('aere', ['Ære', 'aere'])]],
];
export const ENDINGS: readonly (readonly [ending: string, words: readonly Word[]])[] = [
  ['', []],
  ['', []],
  [' A', [word('a')]],
  [' b', [word('b', ['B', 'b'])]],
];

type Name = readonly [name: string, words: readonly Word[]];

/** Names of venues, categories and tags, with the French name if they have a translation. */
export const NAMES: Readonly<Record<string, { readonly en: Name; readonly fr?: Name }>> = {
  hall: { en: ['The hall', [word('the'), word('hall halls')]], fr: ['La salle', [word('la'), word('salle salles')]] },
  annex: { en: ['The annex', [word('the'), word('annex')]] },
  park: { en: ['The park', [word('the'), word('park parks')]], fr: ['Les jardins', [word('les'), word('jardin jardins')]] },
  lyon: { en: ['The lyon', [word('the'), word('lyon')]] },
  apia: { en: ['The apia', [word('the'), word('apia')]] },
  suva: { en: ['The suva', [word('the'), word('suva')]] },
  nowhere: { en: ['The nowhere', [word('the'), word('nowhere')]] },
  music: { en: ['music', [word('music')]] },
  jazz: { en: ['jazz', [word('jazz')]] },
  bebop: { en: ['bebop', [word('bebop')]] },
  rock: { en: ['rock', [word('rock rocks')]] },
  talks: { en: ['talks', [word('talk talks')]], fr: ['Conférences', [word('conference conferences', ['Conférence', 'conference'])]] },
  red: { en: ['red', [word('red')]], fr: ['Rouges', [word('rouge rouges')]] },
  blue: { en: ['blue', [word('blue')]] },
  green: { en: ['green', [word('green')]] },
};
