import type { PostRecord } from './post-record';
import { readableTo } from './posts/sight';
import type { Services, User } from './services';
import { EVERY_MEMBER, type Naming, shownMembers } from './shown-members';

/** What records of a kind are called that a reader is shown for some of them, by the IDs that they are named by; those are left out that nobody is shown. */
export async function shownNames(
  services: Services,
  plural: string,
  { ids, language }: Required<Naming>,
  user: User | undefined,
): Promise<ReadonlyMap<number, string>> {
  const { kinds, site } = services;
  const namings = ids.map((id) => ({ ids: [id], language }));
  const titled = services.postLikes.get(plural)?.titled ?? 'name';
  const shown = services.termLikes.has(plural)
    ? await shownMembers(kinds.terms(plural), namings, EVERY_MEMBER, site.served)
    : await shownMembers(kinds.posts<PostRecord>(plural), namings, readableTo(user, plural), site.served);
  return new Map(
    ids.flatMap((id, place) => {
      const [record] = shown[place] ?? [];
      return record === undefined ? [] : [[id, String((record as unknown as Readonly<Record<string, unknown>>)[titled])] as const];
    }),
  );
}
