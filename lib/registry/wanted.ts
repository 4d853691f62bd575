/** The members of an answer that `_fields` asks for, by their names; `true` is all of a member. */
export type WantedMembers = ReadonlyMap<string, WantedMembers | true>;

const NOTHING: WantedMembers = new Map();

/** What of a member is asked for; undefined: all of it. */
export const wantedWithin = (wanted: WantedMembers | undefined, name: string): WantedMembers | undefined => {
  if (wanted === undefined) return undefined;
  const inner = wanted.get(name) ?? NOTHING;
  return inner === true ? undefined : inner;
};

/** True for a member that is asked for, or of which something is. */
export const isWanted = (wanted: WantedMembers | undefined, name: string): boolean => wanted === undefined || wanted.has(name);
