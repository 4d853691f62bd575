import { expect } from 'chai';
import type { Plugin } from '../../lib/program/service/service';
import { startService } from '../support/service';

const description = { en: 'The weather', fr: 'La météo' };

const shop: Plugin = (registry) => {
  registry.registerField('venues', 'weather', {
    type: 'string',
    stored: false,
    cache: false,
    read: (venues) => venues.map(() => 'sun'),
    description,
  });
  registry.registerField('events', 'seats', { type: 'integer', description });
};

describe('fields with cache: false', () => {
  it('are named at start with their plugin', async () => {
    const lines: string[] = [];
    const note = (_: object, message: string) => void lines.push(message);
    const log = { debug: note, info: note, warn: note, error: note };
    const running = await startService({ plugins: [shop], log });
    await running.stop();
    expect(lines.filter((line) => line.includes('not cached'))).to.deep.equal([
      'Answers that show or filter by these fields are not cached, as the fields say cache: false: venues.weather (plugin shop).',
    ]);
  });
});
