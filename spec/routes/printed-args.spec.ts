import { expect } from 'chai';
import { LANGUAGES } from '../../lib/language';
import { openPromises } from '../support/stage';
import { type Declared, ROUTES } from './specification';

interface Printed {
  readonly type?: string;
  readonly items?: { readonly type?: string };
  readonly default?: unknown;
  readonly required: boolean;
  readonly description?: string;
}

type Endpoint = { readonly methods: readonly string[]; readonly args: Readonly<Record<string, Printed>> };

const NAMESPACE = '/cal/events/v1';

/** Converts an arg from a table of the specification to its form in the index. */
function printed(declared: Declared): Omit<Printed, 'description'> {
  const { type, required = false, ...rest } = typeof declared === 'string' ? { type: declared } : declared;
  if (type === 'ids') return { ...rest, required, type: 'array', items: { type: 'integer' } };
  return { ...rest, required, ...(type !== 'any' && { type }) };
}

describe('index and OPTIONS: args of the specification', () => {
  const { stage } = openPromises();

  for (const [pair, table] of Object.entries(ROUTES))
    it(`${pair || 'the root'}: type, items, default and required of every arg`, async () => {
      const [method = '', path = ''] = pair.split(' ');
      const key = NAMESPACE + path.replace('{id}', '(?P<id>\\d+)').replace('{slug}', '(?P<slug>[^/]+)');
      for (const language of LANGUAGES) {
        const { body: index } = await stage().step({ language, path: '' });
        const { body: options } = await stage().step({
          language,
          method: 'OPTIONS',
          path: path.replace('{id}', '7').replace('{slug}', 'x'),
        });
        for (const { endpoints } of [index.routes[key], options] as { endpoints: Endpoint[] }[]) {
          const args = endpoints.find(({ methods }) => methods.includes(method))?.args ?? {};
          for (const [name, declared] of Object.entries(table)) {
            const { description, ...shown } = args[name] ?? ({} as Printed);
            for (const [member, value] of Object.entries(printed(declared)))
              expect(shown, `${pair} ${name}`).to.have.deep.property(member, value);
            for (const member of ['default', 'type', 'items'] as const)
              if (!(member in printed(declared))) expect(shown, `${pair} ${name}`).to.not.have.property(member);
            if (path !== '') expect(description, `${pair} ${name}`).to.match(/\w{3}/);
          }
          expect(args['ml_language']).to.deep.include({ type: 'string', enum: ['en', 'fr'], required: false });
        }
      }
    });
});
