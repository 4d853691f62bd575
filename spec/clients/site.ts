import { openStage, type Stage, type Step } from '../support/scenario';

/** The first day with an event. Lists from this day on show every event. */
export const FIRST_DAY = '2030-03-01';

export const EVENTS = 23;

/** A service with a sample calendar for clients of the CMS. */
export interface Site extends Stage {
  /** The address of a language root, with a slash at the end. */
  root(language: 'en' | 'fr'): string;
  /** The login and application password of the administrator. */
  readonly account: { readonly username: string; readonly password: string };
  /** The ID of the record that was created under a name such as `event7`. */
  id(name: string): number;
  /** The IDs of the created records of a kind, in the order of creation. */
  made(kind: 'event' | 'venue' | 'organizer' | 'category' | 'tag'): number[];
}

const two = (number: number): string => String(number).padStart(2, '0');
const FIVE = [1, 2, 3, 4, 5];

const five = (kind: string, path: string, json: (number: number) => object): Record<string, Step> =>
  Object.fromEntries(FIVE.map((number) => [`${kind}${number}`, { path, json: json(number) }]));

/** Events in 2030 with all possible fields. Groups of three begin at the same time. */
const events: Record<string, Step> = Object.fromEntries(
  Array.from({ length: EVENTS }, (_, index) => [
    `event${index + 1}`,
    {
      path: '/events',
      json: {
        title: `Song & “wine” ${two(index + 1)}`,
        description: 'An evening of songs.',
        start_date: `2030-03-${two(Math.floor(index / 3) + 2)} 19:00`,
        end_date: `2030-03-${two(Math.floor(index / 3) + 2)} 22:00`,
        timezone: 'Europe/Paris',
        cost: '$10 – $20',
        website: 'https://songs.example/?a=1&b=2',
        image: `https://images.example/${index + 1}.jpg`,
        venue: `{venue${(index % 5) + 1}}`,
        organizer: [`{organizer${(index % 5) + 1}}`, '{organizer5}'],
        categories: [`{category${(index % 4) + 1}}`, '{category5}'],
        tags: [`{tag${(index % 5) + 1}}`],
      },
    },
  ]),
);

/** Starts the service with the events and five records of each other kind. */
export async function openSite(): Promise<Site> {
  const stage = await openStage();
  await stage.give({
    ...five('venue', '/venues', (number) => ({ venue: `Hall ${number}`, city: 'Lyon', website: 'https://hall.example/' })),
    ...five('organizer', '/organizers', (number) => ({ organizer: `Society ${number}`, email: 'ask@society.example' })),
    ...five('category', '/categories', (number) => ({ name: `Été n° ${number}` })),
    ...five('tag', '/tags', (number) => ({ name: `Loud ${number}` })),
    ...events,
  });
  return {
    ...stage,
    root: (language) => `${stage.address}/${language}/`,
    account: { username: 'admin', password: stage.password('admin') },
    id(name) {
      const id = stage.names[name];
      if (id === undefined) throw new Error(`${name} was not made`);
      return id;
    },
    made: (kind) => Object.entries(stage.names).flatMap(([name, id]) => (new RegExp(`^${kind}\\d+$`).test(name) ? [id] : [])),
  };
}
