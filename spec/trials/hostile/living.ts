/** A placeholder for an existing record, replaced when the request is sent. `nth` counts modulo the number of records. */
export interface RecordPlaceholder {
  readonly living: string;
  readonly nth: number;
  readonly as: 'id' | 'slug' | 'page';
}

export interface ExistingRecord {
  readonly id: number;
  readonly slug: string;
  readonly page: string;
}

export type Population = Readonly<Record<string, readonly ExistingRecord[]>>;

const isPlaceholder = (value: object): value is RecordPlaceholder => 'living' in value && 'nth' in value;

const resolve = ({ living, nth, as }: RecordPlaceholder, population: Population): number | string => {
  const records = population[living] ?? [];
  return records[nth % Math.max(1, records.length)]?.[as] ?? (as === 'id' ? 1 : 'none');
};

/** Replaces placeholders in a value by IDs, slugs and paths. */
export const resolvePlaceholders = (value: unknown, population: Population): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  if (isPlaceholder(value)) return resolve(value, population);
  if (Array.isArray(value)) return value.map((member) => resolvePlaceholders(member, population));
  // `Object.fromEntries` keeps a member named `__proto__` as a plain member.
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, resolvePlaceholders(member, population)]));
};
