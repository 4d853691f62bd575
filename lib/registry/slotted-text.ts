import { createHash, randomBytes } from 'node:crypto';

const chance = (): string => randomBytes(12).toString('hex');

/** A host that nobody can name, so that nothing that was sent is taken for it. */
const HOST = `${chance()}.slot`;
const SCHEME = 'http://';
const ADDRESS = `${SCHEME}${HOST}`;
/** A word that nobody can know, for the same reason. */
const VALUE = chance();

/** The address of a language root as it stands in what is kept: in the place of the address of the service, which each request brings along, is a slot. */
export const slotted = (baseUrl: string): string => `${ADDRESS}${baseUrl.slice(baseUrl.lastIndexOf('/'))}`;

/** What stands in the place of a value that changes more often than all the rest: as JSON, a slot for what has this name, without quotation marks in it. */
export const valueSlot = (name: string): string => `${VALUE} ${name}`;

/** What belongs into a slot: the address of the service, its host alone, or, from here on, one of the values. */
const WHAT = { address: 0, host: 1, value: 2 } as const;

/** A text without what belongs into its slots, in UTF-8. */
interface Slotted {
  readonly bytes: Buffer;
  /** Its slots, two numbers for each: where it is, in bytes, and what belongs there. */
  readonly slots: Uint32Array;
}

/** A text as it is sent, but for the address of the service. */
export interface SlottedText extends Slotted {
  /** The same in every process. */
  readonly digest: string;
}

/** A part of a text, with the values for its slots, or, of what is kept, their names. */
export interface SlottedPart extends Slotted {
  readonly values: readonly string[];
}

const SLOT = new RegExp(`(${SCHEME})?${HOST}|"${VALUE} ([^"]+)"`, 'g');

/** Finds the slots of a text, and the names of the values that belong there. */
export const findSlots = (text: string): SlottedPart => {
  const pieces: Buffer[] = [];
  const slots: number[] = [];
  const values: string[] = [];
  let length = 0;
  let from = 0;
  const take = (to: number): void => {
    const piece = Buffer.from(text.slice(from, to));
    pieces.push(piece);
    length += piece.length;
  };
  for (const { 0: slot, 1: scheme, 2: value, index } of text.matchAll(SLOT)) {
    take(index);
    from = index + slot.length;
    slots.push(length, value === undefined ? (scheme === undefined ? WHAT.host : WHAT.address) : WHAT.value + values.length);
    // Characters of its own: as a part of the text it would keep all of that.
    if (value !== undefined) values.push(Buffer.from(value).toString());
  }
  take(text.length);
  // Bytes of its own: small Buffers are otherwise parts of larger ones, which they would keep.
  const bytes = Buffer.allocUnsafeSlow(length);
  let at = 0;
  for (const piece of pieces) at += piece.copy(bytes, at);
  return { bytes, slots: Uint32Array.from(slots), values };
};

/** Puts parts together to one text, and values into their slots. */
export const joinSlotted = (parts: readonly SlottedPart[]): SlottedText => {
  const all = parts.map((part) => ({ ...part, written: part.values.map((value) => Buffer.from(value)) }));
  const size = all.reduce((sum, { bytes, written }) => sum + written.reduce((more, { length }) => more + length, bytes.length), 0);
  const joined = Buffer.allocUnsafeSlow(size);
  const found: number[] = [];
  let at = 0;
  for (const { bytes, slots, written } of all) {
    let from = 0;
    for (let place = 0; place < slots.length; place += 2) {
      const offset = slots[place] ?? 0;
      const what = slots[place + 1] ?? 0;
      if (what < WHAT.value) {
        found.push(at + offset - from, what);
        continue;
      }
      at += bytes.copy(joined, at, from, offset);
      from = offset;
      at += written[what - WHAT.value]?.copy(joined, at) ?? 0;
    }
    at += bytes.copy(joined, at, from);
  }
  const slots = Uint32Array.from(found);
  return { bytes: joined, slots, digest: createHash('sha1').update(joined).update(slots).digest('base64url') };
};

const filledWith = ({ bytes, slots }: Slotted, fillings: readonly [address: Buffer, host: Buffer]): Buffer => {
  const fillingAt = (place: number): Buffer => fillings[(slots[place + 1] ?? 0) as 0 | 1];
  let length = bytes.length;
  for (let place = 0; place < slots.length; place += 2) length += fillingAt(place).length;
  const filled = Buffer.allocUnsafe(length);
  let from = 0;
  let at = 0;
  for (let place = 0; place < slots.length; place += 2) {
    const to = slots[place] ?? 0;
    at += bytes.copy(filled, at, from, to);
    at += fillingAt(place).copy(filled, at);
    from = to;
  }
  bytes.copy(filled, at, from);
  return filled;
};

/** Puts the address of the service into the slots of a text, or its host where that stands alone. */
export const fillSlots = (text: SlottedText, serviceUrl: string): Buffer =>
  filledWith(text, [Buffer.from(serviceUrl), Buffer.from(new URL(serviceUrl).host)]);

/** The text that parts are made of, with its slots in words again. */
export const textOfParts = (parts: readonly SlottedPart[]): string =>
  filledWith(joinSlotted(parts), [Buffer.from(ADDRESS), Buffer.from(HOST)]).toString();

/** A text with nothing in its slots. */
export const withoutSlots = (text: string): string => text.replaceAll(HOST, '');

/** Characters of a header of links: longer ones stand in the body alone, as clients bound the length of headers. */
export const LONGEST_LINK = 4096;

/** Fills the slots of a short text, such as a header. */
export const fillText = (text: string, serviceUrl: string): string =>
  text.includes(HOST) ? text.replaceAll(ADDRESS, serviceUrl).replaceAll(HOST, new URL(serviceUrl).host) : text;
