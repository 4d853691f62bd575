/** The file name of the icon at the address of the service. */
export const ICON_NAME = 'favicon.svg';

/** The icon of every page as SVG, in the accent colour: a leaf of a calendar. */
export const iconIn = (colour = '#a8323e'): string => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect x="2" y="4" width="28" height="26" rx="5" fill="#fff" stroke="${colour}" stroke-width="2"/>
<path d="M2 12V9a5 5 0 0 1 5-5h18a5 5 0 0 1 5 5v3z" fill="${colour}"/>
<path d="M10 2v5M22 2v5" stroke="#1d1c24" stroke-width="2.5" stroke-linecap="round"/>
<path d="M9 20.5l4.5 4.5L23 16" fill="none" stroke="${colour}" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/>
</svg>
`;
