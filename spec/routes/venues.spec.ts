import { playOn, type Scenario, type Step } from '../support/scenario';
import { openPromises } from '../support/stage';

const venue = (json: Readonly<Record<string, unknown>>, more?: Partial<Step>): Step => ({ path: '/venues', json, ...more });
const patch = (path: string, json: Readonly<Record<string, unknown>>, has: Readonly<Record<string, unknown>>): Step => ({
  as: 'editor',
  method: 'PATCH',
  path,
  json,
  status: 200,
  has,
});

/** The records of the searches. */
const RECORDS: Readonly<Record<string, Step>> = {
  park: venue({
    venue: 'Royal park',
    city: 'Saint-Étienne',
    description: `A zoo, 100% wild. ${Array.from({ length: 50 }, (_, place) => `w${place}`).join(' ')}`,
    date: '2029-01-01',
  }),
  hall: venue({ venue: 'Royal Hall', city: 'Lyon', address: '12 rue 日本会館', date: '2029-01-02' }),
};

describe('/venues and /organizers', () => {
  const { stage } = openPromises();
  before(() => stage().give(RECORDS));

  describe('POST and PATCH /venues: state, province and stateprovince', () => {
    const filled: readonly (readonly [sent: Readonly<Record<string, string>>, stateprovince: string | undefined])[] = [
      [{}, undefined],
      [{ province: 'Rhône' }, 'Rhône'],
      [{ state: 'Texas' }, 'Texas'],
      [{ state: 'Texas', province: 'Rhône' }, 'Texas'],
      [{ state: 'Texas', country: 'US' }, 'Texas'],
      [{ state: 'Texas', province: 'Rhône', country: 'United States' }, 'Texas'],
      [{ state: 'Texas', country: 'États-Unis' }, 'Texas'],
      [{ state: 'VD', country: 'Switzerland' }, undefined],
      [{ state: 'VD', province: 'Vaud', country: 'Switzerland' }, 'Vaud'],
      [{ stateprovince: 'Said', state: 'Texas', province: 'Rhône' }, 'Said'],
      [{ stateprovince: '', state: 'Texas' }, 'Texas'],
    ];
    playOn(stage, [
      ...filled.map(
        ([sent, stateprovince]): Scenario => ({
          title: `stateprovince is ${stateprovince ?? 'left out'} for ${JSON.stringify(sent)}`,
          as: 'editor',
          method: 'POST',
          ...venue({ venue: 'Place', ...sent }),
          status: 201,
          has: { ...sent, stateprovince },
        }),
      ),
      {
        title: 'stay when other fields change, until they are cleared',
        given: { one: venue({ venue: 'Said', province: 'Rhône', stateprovince: 'Said' }) },
        ...patch('/venues/{one}', { phone: '1' }, { stateprovince: 'Said' }),
        next: [
          patch('/venues/{one}', { province: '' }, { province: undefined, stateprovince: 'Said' }),
          patch('/venues/{one}', { stateprovince: '' }, { stateprovince: undefined }),
        ],
      },
      {
        title: 'state can be cleared beside a province, and stays so when written back',
        given: { two: venue({ venue: 'Cleared', province: 'Rhône' }) },
        ...patch('/venues/{two}', { stateprovince: '' }, { province: 'Rhône', stateprovince: undefined }),
        next: [patch('/venues/{two}', { venue: 'Cleared', province: 'Rhône' }, { stateprovince: undefined })],
      },
      {
        title: 'stateprovince follows a change of state or province',
        given: { three: venue({ venue: 'Moving', country: 'France', province: 'Rhône' }) },
        ...patch('/venues/{three}', { province: 'Ain' }, { stateprovince: 'Ain' }),
        next: [
          patch('/venues/{three}', { province: null }, { province: undefined, stateprovince: undefined }),
          patch('/venues/{three}', { country: 'US', state: 'Texas' }, { stateprovince: 'Texas' }),
          patch('/venues/{three}', { state: 'Ohio' }, { stateprovince: 'Ohio' }),
          patch('/venues/{three}', { province: 'Ontario' }, { stateprovince: 'Ontario' }),
          patch('/venues/{three}', { stateprovince: 'Ohio' }, { stateprovince: 'Ohio' }),
          patch('/venues/{three}', { state: '' }, { state: undefined, province: 'Ontario', stateprovince: 'Ontario' }),
          patch('/venues/{three}', { province: '', state: 'Ohio' }, { stateprovince: 'Ohio' }),
          patch('/venues/{three}', { state: 'Iowa', stateprovince: 'Said' }, { state: 'Iowa', stateprovince: 'Said' }),
        ],
      },
    ]);
  });

  describe('POST and PATCH /venues: show_map and show_map_link', () => {
    const switched = (text: string, on: boolean): Scenario => ({
      title: `are ${on ? 'true' : 'false'} given ${JSON.stringify(text)}`,
      as: 'editor',
      method: 'POST',
      ...venue({ venue: 'Map', show_map: text, show_map_link: text }),
      status: 201,
      has: { show_map: on, show_map_link: on },
    });
    playOn(stage, [
      ...['1', 'TRUE', 'yes', 'y', 'On', 'enable', 'enabled'].map((text) => switched(text, true)),
      ...['', '0', 'false', '2', ' 1'].map((text) => switched(text, false)),
    ]);
  });

  describe('POST and PATCH /venues and /organizers: texts', () => {
    playOn(stage, [
      {
        title: 'are reduced to one line',
        as: 'editor',
        method: 'POST',
        ...venue({ venue: 'Lines', address: ' 12,\r\n\tHigh  Street \n', city: 'a <i>b</i>' }),
        status: 201,
        has: { address: '12, High Street', city: 'a b' },
      },
      {
        title: 'website is empty for an empty text or `0`',
        as: 'editor',
        method: 'POST',
        ...venue({ venue: 'Offline', website: '0' }),
        status: 201,
        has: { website: undefined },
      },
      ...['{author}', ' {author} ', '{author}.0', '{author}e0'].map(
        (author): Scenario => ({
          title: `author is accepted as ${JSON.stringify(author)}`,
          as: 'editor',
          method: 'POST',
          ...venue({ venue: 'Authored', author }),
          status: 201,
          has: { author: '{author}' },
        }),
      ),
      {
        title: 'are reduced to one line on updates',
        given: { ann: { path: '/organizers', json: { organizer: 'Ann' } } },
        ...patch('/organizers/{ann}', { phone: '\n+33 1\n23  ' }, { phone: '+33 1 23' }),
      },
    ]);
  });

  describe('GET /venues and /organizers: search', () => {
    const finds = (search: string, ...lists: string[]): Scenario => ({
      title: `search=${JSON.stringify(search)} finds ${lists.join(', ') || 'nothing'}`,
      path: `/venues?search=${encodeURIComponent(search)}`,
      status: 200,
      lists,
      has: { total: lists.length },
    });
    playOn(stage, [
      finds('royal', 'hall', 'park'),
      finds('HALL royal', 'hall'),
      finds('hall, (royal)!', 'hall'),
      finds('royal lyon'),
      finds('zoo', 'park'),
      finds('12 rue', 'hall'),
      finds('rue-12'),
      finds('saint-étienne', 'park'),
      finds('etienne saint', 'park'),
      finds('日本', 'hall'),
      finds('日本 会館', 'hall'),
      finds('%', 'park'),
      finds('%%'),
      finds('_'),
      finds(' '),
      finds("'"),
      finds(`${'royal '.repeat(50)}hall`, 'hall'),
      finds(Array.from({ length: 50 }, (_, place) => `w${place}`).join(' '), 'park'),
    ]);
  });
});
