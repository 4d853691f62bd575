import { createHash, randomBytes } from 'node:crypto';

/** A host that nobody can name, so that nothing that was sent is taken for it. */
const HOST = `${randomBytes(12).toString('hex')}.slot`;
const ADDRESS = `http://${HOST}`;

/** The address of a language root as it stands in what is kept: in the place of the address of the service, which each request brings along, is a slot. */
export const slotted = (baseUrl: string): string => `${ADDRESS}${baseUrl.slice(baseUrl.lastIndexOf('/'))}`;

/** A text without what belongs into its slots, in UTF-8. */
export interface SlottedText {
  readonly bytes: Buffer;
  /** Where its slots are, twice the offset in bytes: and one more for the host alone. */
  readonly slots: Uint32Array;
  /** The same in every process. */
  readonly digest: string;
}

/** Finds the slots of a text. */
export const findSlots = (text: string): SlottedText => {
  const parts = text.split(HOST);
  const slots = new Uint32Array(parts.length - 1);
  const scheme = ADDRESS.slice(0, -HOST.length);
  let at = 0;
  const pieces = parts.map((part, place) => {
    const isAddress = place < slots.length && part.endsWith(scheme);
    const bytes = Buffer.from(isAddress ? part.slice(0, -scheme.length) : part);
    at += bytes.length;
    if (place < slots.length) slots[place] = at * 2 + (isAddress ? 0 : 1);
    return bytes;
  });
  // Bytes of its own: small Buffers are otherwise parts of larger ones, which they would keep.
  const bytes = Buffer.allocUnsafeSlow(at);
  let place = 0;
  for (const piece of pieces) place += piece.copy(bytes, place);
  return { bytes, slots, digest: createHash('sha1').update(bytes).update(slots).digest('base64url') };
};

/** Puts the address of the service into the slots of a text, or its host where that stands alone. */
export const fillSlots = ({ bytes, slots }: SlottedText, serviceUrl: string): Buffer => {
  const fillings = [Buffer.from(serviceUrl), Buffer.from(new URL(serviceUrl).host)] as const;
  const filling = (slot: number): Buffer => fillings[(slot & 1) as 0 | 1];
  const filled = Buffer.allocUnsafe(slots.reduce((length, slot) => length + filling(slot).length, bytes.length));
  let from = 0;
  let at = 0;
  for (const slot of slots) {
    const to = slot >>> 1;
    at += bytes.copy(filled, at, from, to);
    at += filling(slot).copy(filled, at);
    from = to;
  }
  bytes.copy(filled, at, from);
  return filled;
};

/** A text with nothing in its slots. */
export const withoutSlots = (text: string): string => text.replaceAll(HOST, '');

/** Characters of a header of links: longer ones stand in the body alone, as clients bound the length of headers. */
export const LONGEST_LINK = 4096;

/** Fills the slots of a short text, such as a header. */
export const fillText = (text: string, serviceUrl: string): string =>
  text.includes(HOST) ? text.replaceAll(ADDRESS, serviceUrl).replaceAll(HOST, new URL(serviceUrl).host) : text;
