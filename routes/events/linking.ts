import { canRead } from '../../lib/access/posts';
import { fold } from '../../lib/calendar/fold';
import { plainText } from '../../lib/calendar/text';
import { ApiError, errors } from '../../lib/errors';
import type { Text } from '../../lib/language';
import { compileArgs } from '../../lib/registry/validator';
import { listOf, MOST_LINKS, readId } from '../common';
import type { PostLike, WriteContext } from '../post-like/kind';
import { ownedBy, type PostRecord } from '../post-like/post-record';
import { createRecord, writableArgs } from '../post-like/writing';
import { nameKey } from '../searching';
import type { Services } from '../services';
import type { LinkedRecord } from './event-record';

type Item = { readonly id: number } | { readonly data: Readonly<Record<string, unknown>> };

/** How an event takes records of one kind: by ID, by data, by several of these (DIFFERENCES 15). */
export interface Linking {
  /** Refuses what names no record; IDs must be of records that the user may read, in whatever language. */
  validate(value: unknown, request: { readonly user: unknown; readonly record: unknown }): Promise<true>;
  /** The IDs that a checked value means; data of an unknown name become a new record. */
  resolve(value: unknown, linked: readonly number[], context: WriteContext<PostRecord>): Promise<number[]>;
}

const EMPTY = new Set<unknown>([null, '', 0, '0', false]);

/** Makes the linking to a kind whose records are found by `nameField` when given as data. */
export function createLinking<R extends LinkedRecord>(services: Services, kind: PostLike<R>, what: Text): Linking {
  const { plural, posts } = kind;
  const nameField = kind.kind;
  const check = compileArgs(writableArgs(kind, services));
  const refusal = () =>
    errors.invalidValue({
      en: `Send the ID of ${what.en}, an object with its data, or a list of these; an ID must exist.`,
      fr: `Envoyez l’identifiant ${what.fr}, un objet avec ses données, ou une liste de ceux-ci ; un identifiant doit exister.`,
    });

  const read = (value: unknown): Item[] => {
    const items = itemsOf(value).filter((item) => !EMPTY.has(item));
    if (items.length > MOST_LINKS) throw refusal();
    return items.map((item) => {
      const id = readId(item);
      if (id !== undefined) return { id };
      if (!isObject(item)) throw refusal();
      const own = Object.hasOwn(item, 'id') ? readId(item['id']) : undefined;
      if (own !== undefined) return { id: own };
      if (Object.hasOwn(item, 'id') || !Object.hasOwn(item, nameField)) throw refusal();
      // Forms of the CMS send switches as texts; data of an event may hold booleans.
      return {
        data: Object.fromEntries(Object.entries(item).map(([name, one]) => [name, typeof one === 'boolean' ? (one ? '1' : '0') : one])),
      };
    });
  };

  const link = async (
    { data }: { readonly data: Readonly<Record<string, unknown>> },
    context: WriteContext<PostRecord>,
  ): Promise<number> => {
    const { user, language, session } = context;
    const said = data[nameField];
    const name = typeof said === 'string' ? plainText(said) : '';
    const key = fold(name);
    if (key !== '') {
      const filter = { language, 'keys.name': nameKey(name) } as unknown as Parameters<typeof posts.find>[0];
      const namesakes = (await posts.find(filter, session)).filter(
        (record) => fold(record.name) === key && record.status !== 'trash' && canRead(user, plural, ownedBy(record)),
      );
      const [first] = namesakes.sort((one, other) => one._id - other._id);
      if (first) return first._id;
      await services.connection.claim(`${plural} ${language} ${key}`, session);
    }
    try {
      const params = await check({ query: {}, body: data }, { path: {}, record: undefined, user, language });
      const record = await createRecord(kind, services, params, { user, language, session, baseUrl: context.baseUrl });
      return record._id;
    } catch (error) {
      // A refusal inside the data is a refusal of the data; what the driver throws must reach the transaction.
      if (!(error instanceof ApiError) || error.status !== 400) throw error;
      throw errors.couldNotCreate(kind, reasonOf(error));
    }
  };

  return {
    async validate(value, { user }) {
      const ids = read(value).flatMap((item) => ('id' in item ? [item.id] : []));
      const found = await posts.many(ids);
      const visible = (id: number) => {
        const record = found.get(id);
        return record !== undefined && canRead(user as WriteContext<R>['user'], plural, ownedBy(record));
      };
      if (!ids.every(visible)) throw refusal();
      return true;
    },
    async resolve(value, linked, context) {
      const ids: number[] = [];
      for (const item of read(value)) ids.push('id' in item ? item.id : await link(item, context));
      const hidden = await hiddenOf(linked, context);
      return [...new Set([...ids, ...hidden])];
    },
  };

  /** What the user cannot see he cannot take away either: writing back what was read changes nothing (DIFFERENCES 29). */
  async function hiddenOf(linked: readonly number[], { user, session }: WriteContext<PostRecord>): Promise<number[]> {
    const found = await posts.many(linked, session);
    return linked.filter((id) => {
      const record = found.get(id);
      // Events show nobody what is in the trash.
      return record !== undefined && (record.status === 'trash' || !canRead(user, plural, ownedBy(record)));
    });
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** One object is one record; a form's numbered fields are a list. */
function itemsOf(value: unknown): unknown[] {
  if (isObject(value))
    return Object.keys(value).length > 0 && Object.keys(value).every((key) => /^\d+$/.test(key))
      ? Object.values(value)
      : Object.keys(value).length === 0
        ? []
        : [value];
  return listOf(value);
}

/** The sentence of a refusal, with its reasons. */
function reasonOf(error: ApiError): Text {
  const reasons = Object.entries(error.reasons);
  const write = (language: 'en' | 'fr') =>
    [error.text[language], ...reasons.map(([name, { text }]) => `${name}: ${text[language]}`)].join(' ');
  return { en: write('en'), fr: write('fr') };
}
