import { expect } from 'chai';
import { type Answers, type AnswerValue, exactly, reply } from '../../lib/registry/answers/reply';
import type { Arg, EditParams, Params, Value } from '../../lib/registry/args/arg';
import { CREATABLE, createRegistry, DELETABLE, EDITABLE, READABLE } from '../../lib/registry/registry';
import type { PathNames, PermissionRequest } from '../../lib/registry/route';
import { described, id, NAMESPACE, slug, tags, title, type User } from './sample';

type Same<One, Other> = (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false;
/** Compiles only if two types are equal. */
const isSame = <One, Other>(same: Same<One, Other>): boolean => same;

const order = { type: 'string', enum: ['asc', 'desc'], default: 'asc', description: described('order') } as const satisfies Arg;
const city = { type: 'string', description: described('city') } as const;
const point = {
  type: 'object',
  properties: { lat: { type: 'number', required: true }, name: { type: 'string' } },
  description: described('point'),
} as const;
const answers = {
  type: 'object',
  properties: {
    id: { type: 'integer', required: true },
    at: { type: 'string', format: 'date-time' },
    tags: { type: 'array', items: { type: 'integer' } },
    kind: { enum: ['a', 'b'] },
  },
} as const satisfies Answers;
const cost = { type: 'string', sanitize: async (value: unknown) => [String(value)], description: described('cost') } as const;

describe('TypeScript types of registerRoute', () => {
  it('params follow from the args', () => {
    expect(isSame<Value<typeof id>, number>(true)).to.equal(true);
    expect(isSame<Value<typeof order>, 'asc' | 'desc'>(true)).to.equal(true);
    expect(isSame<Value<typeof tags>, number[]>(true)).to.equal(true);
    expect(isSame<Value<typeof point>, { lat: number; name?: string }>(true)).to.equal(true);
    expect(isSame<Value<typeof cost>, string[]>(true)).to.equal(true);
    expect(isSame<Value<{ type: readonly ['integer', 'null'] }>, number | null>(true)).to.equal(true);
    expect(isSame<Value<{ anyOf: readonly [{ type: 'integer' }, { enum: readonly ['a'] }] }>, number | 'a'>(true)).to.equal(true);
    expect(isSame<Value<{ type: 'string'; anyOf: readonly [{ type: 'integer' }, { enum: readonly ['a'] }] }>, string>(true)).to.equal(true);
    expect(isSame<Value<{ type: 'string'; anyOf: readonly [{ enum: readonly ['a'] }] }>, 'a'>(true)).to.equal(true);
    expect(isSame<Value<Omit<typeof point, 'required'> & { required: readonly ['name'] }>, { name: string; lat?: number }>(true)).to.equal(
      true,
    );
    expect(isSame<Value<{ description: Arg['description'] }>, unknown>(true)).to.equal(true);
  });

  it('params may be undefined or null where args say so', () => {
    type Args = { title: typeof title; order: typeof order; tags: typeof tags; city: typeof city };
    expect(isSame<Params<Args>, { title: string; order: 'asc' | 'desc'; tags: number[] | null; city?: string }>(true)).to.equal(true);
    type Edited = { id: typeof id; slug: typeof slug; tags: typeof tags; city: typeof city };
    expect(isSame<EditParams<Edited, 'id' | 'slug'>, { slug?: string; tags?: number[] | null; city?: string | null }>(true)).to.equal(true);
    expect(isSame<PathNames<'/events/{id}/{slug}'>, 'id' | 'slug'>(true)).to.equal(true);
  });

  it('answers are typed as JSON: dates as text, undefined left out', () => {
    type Answered = { id: number; at?: string | Date | undefined; tags?: readonly number[] | undefined; kind?: 'a' | 'b' | undefined };
    expect(isSame<AnswerValue<typeof answers>, Answered>(true)).to.equal(true);
    expect(isSame<AnswerValue<{ type: readonly ['integer', 'null'] }>, number | null>(true)).to.equal(true);
    expect(isSame<AnswerValue<{ type: 'object' }>, object>(true)).to.equal(true);
    expect(isSame<AnswerValue<{ anyOf: readonly [{ type: 'null' }, { enum: readonly ['a'] }] }>, null | 'a'>(true)).to.equal(true);
    expect(
      isSame<AnswerValue<{ type: 'object'; additionalProperties: { type: 'string' } }>, Readonly<Record<string, string>>>(true),
    ).to.equal(true);
    expect([isSame<AnswerValue<Answers>, unknown>(true), isSame<AnswerValue<unknown>, unknown>(true)]).to.deep.equal([true, true]);
  });

  it('check every way of answering against the schema', () => {
    const registry = createRegistry<User>();
    const reading = { permission: 'public', answers } as const;
    const given = () => [{ id: 1, kind: 'a' } as const] as const;
    const declared: Answers = answers;
    registry.registerRoute(NAMESPACE, '/a', {
      methods: READABLE,
      ...reading,
      args: {},
      handle: () => ({ id: 1, at: new Date(0), tags: [1] as const, kind: 'b' }),
    });
    registry.registerRoute(NAMESPACE, '/b', {
      methods: READABLE,
      ...reading,
      args: { order },
      handle: ({ params }) => ({ id: params.order.length }),
    });
    registry.registerRoute(
      NAMESPACE,
      '/c/{id}',
      { methods: READABLE, ...reading, args: { id, city }, handle: async ({ path, params }) => reply({ id: path.id, at: params.city }) },
      {
        methods: EDITABLE,
        permission: 'public',
        args: { id, tags },
        answers: { type: 'array', items: { enum: [1, 'a', null] } },
        async handle({ params }) {
          if (params.tags === null) return reply([null], { status: 202 });
          return [1, 'a'];
        },
      },
      {
        methods: DELETABLE,
        permission: 'public',
        args: { id, order },
        handle: ({ params }) => isSame<typeof params, { order: 'asc' | 'desc' }>(true),
      },
    );
    registry.registerRoute(NAMESPACE, '/d', {
      methods: READABLE,
      ...reading,
      args: {},
      answers: { type: 'array', items: answers },
      handle: given,
    });
    registry.registerRoute(NAMESPACE, '/e', { methods: READABLE, ...reading, args: {}, answers: declared, handle: () => 'anything' });
    expect(registry.routes).to.have.lengthOf(6);
  });

  it('require every declared member, also through spread', () => {
    const shown = exactly<typeof answers>();
    const maybe = (at: string | undefined) => ({ ...(at !== undefined && { at }), ...{ kind: 'a' as const } });
    const [one]: readonly number[] = [1];
    const wrong = [
      // @ts-expect-error: the schema names no such member
      () => shown({ id: 1, at: 'now', tags: [], kind: 'a', size: 1 }),
      // @ts-expect-error: the schema names no such member, be it only spread into it
      () => shown({ id: 1, tags: [], ...maybe('now'), ...(one && { size: 1 }) }),
      // @ts-expect-error: it never says one that the schema names, though that is optional
      () => shown({ id: 1, at: 'now', tags: [] }),
      // @ts-expect-error: it may lack one that the schema requires
      () => shown({ ...(one && { id: 1 }), at: 'now', tags: [], kind: 'a' }),
      // @ts-expect-error: a member is of another type
      () => shown({ id: '1', at: 'now', tags: [], kind: 'a' }),
      // @ts-expect-error: a member is not in the enumeration
      () => shown({ id: 1, at: 'now', tags: [], kind: 'c' }),
    ];
    expect(wrong).to.have.lengthOf(6);
    expect(shown({ id: 1, tags: [2], ...maybe(undefined) })).to.deep.equal({ id: 1, tags: [2], kind: 'a' });
    expect(isSame<ReturnType<typeof shown>, AnswerValue<typeof answers>>(true)).to.equal(true);
  });

  it('let routes share a permission function', () => {
    const isOwn = ({ user, record }: PermissionRequest<User, object, { readonly author: number }>): boolean => user?.id === record?.author;
    const registry = createRegistry<User>();
    const load = async ({ path }: { readonly path: { readonly id: number } }) => (path.id > 0 ? { author: path.id } : undefined);
    const endpoint = { args: { id }, permission: isOwn } as const;
    registry.registerRoute(
      NAMESPACE,
      { path: '/venues/{id}', load: ({ path }) => load({ path }) },
      { methods: READABLE, ...endpoint, handle: ({ record }) => isSame<typeof record, { author: number }>(true) },
    );
    registry.registerRoute(
      NAMESPACE,
      { path: '/tags/{id}', load: ({ path }) => path },
      // @ts-expect-error: the record has no author.
      { methods: READABLE, ...endpoint, handle: () => 1 },
    );
    expect(registry.routes.map(({ path }) => path)).to.deep.equal(['', '/venues/{id}', '/tags/{id}']);
  });

  it('reach the handler of a creation', () => {
    const registry = createRegistry<User>();
    registry.registerRoute(NAMESPACE, '/events', {
      methods: CREATABLE,
      args: { title, order, cost },
      permission: 'edit_events',
      handle: ({ params, record }) => [
        isSame<typeof params, { title: string; order: 'asc' | 'desc'; cost?: string[] }>(true),
        isSame<typeof record, undefined>(true),
      ],
    });
    expect(registry.routes).to.have.lengthOf(2);
  });

  // messages.spec.ts tests more, with the sentences of the compiler.
  it('refuse wrong declarations at compile time', () => {
    const registry = createRegistry<User>();
    const handle = () => 'done';
    const reading = { methods: READABLE, permission: 'public', handle } as const;
    const b = { type: 'string' } as const;
    const updating = { methods: EDITABLE, permission: 'public' } as const;
    const open = { methods: READABLE, permission: 'public' } as const;
    const { registerRoute: add } = registry;
    const plain = { permission: 'public', args: {} } as const;
    const answering = { permission: 'public', args: { city }, answers } as const;
    const declarations = [
      // @ts-expect-error: the description is missing
      () => registry.registerRoute(NAMESPACE, '/b', { ...reading, args: { b } }),
      // @ts-expect-error: the permission is missing
      () => registry.registerRoute(NAMESPACE, '/f', { methods: READABLE, args: {}, handle }),
      // @ts-expect-error: the methods are unknown
      () => registry.registerRoute(NAMESPACE, '/g', { methods: 'PUT', args: {}, permission: 'public', handle }),
      // @ts-expect-error: the parameter may be null
      () => registry.registerRoute(NAMESPACE, '/j', { ...open, args: { tags }, handle: ({ params }) => params.tags.length }),
      // @ts-expect-error: nothing optional need be there on an update, though it has a default
      () => registry.registerRoute(NAMESPACE, '/k', { ...updating, args: { order }, handle: ({ params }) => params.order.trim() }),
      // @ts-expect-error: the ID is in the path, never in the parameters
      () => registry.registerRoute(NAMESPACE, '/l/{id}', { ...open, args: { id }, handle: ({ params }) => params.id }),
      // @ts-expect-error: the path has no such variable
      () => registry.registerRoute(NAMESPACE, '/m/{id}', { ...open, args: { id, slug }, handle: ({ path }) => path.slug }),
      // @ts-expect-error: a member of the answer is not in the enumeration
      () => add(NAMESPACE, '/p', { methods: READABLE, ...answering, handle: async () => ({ id: 1, kind: 'c' }) }),
      // @ts-expect-error: one of the ways to answer has another type
      () => add(NAMESPACE, '/s', { methods: READABLE, ...answering, handle: ({ params }) => (params.city ? { id: 1 } : null) }),
      // @ts-expect-error: a date is no text where none is declared
      () => add(NAMESPACE, '/t', { methods: READABLE, ...plain, answers: { type: 'string' }, handle: () => new Date(0) }),
      // @ts-expect-error: no more endpoints can share the methods
      () => add(NAMESPACE, '/v', { ...reading, args: {} }, { ...reading, args: {} }, { ...reading, args: {} }, { ...reading, args: {} }),
    ];
    expect(declarations).to.have.lengthOf(11);
  });
});
