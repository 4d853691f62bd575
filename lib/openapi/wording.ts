import type { Language, Text } from '../language';
import { type Asker, isUpdate, type Method, type Route, type RouteEndpoint } from '../registry';

const VERBS = {
  GET: { en: 'Read', fr: 'Lire' },
  POST: { en: 'Add to', fr: 'Ajouter à' },
  DELETE: { en: 'Delete', fr: 'Supprimer' },
  update: { en: 'Update', fr: 'Modifier' },
} as const satisfies Record<string, Text>;

const TEXTS = {
  alike: {
    en: 'POST, PUT and PATCH are the same operation, and no default is applied.',
    fr: 'POST, PUT et PATCH sont la même opération, et aucune valeur par défaut n’est appliquée.',
  },
  everybody: { en: 'Open to everybody.', fr: 'Ouvert à tous.' },
  decided: {
    en: 'Who may do this depends on the user and on what the address names.',
    fr: 'Le droit de le faire dépend de l’utilisateur et de ce que désigne l’adresse.',
  },
} as const satisfies Record<string, Text>;

/** The summary of an operation: that of its endpoint, else its verb and path, e.g. “Read /hours/{day}”. */
export const summaryOf = <U extends Asker>(route: Route<U>, endpoint: RouteEndpoint<U>, method: Method): Text => {
  if (endpoint.summary !== undefined) return endpoint.summary;
  const verb = VERBS[isUpdate(endpoint) || method === 'PUT' || method === 'PATCH' ? 'update' : method];
  const path = route.path === '' ? '/' : route.path;
  return { en: `${verb.en} ${path}`, fr: `${verb.fr} ${path}` };
};

const access = <U extends Asker>({ permission }: RouteEndpoint<U>): Text => {
  if (permission === 'public') return TEXTS.everybody;
  if (typeof permission === 'function') return TEXTS.decided;
  return { en: `Needs the capability \`${String(permission)}\`.`, fr: `Demande le droit \`${String(permission)}\`.` };
};

/** The description of an operation in Markdown: that of its endpoint, and its users. */
export const descriptionOf = <U extends Asker>(endpoint: RouteEndpoint<U>, language: Language): string =>
  [endpoint.description, isUpdate(endpoint) ? TEXTS.alike : undefined, access(endpoint)]
    .flatMap((text) => text?.[language] ?? [])
    .join('\n\n');
