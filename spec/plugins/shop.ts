import type { Plugin } from 'calendar-events';
import { bilingual, MOOD } from './samples';

/** The numbers of calls of `read` and `write`. Specs reset them. */
export const calls = { read: 0, write: 0 };

/** A plugin with tickets for events, fields of every type, and two kinds of terms. */
export const shop: Plugin = (registry) => {
  registry.registerTermLike({
    kind: 'genre',
    plural: 'genres',
    name: bilingual('genre', 'genre'),
    names: bilingual('genres', 'genres'),
    hierarchical: true,
  });
  registry.registerTermLike({
    ...MOOD,
    capability: 'manage_tags',
    taxonomy: 'shop_mood',
    segment: 'in-the-mood',
  });
  registry.registerPostLike({
    kind: 'ticket',
    plural: 'tickets',
    name: bilingual('ticket', 'billet'),
    names: bilingual('tickets', 'billets'),
    fields: {
      code: {
        type: 'string',
        required: true,
        minLength: 2,
        maxLength: 40,
        search: true,
        filter: true,
        sort: true,
        description: bilingual('The code', 'Le code'),
      },
      note: { type: 'string', description: bilingual('A note', 'Une note') },
      price: { type: 'number', minimum: 0, filter: true, sort: true, description: bilingual('The price', 'Le prix') },
      seats: { type: 'integer', minimum: 0, default: 1, filter: true, sort: true, description: bilingual('The seats', 'Les places') },
      state: {
        type: 'string',
        enum: ['on sale', 'sold out', 'later'],
        default: 'on sale',
        filter: true,
        description: bilingual('The state of the sale', 'L’état de la vente'),
      },
      refundable: { type: 'boolean', default: true, filter: true, sort: true, description: bilingual('Refundable', 'Remboursable') },
      printed: { type: 'boolean', default: false, filter: true, description: bilingual('Printed', 'Imprimé') },
      vip: { type: 'boolean', filter: true, description: bilingual('For important people', 'Pour les personnes importantes') },
      perks: {
        type: 'array',
        items: { type: 'string', maxLength: 50 },
        default: ['entry'],
        filter: true,
        search: true,
        description: bilingual('The perks', 'Les avantages'),
      },
      rows: { type: 'array', items: { type: 'integer' }, filter: true, description: bilingual('The rows', 'Les rangs') },
      holder: {
        type: 'object',
        properties: { name: { type: 'string', required: true }, age: { type: 'integer' } },
        additionalProperties: false,
        description: bilingual('The holder', 'Le détenteur'),
      },
      extra: { type: 'object', description: bilingual('Anything', 'Ce que l’on veut') },
      opens: { type: 'string', format: 'date-time', filter: true, sort: true, description: bilingual('The opening', 'L’ouverture') },
      seal: {
        type: 'string',
        maxLength: 20,
        write(value) {
          calls.write++;
          return String(value).toUpperCase();
        },
        description: bilingual('The seal', 'Le sceau'),
      },
      total: {
        // A number beyond the range becomes null in JSON.
        type: ['number', 'null'],
        stored: false,
        read(records) {
          calls.read++;
          return records.map(({ fields }) => Number(fields?.['price'] ?? 0) * Number(fields?.['seats'] ?? 1));
        },
        description: bilingual('What all seats cost', 'Le prix de toutes les places'),
      },
      cheap: {
        type: 'number',
        stored: false,
        filter: { where: (value) => ({ 'fields.price': { $lt: value } }), index: ['fields.price'] },
        description: bilingual('Cheaper than this', 'Moins cher que cela'),
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
        description: bilingual('Prices between these', 'Les prix entre ceux-ci'),
      },
      event: { link: 'events', back: 'tickets', description: bilingual('The event', 'L’évènement') },
      venues: { link: 'venues', many: true, back: 'sold', description: bilingual('Where it is sold', 'Les points de vente') },
      upgrade: { link: 'tickets', back: 'upgraded', description: bilingual('A better ticket', 'Un meilleur billet') },
      genres: { link: 'genres', many: true, description: bilingual('The genres', 'Les genres') },
      moods: { link: 'moods', many: true, description: bilingual('The moods', 'Les ambiances') },
    },
  });
};
