import type { Services } from '../../content';
import type { Log } from '../../http';

/** Logs the fields that say `cache: false`, since answers with them are slower. */
export const tellUncachedFields = ({ postLikes, termLikes }: Pick<Services, 'postLikes' | 'termLikes'>, log: Log): void => {
  const kinds = [...postLikes.values(), ...termLikes.values()];
  const named = kinds.flatMap(({ plural, fields }) =>
    fields.flatMap(({ name, plugin, isUncacheable }) => (isUncacheable ? [{ field: `${plural}.${name}`, plugin }] : [])),
  );
  if (named.length === 0) return;
  const fields = named.map(({ field, plugin }) => (plugin === undefined ? field : `${field} (plugin ${plugin})`)).join(', ');
  log.info({ fields }, `Answers that show or filter by these fields are not cached, as the fields say cache: false: ${fields}.`);
};
