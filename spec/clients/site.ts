import { openStage, type Stage, type Step } from '../support/scenario';

/** The day before which nothing happens here: lists that begin then show every event. */
export const FIRST_DAY = '2030-03-01';

/** How many events a site has. */
export const EVENTS = 23;

/** A service with a calendar that clients of the CMS visit. */
export interface Site extends Stage {
  /** The address of a language root, with the slash that clients want. */
  root(language: 'en' | 'fr'): string;
  /** Login and application password of the administrator. */
  readonly account: { readonly username: string; readonly password: string };
  /** The ID of the record that was made under a name, e.g. `event7`. */
  id(name: string): number;
  /** The IDs of the records of a kind that were made here, in the order of making. */
  made(kind: 'event' | 'venue' | 'organizer' | 'category' | 'tag'): number[];
}

const two = (number: number): string => String(number).padStart(2, '0');
const FIVE = [1, 2, 3, 4, 5];

const five = (kind: string, path: string, json: (number: number) => object): Record<string, Step> =>
  Object.fromEntries(FIVE.map((number) => [`${kind}${number}`, { path, json: json(number) }]));

/** Events of 2030, three of which begin at a time, with everything that an event can have. */
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

/** Starts the service of these specs, with five records of each kind beside the events. */
export async function openSite(): Promise<Site> {
  const stage = await openStage();
  await stage.give({
    ...five('venue', '/venues', (number) => ({ venue: `Hall ${number}`, city: 'Lyon', website: 'https://hall.example/' })),
    ...five('organizer', '/organizers', (number) => ({ organizer: `Society ${number}`, email: 'ask@society.example' })),
    ...five('category', '/categories', (number) => ({ name: `Été n° ${number}` })),
    ...five('tag', '/tags', (number) => ({ name: `Loud ${number}` })),
    ...events,
  });
  const [username = '', password = ''] = Buffer.from(stage.authorization('admin').slice('Basic '.length), 'base64').toString().split(':');
  return {
    ...stage,
    root: (language) => `${stage.address}/${language}/`,
    account: { username, password },
    id(name) {
      const id = stage.names[name];
      if (id === undefined) throw new Error(`${name} was not made`);
      return id;
    },
    made: (kind) => Object.entries(stage.names).flatMap(([name, id]) => (new RegExp(`^${kind}\\d+$`).test(name) ? [id] : [])),
  };
}
