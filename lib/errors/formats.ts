import { explained, refusingParam } from './refusal';
import type { Samples } from './sample';

/** Codes of refusals of texts in a wrong format. */
export const FORMAT_CODES = explained({
  rest_invalid_date: {
    status: [400],
    title: { en: 'No date and time', fr: 'Date et heure non valides' },
    meaning: {
      en: 'A text is no date and time of RFC 3339, or names a day that does not exist.',
      fr: 'Un texte n’est pas une date et une heure selon la RFC 3339, ou désigne un jour qui n’existe pas.',
    },
    remedy: { en: 'Send one such as 2030-01-31T18:00:00Z.', fr: 'Envoyez-en une comme 2030-01-31T18:00:00Z.' },
  },
  rest_invalid_email: {
    status: [400],
    title: { en: 'No e-mail address', fr: 'Adresse électronique non valide' },
    meaning: { en: 'The value of a parameter is no e-mail address.', fr: 'La valeur d’un paramètre n’est pas une adresse électronique.' },
    remedy: { en: 'Send one such as name@example.org.', fr: 'Envoyez-en une comme nom@example.org.' },
  },
  rest_invalid_hex_color: {
    status: [400],
    title: { en: 'No colour', fr: 'Couleur non valide' },
    meaning: {
      en: 'The value of a parameter is no hexadecimal colour.',
      fr: 'La valeur d’un paramètre n’est pas une couleur hexadécimale.',
    },
    remedy: { en: 'Send one such as #a1b2c3.', fr: 'Envoyez-en une comme #a1b2c3.' },
  },
  rest_invalid_ip: {
    status: [400],
    title: { en: 'No IP address', fr: 'Adresse IP non valide' },
    meaning: { en: 'The value of a parameter is no IP address.', fr: 'La valeur d’un paramètre n’est pas une adresse IP.' },
    remedy: { en: 'Send an IPv4 or IPv6 address.', fr: 'Envoyez une adresse IPv4 ou IPv6.' },
  },
  rest_invalid_uuid: {
    status: [400],
    title: { en: 'No UUID', fr: 'UUID non valide' },
    meaning: { en: 'The value of a parameter is no UUID.', fr: 'La valeur d’un paramètre n’est pas un UUID.' },
    remedy: {
      en: 'Send 32 hexadecimal digits, with hyphens after the 8th, 12th, 16th and 20th.',
      fr: 'Envoyez 32 chiffres hexadécimaux, avec un trait d’union après le 8e, le 12e, le 16e et le 20e.',
    },
  },
  rest_invalid_format: {
    status: [400],
    title: { en: 'Wrong format', fr: 'Format incorrect' },
    meaning: {
      en: 'A text does not have the format that its parameter declares, such as “date” or “hostname”, or names a day that does not exist.',
      fr: 'Un texte n’a pas le format que déclare son paramètre, par exemple « date » ou « hostname », ou désigne un jour qui n’existe pas.',
    },
    remedy: {
      en: 'Send one like the example that the message gives.',
      fr: 'Envoyez-en un semblable à l’exemple que donne le message.',
    },
  },
});

const badParam = refusingParam(FORMAT_CODES);

/** Refusals of texts in a wrong format. */
export const formatErrors = {
  invalidDate: (name: string) =>
    badParam('rest_invalid_date', {
      en: `\`${name}\` must be a date and time such as 2030-01-31T18:00:00Z.`,
      fr: `\`${name}\` doit être une date et une heure, par exemple 2030-01-31T18:00:00Z.`,
    }),
  invalidEmail: (name: string) =>
    badParam('rest_invalid_email', {
      en: `\`${name}\` must be an e-mail address such as name@example.org.`,
      fr: `\`${name}\` doit être une adresse électronique, par exemple nom@example.org.`,
    }),
  invalidHexColor: (name: string) =>
    badParam('rest_invalid_hex_color', {
      en: `\`${name}\` must be a colour such as #a1b2c3.`,
      fr: `\`${name}\` doit être une couleur, par exemple #a1b2c3.`,
    }),
  invalidIp: (name: string) =>
    badParam('rest_invalid_ip', {
      en: `\`${name}\` must be an IPv4 or IPv6 address.`,
      fr: `\`${name}\` doit être une adresse IPv4 ou IPv6.`,
    }),
  invalidFormat: (name: string, format: string, sample: string) =>
    badParam('rest_invalid_format', {
      en: `\`${name}\` must be of the format ${format}, such as ${sample}.`,
      fr: `\`${name}\` doit être du format ${format}, par exemple ${sample}.`,
    }),
  invalidUuid: (name: string) => badParam('rest_invalid_uuid', { en: `\`${name}\` must be a UUID.`, fr: `\`${name}\` doit être un UUID.` }),
};

/** Arguments of the example refusals in documents. */
export const FORMAT_SAMPLES: Samples<typeof formatErrors> = { invalidFormat: [['day', 'date', '2030-01-31']] };
