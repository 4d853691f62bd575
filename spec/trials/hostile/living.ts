/** Stands in a plan for a record that lives when the request is sent: the `nth` of its plural, counted round. */
export interface Living {
  readonly living: string;
  readonly nth: number;
  readonly as: 'id' | 'slug' | 'page';
}

/** What is known of a record that lives. */
export interface Known {
  readonly id: number;
  readonly slug: string;
  /** The path of its page. */
  readonly page: string;
}

/** The records that live, by plural. */
export type Population = Readonly<Record<string, readonly Known[]>>;

const isLiving = (value: object): value is Living => 'living' in value && 'nth' in value;

const found = ({ living, nth, as }: Living, population: Population): number | string => {
  const records = population[living] ?? [];
  return records[nth % Math.max(1, records.length)]?.[as] ?? (as === 'id' ? 1 : 'none');
};

/** The same value with IDs, slugs and paths in the place of what stands for records. */
export const settled = (value: unknown, population: Population): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  if (isLiving(value)) return found(value, population);
  if (Array.isArray(value)) return value.map((member) => settled(member, population));
  // A member named `__proto__` stays a member.
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, settled(member, population)]));
};
