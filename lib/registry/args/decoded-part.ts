/** Decodes a part of an address. An undecodable part stays as it is. */
export const decodedPart = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};
