import type { Language, Text } from '../../../../language';
import { DOCUMENT_WORDS } from '../words';

/** Descriptions of formats, of JSON Schema, OpenAPI and WordPress. */
const FORMAT_WORDS: Readonly<Record<string, Text>> = {
  'date-time': { en: 'a date and time, such as 2030-05-06T07:08:09Z', fr: 'une date et une heure, comme 2030-05-06T07:08:09Z' },
  date: { en: 'a date, such as 2030-05-06', fr: 'une date, comme 2030-05-06' },
  time: { en: 'a time, such as 07:08:09Z', fr: 'une heure, comme 07:08:09Z' },
  duration: { en: 'a duration, such as PT1H30M', fr: 'une durée, comme PT1H30M' },
  uri: { en: 'an address with its scheme', fr: 'une adresse avec son protocole' },
  'uri-reference': { en: 'an address, whole or relative', fr: 'une adresse, complète ou relative' },
  email: { en: 'an e-mail address', fr: 'une adresse électronique' },
  hostname: { en: 'the name of a host', fr: 'un nom d’hôte' },
  ip: { en: 'an IP address', fr: 'une adresse IP' },
  ipv4: { en: 'an IPv4 address', fr: 'une adresse IPv4' },
  ipv6: { en: 'an IPv6 address', fr: 'une adresse IPv6' },
  uuid: { en: 'a UUID', fr: 'un UUID' },
  'hex-color': { en: 'a colour, such as #0a5299', fr: 'une couleur, comme #0a5299' },
  int32: { en: 'of at most 32 bits', fr: 'de 32 bits au plus' },
  int64: { en: 'of at most 64 bits', fr: 'de 64 bits au plus' },
  float: { en: 'in single precision', fr: 'en simple précision' },
  double: { en: 'in double precision', fr: 'en double précision' },
  byte: { en: 'bytes in Base64', fr: 'des octets en Base64' },
  binary: { en: 'bytes', fr: 'des octets' },
  password: { en: 'a password', fr: 'un mot de passe' },
  regex: { en: 'a regular expression', fr: 'une expression régulière' },
  'text-field': { en: 'one line, without tags', fr: 'une ligne, sans balises' },
  'textarea-field': { en: 'without tags', fr: 'sans balises' },
};

/** A format in words; an unknown one by its name. */
export const formatWords = (format: string, language: Language): string =>
  (Object.hasOwn(FORMAT_WORDS, format) ? FORMAT_WORDS[format] : undefined)?.[language] ?? `${DOCUMENT_WORDS.format[language]} ${format}`;
