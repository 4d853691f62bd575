const PROTOTYPES = { 'Object.prototype': Object.prototype, 'Array.prototype': Array.prototype };

/** Members that were removed, by their names (`Object.prototype.polluted`), and the function that had added them, where it is known. */
export interface Removed {
  readonly names: readonly string[];
  readonly by: object;
}

let removed: Removed[] = [];

/**
 * Removes what somebody has added to the prototypes that all objects and lists share: everybody would take it for a header, a label or an option of
 * every object. What loops do not see stays, as libraries extend prototypes so.
 */
export const removeInherited = (by: object = {}): void => {
  const names = Object.entries(PROTOTYPES).flatMap(([owner, prototype]) =>
    Object.keys(prototype).flatMap((name) => (Reflect.deleteProperty(prototype, name) ? [`${owner}.${name}`] : [])),
  );
  if (names.length > 0) removed.push({ names, by });
};

/** Tells the log what was removed since the last time. */
export const reportRemoved = (log: { warn(fields: object, message: string): void }): void => {
  if (removed.length === 0) return;
  const all = removed;
  removed = [];
  for (const { names, by } of all)
    log.warn(
      { names, ...by },
      `a plugin added ${names.join(', ')}, which every object would inherit: that was removed. Define it on objects of your own.`,
    );
};
