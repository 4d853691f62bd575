import type { Plugin } from '../../../lib/index';
import { LANGUAGES } from '../../../lib/language';
import { create, openPromises, patch, refused } from '../../support/stage';

const text = (both: string) => ({ en: both, fr: both });

const genres: Plugin = (registry) => {
  registry.registerTermLike({ kind: 'genre', plural: 'genres', name: text('genre'), names: text('genres'), hierarchical: true });
};

describe('`parent` of terms', () => {
  const { promise } = openPromises({}, [genres]);
  for (const plural of ['categories', 'genres'])
    for (const language of LANGUAGES) {
      const level = (depth: number) => ({
        path: `/${plural}`,
        language,
        json: { name: `Level ${depth}`, ...(depth > 1 && { parent: `{level${depth - 1}}` }) },
      });
      promise(
        `nests at most 10 deep: ${plural}, ${language}`,
        {
          ...Object.fromEntries(Array.from({ length: 10 }, (_, place) => [`level${place + 1}`, level(place + 1)])),
          top: { path: `/${plural}`, language, json: { name: 'Top' } },
          below: { path: `/${plural}`, language, json: { name: 'Below', parent: '{top}' } },
        },
        create(level(11), { language, ...refused('parent') }),
        patch(`/${plural}/{top}`, { parent: '{level9}' }, { language, ...refused('parent') }),
        patch(`/${plural}/{top}`, { parent: '{level8}' }, { language, has: { parent: '{level8}' } }),
        patch(`/${plural}/{level1}`, { parent: 0, name: 'Renamed' }, { language, status: 200 }),
      );
    }
});
