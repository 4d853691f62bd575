/** An accent colour by day and by night, each with the colour of text on it. */
export interface Accent {
  readonly day: string;
  readonly onDay: string;
  readonly night: string;
  readonly onNight: string;
}

/** The minimum contrast of text (WCAG 2, success criterion 1.4.3). */
const CONTRAST = 4.5;

/** The backgrounds of pages by day and by night; of several, the one with the least contrast. */
const GROUND_BY_DAY = '#faf9f7';
const GROUND_BY_NIGHT = '#1f1f26';
const WHITE = '#ffffff';
const BLACK = '#15151a';

type Rgb = readonly number[];

const rgbOf = (colour: string): Rgb => [1, 3, 5].map((index) => Number.parseInt(colour.slice(index, index + 2), 16));
const written = (rgb: Rgb): string => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

/** The relative luminance of a colour by WCAG 2. */
const luminance = (colour: string): number => {
  const [red = 0, green = 0, blue = 0] = rgbOf(colour).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

/** The contrast of two colours `#rrggbb`, from 1 to 21. */
export const contrast = (one: string, other: string): number => {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
};

const lighter = (colour: string, share: number): string => written(rgbOf(colour).map((part) => part + (255 - part) * share));

/** Derives the accent from a colour `#rrggbb`, lightened by night until it is readable. Undefined if it is not readable by day. */
export const accentOf = (colour: string): Accent | undefined => {
  const day = colour.toLowerCase();
  if (contrast(day, GROUND_BY_DAY) < CONTRAST) return undefined;
  const shares = Array.from({ length: 21 }, (_, index) => index / 20);
  const night = shares.map((share) => lighter(day, share)).find((one) => contrast(one, GROUND_BY_NIGHT) >= CONTRAST) ?? WHITE;
  // Contrast is symmetric: white is readable on a colour that is readable on white.
  return { day, onDay: WHITE, night, onNight: BLACK };
};
