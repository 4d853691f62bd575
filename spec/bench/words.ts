import type { Language } from '../../lib/language';

const list = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Words for the texts of the data set. Their beginnings differ, so that searches find different records. */
export const WORDS: Readonly<Record<Language, readonly string[]>> = {
  en: list(`
    garden music river evening market concert school village winter summer spring autumn theatre dance morning family
    bridge castle church harbour island mountain forest meadow window kitchen library painter singer writer teacher doctor
    harvest lantern carnival parade festival workshop lecture reading picnic breakfast supper orchard cheese bread honey apple
    silver golden quiet ancient modern secret famous gentle wooden velvet crystal copper marble shadow thunder whisper
    journey voyage balloon bicycle railway station platform ticket visitor stranger neighbour captain sailor soldier farmer baker
    violin trumpet piano guitar chorus ballad melody rhythm story legend riddle mirror candle feather blanket basket`),
  fr: list(`
    jardin musique rivière soirée marché concert école village hiver été printemps automne théâtre danse matin famille
    pont château église port île montagne forêt prairie fenêtre cuisine bibliothèque peintre chanteur écrivain maître médecin
    moisson lanterne carnaval défilé festival atelier conférence lecture repas déjeuner dîner verger fromage pain miel pomme
    argent doré calme ancien moderne secret célèbre tendre boisé velours cristal cuivre marbre ombre tonnerre murmure
    voyage traversée ballon bicyclette chemin gare quai billet visiteur étranger voisin capitaine marin soldat fermier boulanger
    violon trompette piano guitare choeur ballade mélodie rythme histoire légende énigme miroir bougie plume couverture panier`),
};
