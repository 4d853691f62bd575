import type { Language, Text } from '../../language';
import { type Html, html, trusted } from '../text/html';

const WORDS = {
  share: { en: 'Share', fr: 'Partager' },
  copied: { en: 'The address is copied.', fr: 'L’adresse est copiée.' },
  print: { en: 'Print', fr: 'Imprimer' },
} as const satisfies Record<string, Text>;

/** The script of the share and print buttons. If the browser cannot share, the address is copied. */
export const SHARE_SCRIPT = `
{
  const [share, print] = document.querySelectorAll('.own-means button');
  const url = document.querySelector('link[rel=canonical]')?.href ?? location.href;
  share.hidden = !(navigator.share || navigator.clipboard);
  share.addEventListener('click', async () => {
    try {
      if (navigator.share) return await navigator.share({ title: document.title, url });
      await navigator.clipboard.writeText(url);
      const told = share.parentElement.querySelector('[role=status]');
      told.textContent = told.dataset.copied;
    } catch {}
  });
  print.hidden = false;
  print.addEventListener('click', () => window.print());
}
`;

/** The share and print buttons. They are hidden until the script shows them. */
export const shareButtons = (language: Language): Html =>
  html`<p class="own-means actions"><button type="button" class="button plain" hidden>${WORDS.share[language]}</button> <button type="button" class="button plain" hidden>${WORDS.print[language]}</button> <span class="quiet" role="status" data-copied="${WORDS.copied[language]}"></span></p>\n`;

/** The script element, for the end of the page. */
export const shareScript = (): Html => html`<script>${trusted(SHARE_SCRIPT)}</script>\n`;
