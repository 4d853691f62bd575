import { expect } from 'chai';
import type { Arg } from '../../../lib/registry/args/arg';
import { createRegistry, READABLE } from '../../../lib/registry/registry';
import { compiledDuring, described, NAMESPACE, READER, type User } from '../sample';

const lengths = (first: number): Record<string, Arg> =>
  Object.fromEntries(
    Array.from({ length: 20 }, (_, index) => [`arg${index}`, { type: 'string', maxLength: first + index, description: described('arg') }]),
  );

describe('compileSchema', () => {
  it('checks schemas at start, and compiles equal ones once, at the first value', async () => {
    const registry = createRegistry<User>();
    const handle = () => 'done';
    const register = () => {
      for (let number = 0; number < 50; number += 1)
        registry.registerRoute(NAMESPACE, `/kind${number}`, { methods: READABLE, args: lengths(77_000), permission: 'public', handle });
    };
    expect(await compiledDuring(register)).to.equal(0);
    const context = { path: {}, record: undefined, user: undefined, ...READER } as const;
    const ask = (number: number) => registry.routes[number]?.endpoints[0]?.validate({ query: { arg0: 'a', arg1: 'b' }, body: {} }, context);
    expect(await compiledDuring(() => ask(1))).to.equal(2);
    expect(await compiledDuring(() => ask(1))).to.equal(0);
    expect(await compiledDuring(() => ask(50))).to.equal(0);
  });

  it('validates defaults at start', () => {
    const registry = createRegistry<User>();
    const declare = (arg: Omit<Arg, 'description'>) => () =>
      registry.registerRoute(NAMESPACE, '/kinds', {
        methods: READABLE,
        args: { arg: { ...arg, description: described('arg') } as Arg },
        permission: 'public',
        handle: () => 'done',
      });
    for (const arg of [
      { type: 'integer', maximum: 5, default: 6 },
      { type: 'array', items: { type: 'integer' }, default: ['x'] },
      { type: 'object', properties: { zip: { type: 'string', required: true } }, default: {} },
      { anyOf: [{ type: 'integer' }, { enum: ['a'] }], default: 'b' },
      { type: 'string', format: 'email', default: 'nobody' },
    ] as const)
      expect(declare(arg), JSON.stringify(arg)).to.throw('is refused by the schema');
    expect(registry.routes).to.have.lengthOf(1);
  });
});
