import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { currencyOf } from '../../calendar';
import type { Site } from '../../content';
import { accentOf, localesOf, type SiteFile, type SitePicture } from '../../html';
import type { Text } from '../../language';
import { StartError, unreadableFile } from '../service/start-error';
import { type Settings, servedLanguages, siteLinksOf, siteNameOf } from '../settings/settings';

/** The maximum size of the logo and of the style sheet, in bytes. Every HTML page loads both files. */
const MOST_BYTES = 512 * 1024;

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.gif': 'image/gif',
};

/** The REST namespace of the WordPress plugin The Events Calendar, below `/wp-json/`. */
const CMS_NAMESPACE = 'tribe/events/v1';

const readSiteFile = (setting: string, file: string, name: string): SiteFile => {
  const end = path.extname(file).toLowerCase();
  let content: Buffer;
  try {
    content = readFileSync(file);
  } catch (error) {
    throw new StartError(`${setting}: ${unreadableFile(file, error).message}`);
  }
  if (content.length > MOST_BYTES)
    throw new StartError(
      `${setting}: ${file} has ${content.length} bytes, and every page loads it: use a file of at most ${MOST_BYTES} bytes.`,
    );
  const version = createHash('sha256').update(content).digest('hex').slice(0, 12);
  return { name: `${name}${end}`, type: TYPES[end] ?? 'application/octet-stream', content, version };
};

const readLogo = (file: string): SitePicture => {
  const logo = readSiteFile('SITE_LOGO', file, 'logo');
  try {
    // The module is loaded late, since few sites have a logo.
    const { imageSize } = require('image-size') as typeof import('image-size');
    const { width, height } = imageSize(logo.content);
    if (width > 0 && height > 0) return { ...logo, width, height };
  } catch {
    // The error follows below.
  }
  throw new StartError(`SITE_LOGO: ${file} is not an image that browsers show, or has no width and height.`);
};

/** Reads the site from the settings, with its logo and style sheet. Throws a `StartError` that names the faulty setting. */
export const readSite = (settings: Settings, defaultName: Text): Site => {
  const { SITE_LOGO: logo, SITE_STYLE: style, ACCENT_COLOR: colour } = settings;
  return {
    ...(colour !== undefined && { accent: accentOf(colour) }),
    ...(logo !== undefined && { logo: readLogo(logo) }),
    ...(style !== undefined && { style: readSiteFile('SITE_STYLE', style, 'site') }),
    ...(settings.LEGACY_API === 'on' && { cmsNamespace: CMS_NAMESPACE }),
    links: siteLinksOf(settings),
    name: siteNameOf(settings) ?? defaultName,
    served: servedLanguages(settings),
    url: settings.SITE_URL ?? settings.PUBLIC_URL,
    timezone: settings.SITE_TIMEZONE,
    locales: localesOf(settings.LOCALES),
    currencySymbol: settings.CURRENCY_SYMBOL,
    currencyPosition: settings.CURRENCY_POSITION,
    currencyCode: settings.CURRENCY ?? currencyOf(settings.CURRENCY_SYMBOL) ?? 'USD',
    maxPerPage: settings.MAX_PER_PAGE,
    embedders: settings.EMBED_ORIGINS,
  };
};
