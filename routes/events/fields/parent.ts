import { canRead } from '../../../lib/access';
import {
  idOrNone,
  linkedMembers,
  lockPost,
  type OwnField,
  ownedBy,
  type PostRecord,
  readableTo,
  type Services,
  servedRecord,
  type View,
  type WriteContext,
} from '../../../lib/content';
import { invalidParam } from '../../../lib/errors';

/** A stored event with the ID of its parent event; 0 for none. */
type Child = PostRecord & { readonly parent: number };

const NO_PARENT = {
  en: 'Send the ID of an event that is neither this one nor below it.',
  fr: 'Envoyez l’identifiant d’un évènement qui n’est ni celui-ci ni l’un de ses descendants.',
};

/** Makes the field of an event's parent event: its ID, or 0 for none. */
export const parent = (services: Services) => {
  const posts = () => services.kinds.posts<Child>('events');
  return {
    ...idOrNone({ en: 'Send the ID of an event, or 0 for none.', fr: 'Envoyez l’identifiant d’un évènement, ou 0 pour aucun.' }),
    as: 'parent',
    empty: 0,
    hidden: undefined,
    shared: true,
    names: 'events',
    noCircle: NO_PARENT,
    nulled: 'refused',
    async write(sent: unknown, { current: stored, user, session }: WriteContext<PostRecord>, name: string): Promise<number> {
      const current = stored as Child | undefined;
      const id = sent as number;
      if (id === 0 || id === current?.parent) return id;
      await lockPost(services, id, session);
      const named = servedRecord(await posts().byId(id, session), services.site);
      if (!named || !canRead(user, 'events', ownedBy(named))) throw invalidParam(name, NO_PARENT);
      return id;
    },
    async read(records: readonly PostRecord[], view: View) {
      const { user } = view;
      // A parent in the trash is shown to users who may read it there.
      const fallbackVisible = (event: PostRecord) =>
        servedRecord(event, services.site) !== undefined && canRead(user, 'events', ownedBy(event));
      const shown = await linkedMembers(records, {
        records: posts(),
        visibility: { ...readableTo(user, 'events'), fallbackVisible },
        served: services.site.served,
        idsOf: (record) => [(record as Child).parent].filter((id) => id > 0),
      });
      return shown.map(([event]) => event?._id);
    },
    answers: {
      type: 'integer',
      description: { en: 'The ID of the parent event, if it may be seen', fr: 'L’identifiant de l’évènement parent, s’il est visible' },
    },
    description: {
      en: 'The ID of the parent event; 0 for none. It may be neither the event itself nor one below it',
      fr: 'L’identifiant de l’évènement parent ; 0 pour aucun. Ce ne peut être ni l’évènement lui-même ni l’un de ses descendants',
    },
  } as const satisfies OwnField;
};
