import type { Progress } from './backup';
import { type Aspect, batchesOf, type CheckContext, checkAspect, createDuplicates, SIBLING_FIELDS, type TypeCheck } from './check/context';
import { checkSequences } from './check/counters';
import { checkCounts, countedEnds } from './check/counts';
import { cyclesAspect, linksAspect, marksAspect } from './check/links';
import { emptySlugsAspect, groupUniqueness, sharedAspect, slugUniqueness, translationsAspect } from './check/translations';

/**
 * Checks that all stored data agree: links, parents, slugs, translations, counts and sequences. Works in batches during other writes;
 * each finding was true at one moment. `progress` counts records with counts twice. Returns the approximate number of records. Passes
 * errors of the driver.
 */
export async function checkRecords({
  progress,
  ...options
}: Omit<CheckContext, 'progress'> & { readonly progress: Progress }): Promise<number> {
  const { connection, types } = options;
  const sizes = await Promise.all(
    types.map(async ({ plural }) => {
      const records = await connection.collection(plural).estimatedDocumentCount();
      return { records, read: countedEnds({ types }, plural).length > 0 ? 2 * records : records };
    }),
  );
  const total = sizes.reduce((sum, { read }) => sum + read, 0);
  let done = 0;
  const context: CheckContext = {
    ...options,
    progress(records) {
      done += records;
      progress(Math.min(done, total), total);
    },
  };
  await checkSequences(context);
  const checks = types.map((type): TypeCheck => ({ ...context, ...type, name: context.nameOf(type.plural) }));
  for (const check of checks) await checkType(check);
  // Links are repaired first, since they change counts.
  for (const check of checks) await checkCounts(check);
  return sizes.reduce((sum, { records }) => sum + records, 0);
}

async function checkType(check: TypeCheck): Promise<void> {
  const aspects: readonly Aspect[] = [
    linksAspect(check),
    cyclesAspect(check) ?? [],
    emptySlugsAspect(check),
    marksAspect(check),
    translationsAspect(check),
    sharedAspect(check),
  ].flat();
  const duplicates = [createDuplicates(check, groupUniqueness(check))];
  if (!(await hasUniqueSlugs(check))) duplicates.push(createDuplicates(check, slugUniqueness(check)));
  const reads = [...new Set([...SIBLING_FIELDS, ...aspects.flatMap((aspect) => aspect.fields)])];
  for await (const batch of batchesOf(check, reads)) {
    for (const aspect of aspects) await checkAspect(check, aspect, batch);
    for (const one of duplicates) one.note(batch);
    check.progress(batch.length);
  }
  for (const one of duplicates) await one.check();
}

/** True if the database itself refuses duplicate slugs. */
const hasUniqueSlugs = async ({ connection, plural }: TypeCheck): Promise<boolean> => {
  const exists = await connection.db().listCollections({ name: plural }, { nameOnly: true }).hasNext();
  const indexes = exists ? await connection.collection(plural).indexes() : [];
  return indexes.some(({ key, unique }) => unique === true && JSON.stringify(key) === '{"language":1,"slug":1}');
};
