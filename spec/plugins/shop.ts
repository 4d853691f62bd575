import type { Plugin } from 'calendar-events';
import { bilingual, description, kindOf, MOOD } from './samples';

/** The numbers of calls of `read` and `write`. Specs reset them. */
export const calls = { read: 0, write: 0 };

/** A plugin with tickets for events, fields of every type, and two kinds of terms. */
export const shop: Plugin = (registry) => {
  registry.registerTermLike({ ...kindOf('genre'), hierarchical: true });
  registry.registerTermLike({ ...MOOD, capability: 'manage_tags', taxonomy: 'shop_mood', segment: 'in-the-mood' });
  registry.registerPostLike({
    ...kindOf('ticket', 'billet'),
    fields: {
      code: { type: 'string', required: true, minLength: 2, maxLength: 40, search: true, filter: true, sort: true, description },
      note: { type: 'string', description },
      price: { type: 'number', minimum: 0, filter: true, sort: true, description },
      seats: { type: 'integer', minimum: 0, default: 1, filter: true, sort: true, description },
      state: {
        type: 'string',
        enum: ['on sale', 'sold out', 'later'],
        default: 'on sale',
        filter: true,
        description: bilingual('The state of the sale', 'L’état de la vente'),
      },
      refundable: { type: 'boolean', default: true, filter: true, sort: true, description },
      printed: { type: 'boolean', default: false, filter: true, description },
      vip: { type: 'boolean', filter: true, description },
      perks: { type: 'array', items: { type: 'string', maxLength: 50 }, default: ['entry'], filter: true, search: true, description },
      rows: { type: 'array', items: { type: 'integer' }, filter: true, description },
      holder: {
        type: 'object',
        properties: { name: { type: 'string', required: true }, age: { type: 'integer' } },
        additionalProperties: false,
        description,
      },
      extra: { type: 'object', description },
      opens: { type: 'string', format: 'date-time', filter: true, sort: true, description },
      seal: {
        type: 'string',
        maxLength: 20,
        write(value) {
          calls.write++;
          return String(value).toUpperCase();
        },
        description,
      },
      total: {
        // A number beyond the range becomes null in JSON.
        type: ['number', 'null'],
        stored: false,
        read(records) {
          calls.read++;
          return records.map(({ fields }) => Number(fields?.['price'] ?? 0) * Number(fields?.['seats'] ?? 1));
        },
        description,
      },
      cheap: {
        type: 'number',
        stored: false,
        filter: { where: (value) => ({ 'fields.price': { $lt: value } }), index: ['fields.price'] },
        description,
      },
      between: {
        type: 'object',
        properties: { from: { type: 'number' }, to: { type: 'number' } },
        stored: false,
        filter: {
          where(value) {
            const { from = 0, to = 1000 } = value as { from?: number; to?: number };
            return { 'fields.price': { $gte: from, $lte: to } };
          },
        },
        description,
      },
      event: { link: 'events', back: 'tickets', description },
      venues: { link: 'venues', many: true, back: 'sold', description },
      upgrade: { link: 'tickets', back: 'upgraded', description },
      genres: { link: 'genres', many: true, description },
      moods: { link: 'moods', many: true, description },
    },
  });
};
