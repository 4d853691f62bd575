import type { Answers } from '../../registry/answers';
import type { Schema } from '../../registry/args';
import { requiredOf } from '../../registry/json-schema';
import type { TitledAnswer } from '../answers/page-answers';
import type { PostLike } from '../post-like/kind';
import type { PostRecord } from '../post-like/post-record';
import type { SchemaField } from './field';

/** What of a kind its schema is made of. */
type Answering = Pick<PostLike<PostRecord>, 'added' | 'answer' | 'protectable'>;

// A thing with a title has one schema, wherever it is shown.
const whole = new WeakMap<Answering['added'], TitledAnswer>();
const embedded = new WeakMap<Answering['added'], TitledAnswer>();

const remembered = (known: typeof whole, { added }: Answering, make: () => TitledAnswer): TitledAnswer => {
  const answer = known.get(added) ?? make();
  known.set(added, answer);
  return answer;
};

/** The fields that are shown within other records' answers too. */
const innerOf = ({ added }: Answering) => [...added.values()].filter(({ outermost }) => !outermost);

/** The schema of what a kind's own routes answer, with what was added to it: to be asked for when no more fields are added to any kind. */
export const wholeAnswer = (kind: Answering): TitledAnswer =>
  remembered(whole, kind, () =>
    innerOf(kind).length === kind.added.size ? embeddedAnswer(kind) : withFields(kind.answer(), [...kind.added.values()], kind.protectable),
  );

/** The schema of a record within another one's answer, where nothing is shown that would embed others again. */
export const embeddedAnswer = (kind: Answering): TitledAnswer =>
  remembered(embedded, kind, () => {
    const inner = innerOf(kind);
    const own = withFields(kind.answer(), inner, kind.protectable);
    return inner.length === kind.added.size ? own : { ...own, title: `Embedded${own.title}` };
  });

function withFields(
  own: TitledAnswer,
  fields: readonly { readonly name: string; readonly always?: true; answer?(): Answers }[],
  protectable: boolean,
): TitledAnswer {
  const shown = fields.flatMap(({ answer, ...field }) => (answer ? [{ ...field, schema: answer() }] : []));
  if (shown.length === 0) return own;
  const firm = requiredOf(own);
  // A protected record hides what is added behind null, and what the kind itself always shows behind what is empty.
  const properties = shown.map(({ name, schema }): readonly [string, Schema] => [
    name,
    protectable && !firm.includes(name) ? orNull(schema) : schema,
  ]);
  return {
    ...own,
    properties: { ...own.properties, ...Object.fromEntries(properties) },
    required: [...new Set([...firm, ...shown.flatMap(({ name, always }) => (always ? [name] : []))])],
  };
}

/** The schema of what is shown of a field, as far as its declaration tells; `empty` is what a record shows that was never given one. */
export function fieldAnswer(declared: SchemaField, empty: unknown): Answers {
  const { filter, sort, search, stored, write, show, read, answers, ...arg } = declared;
  const { default: _, validate, sanitize, announced, required, ...rest } = arg;
  // Where the plugin's function fails it is null.
  const made = read || show ? orNull : (schema: Answers) => schema;
  if (answers) return made({ description: arg.description, ...answers });
  const schema: Answers = typeof required === 'object' ? { ...rest, required } : rest;
  if (stored === false) return made(schema);
  if (validate || sanitize || write || show || read) return { description: arg.description };
  // Also what must be given is not there in records that were stored before there was the field.
  return empty === null ? orNull(schema) : schema;
}

function orNull(schema: Answers): Answers {
  const { description, ...rest } = schema;
  const { type, enum: values, title, oneOf, anyOf } = rest;
  // What has a title is one schema, here and where it cannot be null.
  if (title || oneOf || anyOf || (type === undefined && values))
    return { anyOf: [rest, { type: 'null' }], ...(description && { description }) };
  if (type === undefined) return schema;
  return { ...schema, type: [...new Set([type, 'null' as const].flat())], ...(values && { enum: [...new Set([...values, null])] }) };
}
