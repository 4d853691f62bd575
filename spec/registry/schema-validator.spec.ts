import { Ajv } from 'ajv';
import { expect } from 'chai';
import type { Answers } from '../../lib/registry/answers/answers';
import type { Arg } from '../../lib/registry/args/arg';
import { perform } from '../../lib/registry/dispatch';
import { createRegistry, READABLE } from '../../lib/registry/registry';
import { described, NAMESPACE, READER, resolving, type User } from './sample';

/** Counts the schemas that ajv turns into functions meanwhile. */
const counting = async (during: () => unknown): Promise<number> => {
  const { compile } = Ajv.prototype;
  let count = 0;
  Ajv.prototype.compile = function (this: Ajv, ...given: Parameters<typeof compile>) {
    count += 1;
    return compile.apply(this, given);
  } as typeof compile;
  try {
    await during();
  } finally {
    Ajv.prototype.compile = compile;
  }
  return count;
};

const lengths = (first: number): Answers => ({
  type: 'object',
  properties: Object.fromEntries(
    Array.from({ length: 20 }, (_, index) => [`member${index}`, { type: 'string', maxLength: first + index }]),
  ),
});

describe('compileSchema and compileStrictly', () => {
  it('check schemas at start, and compile equal answers once, at the first answer', async () => {
    const registry = createRegistry<User>();
    const handle = () => ({ member0: 'a' });
    const register = () => {
      for (let number = 0; number < 50; number += 1)
        registry.registerRoute(NAMESPACE, `/kind${number}`, {
          methods: READABLE,
          args: { arg: { type: 'string', maxLength: 9, description: described('arg') } },
          permission: 'public',
          answers: lengths(77_000),
          handle,
        });
    };
    expect(await counting(register)).to.equal(0);
    const asked = { method: 'GET', path: {}, query: { arg: 'a' }, body: {}, user: undefined, headers: {}, ...READER } as const;
    const ask = async (number: number) => {
      const route = registry.routes[number];
      return route && perform(await resolving(route, asked));
    };
    expect(await counting(() => ask(1))).to.equal(1);
    expect(await counting(() => ask(1))).to.equal(0);
    expect(await counting(() => ask(50))).to.equal(0);
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
    expect(declare({ type: 'number', multipleOf: 0 })).to.throw('multipleOf');
    expect(declare({ type: 'string', minLength: '1' } as never)).to.throw('minLength');
    expect(registry.routes).to.have.lengthOf(1);
  });
});
