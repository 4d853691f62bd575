import type { Stored } from '../../database';
import { capitalized, type Served } from '../../language';
import { type Answers, requiredOf, type Schema, valueSchema } from '../../registry';
import {
  argOf,
  type CompiledField,
  featuredAnswer,
  idAnswers,
  imageAnswer,
  languageAnswersIn,
  type PostLike,
  type PostLikeDeclaration,
  publicationAnswer,
  restUrlAnswer,
  type SchemaField,
  sharedText,
  type TitledAnswer,
  type TypeBasics,
  urlAnswer,
} from '../types';

type AnsweredType = Pick<PostLikeDeclaration, 'one' | 'description'> &
  Pick<TypeBasics, 'plural' | 'sparse' | 'protectable'> &
  Pick<PostLike, 'title' | 'fields' | 'pluginFields'>;

const slug = {
  type: 'string',
  required: true,
  description: { en: 'The slug. Empty if a draft has none yet', fr: 'Le slug. Vide si un brouillon n’en a pas encore' },
} as const satisfies Answers;

const { id, ...globalIds } = idAnswers;

type EmbeddedOf = (plural: string) => TitledAnswer;

/** Makes the schema of a record, without plugins' fields. */
function ownAnswer({ title, one, description, sparse, fields }: AnsweredType, embeddedOf: EmbeddedOf, served: Served): TitledAnswer {
  const sparseText =
    sparse && one
      ? { en: `${capitalized(one.en)}. Empty members are left out.`, fr: `${capitalized(one.fr)}. Les membres vides sont omis.` }
      : undefined;
  const text = description ?? sparseText;
  const own = fields.flatMap(({ name, plugin, answer, shared }) =>
    plugin === undefined && answer ? [[name, withShared(answer(embeddedOf), shared)] as const] : [],
  );
  return {
    type: 'object',
    title,
    properties: {
      id,
      ...(!sparse && globalIds),
      ...publicationAnswer.properties,
      url: urlAnswer,
      ...(!sparse && { rest_url: restUrlAnswer }),
      ...Object.fromEntries(own),
      slug: sparse ? { type: 'string', minLength: 1 } : slug,
      image: sparse ? imageAnswer : featuredAnswer,
      ...(sparse && globalIds),
      ...languageAnswersIn(served),
    },
    ...(text && { description: text }),
  };
}

/** Makes the schema of a record embedded in another record. Fields that would embed further records are left out. */
export function embeddedAnswer(type: AnsweredType, embeddedOf: EmbeddedOf, served: Served): TitledAnswer {
  const inner = type.pluginFields.filter(({ outermost }) => !outermost);
  const own = withFields(ownAnswer(type, embeddedOf, served), inner, type, embeddedOf);
  return inner.length === type.pluginFields.length ? own : { ...own, title: `Embedded${own.title}` };
}

/** Makes the schema of a record in the routes of its type. It equals the embedded schema if both have the same fields. */
export const wholeAnswer = (type: AnsweredType, embeddedOf: EmbeddedOf, served: Served): TitledAnswer =>
  type.pluginFields.some(({ outermost }) => outermost)
    ? withFields(ownAnswer(type, embeddedOf, served), type.pluginFields, type, embeddedOf)
    : embeddedOf(type.plural);

export function withFields(
  own: TitledAnswer,
  fields: readonly Pick<CompiledField, 'name' | 'answer' | 'shared' | 'hidden' | 'always'>[],
  { protectable }: { readonly protectable: boolean },
  embeddedOf: EmbeddedOf,
): TitledAnswer {
  const shown = fields.flatMap(({ answer, ...field }) =>
    answer ? [{ ...field, schema: withShared(answer(embeddedOf), field.shared) }] : [],
  );
  if (shown.length === 0) return own;
  const required = requiredOf(own);
  // Protected records show null for added fields and an empty value for fields that are always present.
  const properties = shown.map(({ name, schema, hidden }): readonly [string, Schema] => [
    name,
    protectable && !required.includes(name) && (hidden?.value ?? null) === null ? orNull(schema) : schema,
  ]);
  return {
    ...own,
    properties: { ...own.properties, ...Object.fromEntries(properties) },
    required: [...new Set([...required, ...shown.flatMap(({ name, always }) => (always ? [name] : []))])],
  };
}

/** Adds to a field's description that all translations share the field. */
const withShared = (answer: Answers, shared: CompiledField['shared']): Answers =>
  shared && answer.description ? { ...answer, description: sharedText(answer.description, shared.by) } : answer;

/** Makes the response schema of a declared field. `empty` is the value shown if a record stores none. */
export function fieldAnswer<R extends Stored, C>(declared: SchemaField<R, C>, empty: unknown): Answers {
  const { stored, write, show, read, answers } = declared;
  const arg = argOf(declared);
  const { validate, sanitize, required } = arg;
  // A plugin's function may fail, and the field is null then.
  const shownAs = read || show ? orNull : (schema: Answers) => schema;
  if (answers) return shownAs({ description: arg.description, ...answers });
  const schema: Answers = { ...valueSchema(arg), ...(typeof required === 'object' && { required }) };
  if (stored === false) return shownAs(schema);
  if (validate || sanitize || write || show || read) return { description: arg.description };
  // Records older than the field lack even a required value.
  return empty === null ? orNull(schema) : schema;
}

function orNull(schema: Answers): Answers {
  const { description, ...rest } = schema;
  const { type, enum: values, title, oneOf, anyOf } = rest;
  // A titled schema is one component, nullable or not.
  if (title || oneOf || anyOf || (type === undefined && values))
    return { anyOf: [rest, { type: 'null' }], ...(description && { description }) };
  if (type === undefined) return schema;
  return { ...schema, type: [...new Set([type, 'null' as const].flat())], ...(values && { enum: [...new Set([...values, null])] }) };
}
