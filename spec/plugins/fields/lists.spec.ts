import { expect } from 'chai';
import type { Answer } from '../../support/service';
import { openPromises } from '../../support/stage';
import { shop } from '../shop';

const STOCK = {
  Alpha: {
    code: 'été',
    price: 10,
    seats: 2,
    state: 'sold out',
    perks: ['drink', 'food'],
    rows: [1, 2],
    vip: true,
    opens: '2030-06-01T10:00:00Z',
  },
  Beta: { code: 'Zoo', price: 2.5, refundable: false, printed: true, perks: ['Old Town'], rows: [2] },
  Gamma: { code: 'zebra', price: 10, seats: 2, state: 'later', vip: false, opens: '2030-05-01T10:00:00Z' },
  Delta: { code: 'Étang', seats: 0, refundable: false, perks: [], rows: [] },
  Epsilon: { code: 'a, b', price: 100, printed: true, perks: ['food, hot'] },
} as const;
type Title = keyof typeof STOCK;
const ALL = Object.keys(STOCK) as Title[];

const FILTERS: readonly (readonly [string, readonly Title[]])[] = [
  ['code=Zoo', ['Beta']],
  ['code=zoo', []],
  ['code=Zoo,zebra', ['Beta', 'Gamma']],
  ['code[]=a, b', ['Epsilon']],
  ['code[]=a, b&code[]=Zoo', ['Beta', 'Epsilon']],
  ['price=10', ['Alpha', 'Gamma']],
  ['seats=2', ['Alpha', 'Gamma']],
  ['seats=1', ['Beta', 'Epsilon']],
  ['state=on sale', ['Beta', 'Delta', 'Epsilon']],
  ['state=sold out,later', ['Alpha', 'Gamma']],
  ['refundable=true', ['Alpha', 'Gamma', 'Epsilon']],
  ['refundable=0', ['Beta', 'Delta']],
  ['printed=true', ['Beta', 'Epsilon']],
  ['printed=false', ['Alpha', 'Gamma', 'Delta']],
  ['vip=true', ['Alpha']],
  ['vip=false', ['Beta', 'Gamma', 'Delta', 'Epsilon']],
  ['perks=drink', ['Alpha']],
  ['perks=Old Town', ['Beta']],
  ['perks=entry', ['Gamma']],
  ['perks[]=food, hot', ['Epsilon']],
  ['rows=1', ['Alpha']],
  ['rows=1,2', ['Alpha', 'Beta']],
  ['opens=2030-06-01T10:00:00Z', ['Alpha']],
  ['cheap=10', ['Beta']],
  ['between[from]=2&between[to]=10', ['Alpha', 'Beta', 'Gamma']],
  ['cheap=11&seats=2', ['Alpha', 'Gamma']],
  ['price=10&state=later&vip=false&perks=entry', ['Gamma']],
  ['price=10&refundable=false', []],
  ['search=etang', ['Delta']],
  ['search=food', ['Alpha', 'Epsilon']],
  ['search=food&printed=true', ['Epsilon']],
  ['search=alpha drink', ['Alpha']],
  ['search=drink -ete', []],
];

/** Orders, each with the titles in that order. Ties follow the order of the IDs. */
const ORDERS: readonly (readonly [string, readonly Title[]])[] = [
  ['', ['Epsilon', 'Delta', 'Gamma', 'Beta', 'Alpha']],
  ['order=asc', ['Alpha', 'Beta', 'Gamma', 'Delta', 'Epsilon']],
  ['orderby=title&order=desc', ['Gamma', 'Epsilon', 'Delta', 'Beta', 'Alpha']],
  ['orderby=code', ['Epsilon', 'Delta', 'Alpha', 'Gamma', 'Beta']],
  ['orderby=code&order=desc', ['Beta', 'Gamma', 'Alpha', 'Delta', 'Epsilon']],
  ['orderby=price', ['Delta', 'Beta', 'Alpha', 'Gamma', 'Epsilon']],
  ['orderby=price&order=desc', ['Epsilon', 'Gamma', 'Alpha', 'Beta', 'Delta']],
  ['orderby=refundable', ['Beta', 'Delta', 'Alpha', 'Gamma', 'Epsilon']],
  ['orderby=opens', ['Beta', 'Delta', 'Epsilon', 'Gamma', 'Alpha']],
  ['orderby=price&printed=true', ['Beta', 'Epsilon']],
  ['orderby=seats&order=desc&price=10', ['Gamma', 'Alpha']],
  ['orderby=code&search=food', ['Epsilon', 'Alpha']],
];

const REFUSED: readonly (readonly [string, string])[] = [
  ['code=', 'code'],
  ['price=much', 'price'],
  ['seats=1.5', 'seats'],
  ['state=gone', 'state'],
  ['refundable=perhaps', 'refundable'],
  ['perks[a][b]=c', 'perks'],
  ['opens=soon', 'opens'],
  ['cheap=a', 'cheap'],
  ['orderby=note', 'orderby'],
  ['orderby=password', 'orderby'],
  ['orderby=constructor', 'orderby'],
  ['orderby=price&order=up', 'order'],
  ['event=9999', 'event'],
  ['genres=unknown', 'genres'],
];

describe('registerPostLike: list with filter, sort and search', () => {
  const { stage } = openPromises({}, [shop]);
  const ids = new Map<number, Title>();
  const encoded = (query: string) => query.replaceAll(' ', '%20').replaceAll('é', '%C3%A9');

  before(async () => {
    for (const title of ALL) {
      const { body } = await stage().step({
        as: 'editor',
        method: 'POST',
        path: '/tickets',
        json: { title, ...STOCK[title] },
        status: 201,
      });
      ids.set(body.id, title);
    }
    for (const json of [{ status: 'draft' }, { status: 'private' }])
      await stage().ask('POST', '/tickets', { as: 'author', json: { title: 'Hidden', code: 'Zoo', price: 10, ...json } });
    await stage().ask('POST', '/tickets', { as: 'editor', language: 'fr', json: { title: 'Autre', code: 'Zoo', price: 10 } });
  });

  const titles = ({ body }: Answer): Title[] => body.tickets.map(({ id }: { id: number }) => ids.get(id) ?? 'another');
  const get = (query: string) => stage().step({ path: `/tickets?${encoded(query)}` });

  for (const [query, expected] of FILTERS) {
    it(`filters by ${query} in any order, with the right total, and repeats it in links`, async () => {
      const answer = await get(query);
      expect(titles(answer)).to.have.members(expected);
      expect(answer.body.total).to.equal(expected.length);
      expect(titles(await get(`${query}&orderby=price`))).to.have.members(expected);
      const again = await stage().ask('GET', answer.body.rest_url.replace(stage().address, '/'));
      expect(titles(again), answer.body.rest_url).to.deep.equal(titles(answer));
    });
  }

  for (const [query, expected] of ORDERS) {
    it(`sorts by ${query || 'date'}, page by page`, async () => {
      expect(titles(await get(query))).to.deep.equal(expected);
      const pages: Title[] = [];
      let next: string | undefined = `//en/cal/events/v1/tickets?per_page=2&${encoded(query)}`;
      while (next !== undefined) {
        const answer: Answer = await stage().ask('GET', next);
        pages.push(...titles(answer));
        next = answer.body.next_rest_url?.replace(stage().address, '/');
        expect(pages.length).to.be.at.most(expected.length);
      }
      expect(pages).to.deep.equal(expected);
    });
  }

  it('refuses wrong values in both languages (400), and names the parameter', async () => {
    for (const [query, name] of REFUSED) {
      const [en, fr] = await Promise.all((['en', 'fr'] as const).map((language) => stage().ask('GET', `/tickets?${query}`, { language })));
      expect([en?.status, Object.keys(en?.body.data.params ?? {})], en?.text).to.deep.equal([400, [name]]);
      expect(fr?.body.data.params[name]).to.be.a('string').not.equal(en?.body.data.params[name]);
    }
  });

  it('?status lists what the role may see', async () => {
    for (const [as, query, total] of [
      ['author', 'code=Zoo', 3],
      ['author2', 'code=Zoo', 1],
      ['editor', 'code=Zoo&status=draft', 1],
      ['author', 'code=Zoo&status=private&price=10', 1],
      ['editor', 'orderby=price', 7],
    ] as const)
      await stage().step({ as, path: `/tickets?${query}`, has: { total, 'tickets.length': total } });
  });
});
