import { expect } from 'chai';
import type { ApiError } from '../../lib/errors/refusal';
import { entityTag, matchesRevision } from '../../lib/registry/answers/reply';
import { perform } from '../../lib/registry/dispatch';
import { CREATABLE, createRegistry, READABLE } from '../../lib/registry/registry';
import type { RequestHeaders, SentParams } from '../../lib/registry/route';
import { described, NAMESPACE, READER, resolving, routeOf, type User } from './sample';

describe('declared request headers: If-Match and Idempotency-Key', () => {
  const registry = createRegistry<User>();
  const note = { type: 'string', description: described('note') } as const;
  registry.registerRoute(NAMESPACE, '/notes', {
    methods: READABLE,
    args: {
      note,
      list: { type: 'array', description: described('list') },
      count: { type: 'integer', minimum: 1, description: described('count') },
    },
    permission: 'public',
    requestHeaders: {
      'X-Colour': { type: 'string', enum: ['red', 'green'], description: described('colour') },
      'X-Size': { type: 'integer', required: true, minimum: 1, description: described('size') },
    },
    handle: ({ headers, digest }) => [headers['x-size'], digest()],
  });

  const ask = async (headers: RequestHeaders, { query = {}, body = {} }: Partial<SentParams> = {}) => {
    const route = routeOf(registry, '/notes');
    const visit = await resolving(route, { method: 'GET', path: {}, query, body, user: undefined, headers, ...READER });
    return perform(visit).catch(({ status, code, data, reasons }: ApiError) => [status, code, Object.keys(reasons), data]);
  };
  const digestOf = async (sent: Partial<SentParams>) => ((await ask({ 'x-size': '1' }, sent)) as [unknown, string])[1];

  it('are validated as args are, and passed to the handler as sent', async () => {
    expect(await ask({ 'x-size': '07', 'x-colour': 'red' })).to.deep.include('07');
    expect(await ask({ 'x-size': '0', 'x-colour': 'blue' })).to.deep.equal([400, 'rest_invalid_param', ['X-Colour', 'X-Size'], {}]);
    expect(await ask({})).to.deep.equal([400, 'rest_missing_callback_param', [], { params: ['X-Size'] }]);
  });

  it('are validated before the parameters', async () => {
    expect(await ask({}, { query: { count: '0' } })).to.include('rest_missing_callback_param');
  });

  it('digest is equal for equal requests and reveals nothing', async () => {
    const digest = await digestOf({ body: { note: 'a', list: [1, { b: 2, c: 3 }] } });
    expect(digest).to.match(/^[\w-]{43}$/);
    const same: Partial<SentParams>[] = [
      { body: { list: [1, { c: 3, b: 2 }], note: 'a' } },
      { query: { note: 'a' }, body: { list: [1, { b: 2, c: 3 }] } },
      { query: { note: 'b', other: 'x' }, body: { note: 'a', list: [1, { b: 2, c: 3 }], more: 1 } },
    ];
    for (const sent of same) expect(await digestOf(sent), JSON.stringify(sent)).to.equal(digest);
    const others: Partial<SentParams>[] = [
      {},
      { body: { note: 'a' } },
      { body: { note: 'a', list: [{ b: 2, c: 3 }, 1] } },
      { body: { note: 'A', list: [1, { b: 2, c: 3 }] } },
    ];
    const digests = await Promise.all(others.map(digestOf));
    expect(new Set([digest, ...digests]).size).to.equal(others.length + 1);
  });

  it('replays an earlier answer before validation', async () => {
    const digestsRead: unknown[] = [];
    const replaying = createRegistry<User>();
    replaying.registerRoute(NAMESPACE, '/notes', {
      methods: CREATABLE,
      args: { note: { ...note, required: true } },
      permission: 'public',
      requestHeaders: { 'X-Again': { type: 'boolean', description: described('again') } },
      replay: ({ headers, digest }) => {
        digestsRead.push(digest());
        return headers['x-again'] === '1' ? 'as before' : undefined;
      },
      handle: ({ params }) => params.note,
    });
    const route = routeOf(replaying, '/notes');
    const post = async (headers: RequestHeaders, body: Record<string, unknown>) =>
      perform(await resolving(route, { method: 'POST', path: {}, query: {}, body, user: undefined, headers, ...READER })).catch(
        ({ code }: ApiError) => code,
      );
    expect(await post({ 'x-again': '1' }, {})).to.equal('as before');
    expect(await post({ 'x-again': '0' }, { note: 'new' })).to.equal('new');
    expect(await post({}, {})).to.equal('rest_missing_callback_param');
    expect(await post({ 'x-again': 'x' }, {})).to.equal('rest_invalid_param');
    expect(digestsRead).to.have.length(3);
  });

  for (const [what, requestHeaders, sentence] of [
    ['a default', { 'X-Size': { ...note, default: '1' } }, 'default'],
    ['sanitize', { 'X-Size': { ...note, sanitize: () => 1 } }, 'sanitize'],
    ['a name that cannot be sent', { 'X Colour': note }, 'requestHeaders'],
    ['no description', { 'X-Colour': { type: 'string' } }, 'description'],
    ['an unknown keyword', { 'X-Colour': { ...note, typ: 'string' } }, '"typ"'],
    ['a list', [note], 'requestHeaders'],
  ] as const)
    it(`are refused with ${what}`, () => {
      const endpoint = { methods: READABLE, args: {}, permission: 'public', requestHeaders, handle: () => 1 } as never;
      expect(() => createRegistry<User>().registerRoute(NAMESPACE, '/wrong', endpoint)).to.throw(sentence);
    });
});

describe('entityTag', () => {
  it('are a hash of the text, after the revision where there is one', () => {
    expect(entityTag('text')).to.match(/^"[\w-]{27}"$/);
    expect(entityTag(Buffer.from('text'))).to.equal(entityTag('text'));
    expect(entityTag('text', 'events.7.2')).to.equal(entityTag('text').replace('"', '"events.7.2-'));
  });

  for (const [ifMatch, isNamed] of [
    ['*', true],
    ['"a.1"', true],
    ['"a.1-x"', true],
    ['W/"a.1-x"', true],
    ['"a.1-x-gzip"', true],
    ['a.1-x', true],
    ['"b.1-x" ,  "a.1-x"', true],
    ['"a.10-x"', false],
    ['"aa.1-x"', false],
    ['"a.1x"', false],
    ['w/"a.1-x"', false],
    ['', false],
    ['"*"', false],
    [',,', false],
  ] as const)
    it(`${isNamed ? 'name' : 'do not name'} the state a.1 as ${ifMatch}`, () => expect(matchesRevision(ifMatch, 'a.1')).to.equal(isNamed));
});
