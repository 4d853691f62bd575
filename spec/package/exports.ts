import path from 'node:path';
import { repository } from '../house/repository';

/** A name that an entry of the package exports. */
export interface Export {
  readonly name: string;
  readonly isType: boolean;
  /** Where it is declared. */
  readonly file: string;
}

/** The names that an entry exports, and where each is declared. */
export function exportsOf(source: string): Export[] {
  const statements = [...repository.read(source).matchAll(/^export (type )?\{([^}]*)\} from '([^']+)';/gm)];
  return statements.flatMap(([, types, names = '', file = '']) =>
    names.split(',').flatMap((name) => {
      const [, type, word = ''] = /^(type )?(\w*)$/.exec(name.trim()) ?? [];
      const isType = types !== undefined || type !== undefined;
      return word === '' ? [] : [{ name: word, isType, file: `${path.posix.join(path.posix.dirname(source), file)}.ts` }];
    }),
  );
}
