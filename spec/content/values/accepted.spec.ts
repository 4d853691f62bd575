import { Ajv2020 } from 'ajv/dist/2020';
import { expect } from 'chai';
import fc from 'fast-check';
import { momentIn, parseDate, readInstant } from '../../../lib/calendar/dates/dates';
import { DATE_PATTERN, ZONE_NAMES, ZONE_PATTERN } from '../../../lib/calendar/dates/patterns';
import { isZone } from '../../../lib/calendar/dates/zones';
import { readWebsite, WEBSITE_PATTERN } from '../../../lib/calendar/website';
import { isTried, runs } from '../../support/runs';
import { type Answer, clockAt, type Running, startService } from '../../support/service';

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema: object;
}
interface Operation {
  readonly parameters: readonly Parameter[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: { readonly properties: Record<string, object> } }>>;
  };
}
type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

/** Parameters whose validity depends on stored records or on other parameters. `.ci/schemathesis/hooks.py` gives the reasons. */
const DEPENDENT: Readonly<Record<string, readonly string[]>> = {
  '/events': [
    ...['translation_of', 'author', 'categories', 'tags', 'venue', 'organizer', 'image', 'post_parent', 'end_date', 'geoloc_lat'],
    'geoloc_lng',
  ],
  '/events.ics': ['categories', 'tags', 'venue', 'organizer', 'post_parent', 'geoloc_lat', 'geoloc_lng'],
  '/venues': ['translation_of', 'author', 'image', 'event'],
  '/organizers': ['translation_of', 'author', 'image', 'event'],
  '/categories': ['translation_of', 'parent', 'post', 'event', 'include', 'exclude'],
  '/tags': ['translation_of', 'post', 'event', 'include', 'exclude'],
};

/** Texts of all sorts, valid and invalid. */
const TEXTS: readonly string[] = [
  ...['', '0', '1', '-1', '1.5', '10000000000000000000000', 'true', 'FALSE', 'yes', 'null', 'asc', 'DESC', 'publish', 'draft,publish'],
  ...['any', '2030-05-06', '2030-02-30', '2030-05-06T07:08:09Z', '20300506', '20301306', 'tomorrow 9am', 'soon', '+1 week'],
  ...['05/06/2030', '6 May 2030', 'a', 'a,b', ',', 'a,', 'é', '<b>', '<b>x</b>', '<', ' ', '\0', 'Europe/Paris', 'Europe/Nowhere'],
  ...['UTC+2', 'UTC+20', '+02:00', 'https://example.org/a?b=c', 'https://', 'javascript:alert(1)', 'mailto:a@example.org'],
  ...['example.org', '91', '-90', '0x10', 'x'.repeat(201), 'x'.repeat(1001)],
];
/** Some of the texts, and values that only JSON can express. */
const VALUES: readonly unknown[] = [
  ...['', '0', '1', '-1', 'true', 'publish', '2030-05-06', '2030-02-30', 'soon', 'a,b', '<b>', '\0', 'Europe/Nowhere'],
  ...['https://example.org', 'x'.repeat(1001), 0, 1, -1, 1.5, true, false, null, [], {}, ['a'], [[1]], [null], { id: 'a' }, { a: 1 }],
  { 0: '' },
];

/** Each path is tested with one in six values, a different part for each path. `RANDOM_CASES=1` tests all. */
const PART_OF_VALUES = 6;
const triedAt = <T>(turn: number, values: readonly T[]): T[] => values.filter((_, place) => isTried(place + turn, PART_OF_VALUES));

/** Required members of a creation. */
const CREATIONS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  '/events': { title: 'Asked', start_date: '2030-05-06', end_date: '2030-05-06' },
  '/venues': { venue: 'Asked' },
  '/organizers': { organizer: 'Asked' },
  '/categories': { name: 'Asked' },
  '/tags': { name: 'Asked' },
};

/** Values that a query text can stand for: the text itself, a number, or a list split at commas. */
const readings = (text: string, { type }: { readonly type?: unknown }): unknown[] => {
  const types = [type].flat();
  if (types.includes('array')) return [text.split(',').map((part) => (/^\d+$/.test(part) ? Number(part) : part))];
  const isNumber = types.some((one) => one === 'integer' || one === 'number') && /^[+-]?\d+(?:\.\d+)?$/.test(text);
  return isNumber ? [text, Number(text)] : [text];
};

const int64 = { type: 'number', validate: (number: number) => Math.abs(number) <= 2 ** 63 } as const;

describe('OpenAPI document against the service: accepted values', () => {
  let service: Running;
  let paths: Paths;
  let judge: (schema: object) => (value: unknown) => boolean;
  before(async () => {
    service = await startService({ clock: clockAt('2030-01-15T12:00:00Z') });
    const { body } = await service.ask('GET', '/doc');
    paths = body.paths;
    const ajv = new Ajv2020({ strict: false, formats: { 'date-time': true, email: true, int64 } });
    ajv.addSchema({ $id: 'document', components: body.components });
    judge = (schema) => {
      const validate = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"document#/components')));
      return (value) => validate(value) === true;
    };
  });
  after(() => service.stop());

  const TAKEN = ['term_exists', 'duplicate_term_slug'];
  const isRefused = ({ status, body }: Answer, name: string): boolean =>
    status === 400 &&
    (Object.hasOwn(body.data?.params ?? {}, name) || /^could-not-create/.test(body.code) || body.code === 'rest_missing_callback_param');

  /**
   * Finds the names with a refused value. It sends all values at once and repeats this without the refused ones. Then it sends single
   * values if an error names no parameter or the result is unexpected.
   */
  const refusedOf = async (
    names: readonly string[],
    isWrong: (name: string, isAccepted: boolean) => boolean,
    send: (names: readonly string[]) => Promise<Answer>,
  ): Promise<ReadonlySet<string>> => {
    const refused = new Set<string>();
    const alone = new Set<string>();
    for (let left = names; left.length > 0; ) {
      const answer = await send(left);
      if (answer.status !== 400 || TAKEN.includes(answer.body.code)) break;
      const named = left.filter((name) => Object.hasOwn(answer.body.data?.params ?? {}, name));
      for (const name of named.length === 0 ? left : []) alone.add(name);
      for (const name of named) refused.add(name);
      left = named.length === 0 ? [] : left.filter((name) => !refused.has(name));
    }
    for (const name of names) {
      if (!alone.has(name) && !isWrong(name, !refused.has(name))) continue;
      if (isRefused(await send([name]), name)) refused.add(name);
      else refused.delete(name);
    }
    return refused;
  };

  for (const [turn, [path, dependent]] of Object.entries(DEPENDENT).entries())
    it(`GET ${path}: a parameter is accepted or refused as its schema says`, async () => {
      const wrong: string[] = [];
      const judged = (paths[path]?.['get']?.parameters ?? []).map(({ name, schema }) => ({ name, schema, accepts: judge(schema) }));
      const names = judged.map(({ name }) => name);
      for (const text of triedAt(turn, TEXTS)) {
        const accepting = new Set(judged.filter(({ schema, accepts }) => readings(text, schema).some(accepts)).map(({ name }) => name));
        const isWrong = (name: string, isAccepted: boolean) =>
          accepting.has(name) !== isAccepted && (isAccepted || !dependent.includes(name));
        const query = (some: readonly string[]) => some.map((name) => `${name}=${encodeURIComponent(text)}`).join('&');
        const refused = await refusedOf(names, isWrong, (some) => service.ask('GET', `${path}?${query(some)}`, { as: 'admin' }));
        for (const name of names) {
          const isAccepted = !refused.has(name);
          if (isWrong(name, isAccepted))
            wrong.push(`${name}=${JSON.stringify(text.slice(0, 40))} is ${isAccepted ? 'accepted' : 'refused'}`);
        }
      }
      expect(names).to.not.deep.equal([]);
      expect(wrong).to.deep.equal([]);
    });

  for (const [turn, [path, needed]] of Object.entries(CREATIONS).entries())
    for (const method of ['POST', 'PATCH'])
      it(`${method} ${path}: a member of the body is accepted or refused as its schema says`, async () => {
        const first = Object.keys(needed)[0] ?? '';
        const made = await service.ask('POST', path, {
          as: 'admin',
          json: { ...needed, [first]: `To be changed by ${method}` },
        });
        const [address, named] = method === 'POST' ? [path, path] : [`${path}/${made.body.id}`, `${path}/{id}`];
        const schema = paths[named]?.[method.toLowerCase()]?.requestBody?.content['application/json']?.schema;
        const judged = Object.entries(schema?.properties ?? {}).map(([name, member]) => ({ name, accepts: judge(member) }));
        // A required member cannot be left out after an error, so it is tested separately.
        const required = method === 'POST' ? Object.keys(needed) : [];
        const groups = [...required.map((name) => [name]), judged.map(({ name }) => name).filter((name) => !required.includes(name))];
        const wrong: string[] = [];
        let sent = 0;
        for (const value of triedAt(turn + (method === 'POST' ? 0 : 1), VALUES)) {
          const accepting = new Set(judged.filter(({ accepts }) => accepts(value)).map(({ name }) => name));
          const isWrong = (name: string, isAccepted: boolean) =>
            accepting.has(name) !== isAccepted && (isAccepted || !(DEPENDENT[path] ?? []).includes(name));
          const send = (names: readonly string[]) => {
            const own = method === 'POST' ? { ...needed, [first]: `Asked ${++sent}` } : {};
            const dates = names.includes('start_date') ? { end_date: value } : {};
            const json = { ...own, ...dates, ...Object.fromEntries(names.map((name) => [name, value])) };
            return service.ask(method, address, { as: 'admin', json });
          };
          for (const names of groups) {
            const refused = await refusedOf(names, isWrong, send);
            for (const name of names) {
              const isAccepted = !refused.has(name);
              if (isWrong(name, isAccepted))
                wrong.push(`${name}: ${JSON.stringify(value)?.slice(0, 40)} is ${isAccepted ? 'accepted' : 'refused'}`);
            }
          }
        }
        expect(judged).to.not.deep.equal([]);
        expect(wrong).to.deep.equal([]);
      });

  it('page and per_page are int64 without a maximum, since per_page is clamped', () => {
    const schemaOf = (name: string) => paths['/events']?.['get']?.parameters.find((one) => one.name === name)?.schema;
    expect(schemaOf('page')).to.deep.equal({ type: 'integer', format: 'int64', minimum: 1, default: 1 });
    expect(schemaOf('per_page')).to.deep.equal({ type: 'integer', format: 'int64', minimum: 1, default: 10 });
  });

  it('lists the methods that Allow lists for an administrator', async () => {
    const id: Record<string, number> = {};
    const slug: Record<string, string> = {};
    for (const [path, json] of Object.entries(CREATIONS)) {
      const { body } = await service.ask('POST', path, { as: 'admin', json: { ...json, [Object.keys(json)[0] ?? '']: 'Allowed' } });
      id[path.slice(1)] = body.id;
      slug[path.slice(1)] = body.slug;
    }
    for (const [path, operations] of Object.entries(paths)) {
      const kind = path.split('/')[1] ?? '';
      const address = path.replace('{id}', String(id[kind])).replace('{slug}', String(slug[kind])).replace(/^\/$/, '');
      const { headers, status } = await service.ask('GET', address, { as: 'admin' });
      const methods = Object.keys(operations).map((method) => method.toUpperCase());
      expect({ path, status, allow: headers.allow?.split(', ').sort() }).to.deep.equal({ path, status: 200, allow: methods.sort() });
    }
  });
});

describe('patterns in the OpenAPI document', () => {
  const seed = 20_301_115;
  // fast-check does not support lookahead.
  const matching = (pattern: string) =>
    fc
      .stringMatching(new RegExp(pattern.replaceAll(/\(\?!(?:[^()]|\((?:[^()])*\))*\)/g, ''), 'u'))
      .filter((text) => new RegExp(pattern, 'u').test(text));

  it('DATE_PATTERN matches only dates that are read in any zone', () => {
    const now = new Date('2030-01-15T12:00:00Z');
    const isRead = (text: string): boolean =>
      [
        ['UTC', 'UTC'],
        ['Pacific/Kiritimati', 'America/Adak'],
        ['UTC-12', 'UTC+14'],
      ].every(([zone = '', siteZone = '']) => {
        const parsed = parseDate(text, { siteZone, now });
        return parsed !== undefined && momentIn(zone, parsed) !== undefined && readInstant(text, { siteZone, now }) !== undefined;
      });
    fc.assert(fc.property(matching(DATE_PATTERN), isRead), { seed, numRuns: runs(500) });
  });

  it('WEBSITE_PATTERN matches only addresses that readWebsite reads', () => {
    fc.assert(
      fc.property(matching(WEBSITE_PATTERN), (text) => readWebsite(text) !== undefined),
      { seed, numRuns: runs(300) },
    );
  });

  it('ZONE_PATTERN matches every known time zone, and only those', () => {
    const pattern = new RegExp(ZONE_PATTERN, 'u');
    expect(ZONE_NAMES.filter((name) => !isZone(name) || !pattern.test(name))).to.deep.equal([]);
    fc.assert(
      fc.property(matching(ZONE_PATTERN), (text) => text === '' || isZone(text)),
      { seed, numRuns: runs(300) },
    );
  });
});
