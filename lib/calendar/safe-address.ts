const SCHEMES = new Set('http https ftp ftps mailto news tel sms fax xmpp webcal feed irc ircs urn'.split(' '));

// What browsers read in an address before its first '/', '?' or '#': entities decoded, with or without ';', blanks and controls dropped.
const decode = (text: string): string =>
  text
    .replace(/&#(?:x([0-9a-f]{1,8})|(\d{1,8}));?/gi, (_, hex?: string, decimal?: string) => {
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
    })
    .replace(/&colon;/gi, ':')
    .replace(/&(?:tab|newline);/gi, '')
    .replace(/[\s\p{C}]/gu, '');

const SCHEME = /^([^/?#:]*):/;

/**
 * Takes the schemes off an address that are not safe to follow: `javascript:alert(1)` is left as `alert(1)`.
 * In a list (`srcset`) every address is looked at. A safe address is answered as it is.
 */
export const safeAddress = (address: string): string => {
  const schemes = address.split(/,\s/).map((part) => SCHEME.exec(decode(part))?.[1]?.toLowerCase());
  if (schemes.every((scheme) => scheme === undefined || SCHEMES.has(scheme))) return address;
  let rest = decode(address.slice(0, 8192));
  for (let match = SCHEME.exec(rest); match && !SCHEMES.has(match[1]?.toLowerCase() ?? ''); match = SCHEME.exec(rest)) {
    rest = rest.slice(match[0].length);
  }
  return rest.replace(/[<>"'&]/g, '');
};
