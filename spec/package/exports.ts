import path from 'node:path';
import { repository } from '../house/repository';

/** A name that the package exports. */
export interface Export {
  readonly name: string;
  readonly isType: boolean;
  /** The file that declares it. */
  readonly file: string;
}

const fileOf = (importer: string, from: string): string => {
  const target = path.posix.join(path.posix.dirname(importer), from);
  return repository.files().includes(`${target}.ts`) ? `${target}.ts` : `${target}/index.ts`;
};

const statementsOf = (source: string) => [...repository.read(source).matchAll(/^export (type )?\{([^}]*)\} from '([^']+)';/gm)];

const namesOf = (names: string): { readonly word: string; readonly isType: boolean }[] =>
  names.split(',').flatMap((name) => {
    const [, type, word = ''] = /^(type )?(\w*)$/.exec(name.trim()) ?? [];
    return word === '' ? [] : [{ word, isType: type !== undefined }];
  });

/** The file that declares a name, behind all re-exports. */
const declaringFile = (file: string, name: string): string => {
  const [, , , from] = statementsOf(file).find(([, , names = '']) => namesOf(names).some(({ word }) => word === name)) ?? [];
  return from === undefined ? file : declaringFile(fileOf(file, from), name);
};

/** Lists the interfaces that a file declares or re-exports. */
const typesIn = (file: string): Export[] => [
  ...[...repository.read(file).matchAll(/^export interface (\w+)/gm)].map(([, name = '']) => ({ name, isType: true, file })),
  ...statementsOf(file).flatMap(([, types, names = '', from = '']) =>
    namesOf(names).flatMap(({ word, isType }) =>
      types !== undefined || isType ? [{ name: word, isType: true, file: declaringFile(fileOf(file, from), word) }] : [],
    ),
  ),
  ...[...repository.read(file).matchAll(/^export type \* from '([^']+)';/gm)].flatMap(([, from = '']) => typesIn(fileOf(file, from))),
];

/** Lists the names that an entry point exports, each with its file. */
export function exportsOf(source: string): Export[] {
  const wholes = [...repository.read(source).matchAll(/^export type \* from '([^']+)';/gm)].flatMap(([, from = '']) =>
    typesIn(fileOf(source, from)),
  );
  const named = statementsOf(source).flatMap(([, types, names = '', from = '']) =>
    namesOf(names).map(({ word, isType }) => ({
      name: word,
      isType: types !== undefined || isType,
      file: declaringFile(fileOf(source, from), word),
    })),
  );
  const own = [...repository.read(source).matchAll(/^export const (\w+)/gm)].map(([, name = '']) => ({
    name,
    isType: false,
    file: source,
  }));
  return [...new Map([...wholes, ...named, ...own].map((one) => [one.name, one])).values()];
}

/** The doc comment of an exported name; empty if it has none. */
export function docstringOf({ name, file }: Export): string {
  const declared = new RegExp(
    String.raw`(\/\*\*(?:(?!\*\/)[\s\S])*\*\/)\nexport (?:async )?(?:const|function|class|interface|type) ${name}\b`,
  );
  return declared.exec(repository.read(file))?.[1] ?? '';
}
