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
  const fileOf = (from: string): string => `${path.posix.join(path.posix.dirname(source), from)}.ts`;
  const wholes = [...repository.read(source).matchAll(/^export type \* from '([^']+)';/gm)].flatMap(([, from = '']) =>
    [...repository.read(fileOf(from)).matchAll(/^export interface (\w+)/gm)].map(([, name = '']) => ({
      name,
      isType: true,
      file: fileOf(from),
    })),
  );
  const statements = [...repository.read(source).matchAll(/^export (type )?\{([^}]*)\} from '([^']+)';/gm)];
  const named = statements.flatMap(([, types, names = '', file = '']) =>
    names.split(',').flatMap((name) => {
      const [, type, word = ''] = /^(type )?(\w*)$/.exec(name.trim()) ?? [];
      const isType = types !== undefined || type !== undefined;
      return word === '' ? [] : [{ name: word, isType, file: fileOf(file) }];
    }),
  );
  return [...wholes, ...named];
}

/** The doc comment before the declaration of a name; empty if it has none. */
export function docstringOf({ name, file }: Export): string {
  const declared = new RegExp(
    String.raw`(\/\*\*(?:(?!\*\/)[\s\S])*\*\/)\nexport (?:async )?(?:const|function|class|interface|type) ${name}\b`,
  );
  return declared.exec(repository.read(file))?.[1] ?? '';
}
