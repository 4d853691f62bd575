const PROTOTYPES = { 'Object.prototype': Object.prototype, 'Array.prototype': Array.prototype };

/** Removed members by name (`Object.prototype.polluted`), and the function that had added them, if known. */
export interface Removed {
  readonly names: readonly string[];
  readonly by: object;
}

let removed: Removed[] = [];

/**
 * Removes members that were added to the prototypes of objects and lists. Each object would seem to have them.
 * Members that loops do not see stay, as libraries extend prototypes in this way.
 */
export const removeInherited = (by: object = {}): void => {
  const names = Object.entries(PROTOTYPES).flatMap(([owner, prototype]) =>
    Object.keys(prototype).flatMap((name) => (Reflect.deleteProperty(prototype, name) ? [`${owner}.${name}`] : [])),
  );
  if (names.length > 0) removed.push({ names, by });
};

/** Logs the members that were removed since the last call. */
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
