import { expect } from 'chai';
import type { Plugin } from '../../../lib/program/plugins/plugin';
import { openPromises, patch, refused, tag, venue } from '../../support/stage';

const description = { en: 'A note', fr: 'Une note' };
const notes: Plugin = (registry) => {
  for (const plural of ['venues', 'tags'] as const) {
    registry.registerField(plural, 'note', { type: 'string', description });
    registry.registerField(plural, 'own', { type: 'string', maxLength: 120_000, description });
    registry.registerField(plural, 'judged', { type: 'string', validate: (value: unknown) => value !== 'no', description });
    registry.registerField(plural, 'several', { type: 'array', items: { type: 'string' }, description });
  }
};

describe('Texts of plugins’ fields', () => {
  const { stage } = openPromises({}, [notes]);

  for (const [plural, make] of [
    ['venues', venue],
    ['tags', tag],
  ] as const)
    it(`have a maxLength, declared or not: ${plural}`, async () => {
      await stage().give({ one: make('Noted') });
      const path = `/${plural}/{one}`;
      const { body } = await stage().step({ method: 'OPTIONS', path: `/${plural}` });
      const { args } = body.endpoints.find(({ methods }: { methods: string[] }) => methods.includes('POST'));
      expect([args.note.maxLength, args.own.maxLength, args.judged.maxLength, args.several.items.maxLength]).to.deep.equal([
        100_000, 120_000, 100_000, 10_000,
      ]);
      for (const [field, longest] of [
        ['note', 100_000],
        ['own', 120_000],
        ['judged', 100_000],
      ] as const) {
        await stage().step(patch(path, { [field]: 'x'.repeat(longest) }, { status: 200 }));
        await stage().step(patch(path, { [field]: 'x'.repeat(longest + 1) }, refused(field)));
      }
      await stage().step(patch(path, { judged: 'no' }, refused('judged')));
      await stage().step(patch(path, { several: ['x'.repeat(10_001)] }, refused('several')));
    });
});
