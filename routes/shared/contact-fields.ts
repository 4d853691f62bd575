import { line, websiteLine } from '../../lib/content';

/** The contact fields of venues and organizers, such as phone. */
export const contactFields = {
  phone: line(
    { en: 'A phone number for visitors, as it is to be read', fr: 'Un numéro de téléphone pour les visiteurs, tel qu’il doit être lu' },
    { shared: true },
  ),
  website: websiteLine({
    en: 'Its own site: an address with its scheme, such as https://example.org',
    fr: 'Son propre site : une adresse avec son protocole, comme https://example.org',
  }),
} as const;
