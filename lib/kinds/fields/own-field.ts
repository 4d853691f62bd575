import type { Answers } from '../../registry/answers';
import type { Arg } from '../../registry/args';
import type { KindDraft, KindField, MadeField, OwnField } from '../field';
import { withLine } from '../searching';

/** Answers of a sparse kind: what is empty is left out, so that what is there is not. */
const filled = ({ required: _, ...answer }: Answers): Answers =>
  answer.type === 'string' && answer.enum === undefined ? { ...answer, minLength: 1 } : answer;

const isEmpty = (value: unknown): boolean => value === '' || value === null;

/** Makes a field of a kind's own. */
export function ownField({ sparse }: Pick<KindDraft, 'sparse'>, name: string, own: OwnField): MadeField {
  const {
    as = name,
    empty,
    nulled,
    cleared,
    updates,
    hidden,
    omitted,
    searched,
    settled,
    afterwards,
    taken,
    names,
    noCircle,
    ...rest
  } = own;
  const { answers, search, shared, stored, write, show, read, ...arg } = rest;
  const isTaken = stored !== false && taken !== false;
  const isOmitted = sparse && omitted !== false;
  const storedOf = (record: object): unknown => (record as Readonly<Record<string, unknown>>)[as];
  const shown: NonNullable<KindField['seen']> = (record, view) => (show ? show(storedOf(record), record, view) : storedOf(record));
  const answer = answers ?? ({ ...schemaOf(arg), required: true } as Answers);
  const given = cleared === undefined ? empty : cleared;
  return {
    field: {
      name,
      ...(isTaken && { arg }),
      ...(stored !== false && !settled && { path: as }),
      empty,
      ...(isTaken && nulled === undefined && given !== undefined && { cleared: { value: given } }),
      ...(nulled && { nulled }),
      ...(settled && { settled }),
      ...(updates && { updates }),
      ...(shared && { shared: { path: as, by: shared } }),
      ...(noCircle && { noCircle }),
      ...(isTaken && write && { write: (value, context) => (value === null || value === empty ? empty : write(value, context, name)) }),
      ...(show && { seen: shown }),
      show: read
        ? (records, view, others) => read(records, view, others)
        : (records, view) =>
            records.map((record) => {
              const value = shown(record, view);
              return isOmitted && isEmpty(value) ? undefined : value;
            }),
      ...(afterwards && { afterwards }),
      ...(hidden !== undefined && { hidden: { value: hidden } }),
      answer: () => (isOmitted ? filled(answer) : answer),
    },
    ...(names !== undefined && { link: names }),
    extension: {
      ...(search && {
        keys: (record, keys) => ({
          ...keys,
          text: withLine(keys['text'], searched ? searched(storedOf(record) as never) : String(storedOf(record) ?? '')),
        }),
      }),
    },
  };
}

const schemaOf = ({ default: _, validate, sanitize, accepts, announced, suppliedBy, required, ...schema }: Arg): Answers => schema;
