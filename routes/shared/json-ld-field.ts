import type { Field, PostRecord, View } from '../../lib/content';
import type { Answers } from '../../lib/registry';

/** Makes the member `json_ld` of a single record. `describe` converts what is shown of it. */
export const jsonLdField = <Shown extends object>(
  describe: (shown: Shown, record: PostRecord | undefined) => object,
  answers: Answers & Required<Pick<Answers, 'description'>>,
) =>
  ({
    stored: false,
    read: (records: readonly PostRecord[], { single }: View, shown: readonly object[]) =>
      shown.map((one, index) => (single ? describe(one as Shown, records[index]) : undefined)),
    answers,
    description: answers.description,
  }) as const satisfies Field;
