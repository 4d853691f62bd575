import type { Language } from '../language';
import type { PostRecord } from './post-record';
import { readableTo } from './posts/sight';
import type { Services, User } from './services';
import { EVERY_MEMBER, type Naming, shownMembers } from './shown-members';

/** A record that is shown for one that is named: its own ID, what it is called, and in which language. */
export interface ShownName {
  readonly id: number;
  readonly name: string;
  readonly language: Language;
}

/** The records of a kind that a reader is shown for some of them, by the IDs that these are named by; those are left out that nobody is shown. */
export async function shownNames(
  services: Services,
  plural: string,
  { ids, language }: Required<Naming>,
  user: User | undefined,
): Promise<ReadonlyMap<number, ShownName>> {
  const { kinds, site } = services;
  const namings = ids.map((id) => ({ ids: [id], language }));
  const titled = services.postLikes.get(plural)?.titled ?? 'name';
  const shown = services.termLikes.has(plural)
    ? await shownMembers(kinds.terms(plural), namings, EVERY_MEMBER, site.served)
    : await shownMembers(kinds.posts<PostRecord>(plural), namings, readableTo(user, plural), site.served);
  return new Map(
    ids.flatMap((id, place) => {
      const [record] = shown[place] ?? [];
      if (record === undefined) return [];
      const name = String((record as unknown as Readonly<Record<string, unknown>>)[titled]);
      return [[id, { id: record._id, name, language: record.language }] as const];
    }),
  );
}
