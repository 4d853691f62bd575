import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { repository } from '../../house/repository';
import { compileProject } from '../../support/compiler';

interface Wrong {
  readonly what: string;
  /** The arguments of `registerRoute` after the namespace. `text` is a description. */
  readonly declaration: string;
  readonly message: string;
  /** The maximum number of lines of the message, if it is more than two. */
  readonly most?: number;
}

const wrong: readonly Wrong[] = [
  {
    what: 'a variable of the path without an arg',
    declaration: `'/events/{id}', { methods: 'GET', args: {}, permission: 'public', handle }`,
    message: `Property 'id' is missing in type '{}' but required in type 'PathArgs<"/events/{id}">'.`,
  },
  {
    what: 'a text without French',
    declaration: `'/events', { methods: 'GET', args: { city: { type: 'string', description: { en: 'City' } } }, permission: 'public', handle }`,
    message: `Property 'fr' is missing in type '{ en: string; }' but required in type 'Text'.`,
  },
  {
    what: 'a param that is not declared',
    declaration: `'/events', { methods: 'GET', args: { city }, permission: 'public', handle: ({ params }) => params.town }`,
    message: `Property 'town' does not exist on type '{ city?: string; }'.`,
  },
  {
    what: 'a param that may be absent',
    declaration: `'/events', { methods: 'GET', args: { city }, permission: 'public', handle: ({ params }) => params.city.trim() }`,
    message: `'params.city' is possibly 'undefined'.`,
  },
  {
    what: 'an unknown keyword',
    declaration: `'/events', { methods: 'GET', args: { city: { type: 'string', maxLenght: 3, description: text } }, permission: 'public', handle }`,
    message: `Type 'number' is not assignable to type 'NoKeyword<"maxLenght", DidYouMean<"maxLength">>'.`,
  },
  {
    what: 'a default that is not in the enum',
    declaration: `'/events', { methods: 'GET', args: { order: { enum: ['asc', 'desc'], default: 'up', description: text } }, permission: 'public', handle }`,
    message: `Type 'string' is not assignable to type 'OneOf<"asc" | "desc">'.`,
  },
  {
    what: 'a permission that does not exist',
    declaration: `'/events', { methods: 'GET', args: {}, permission: 'edit_pages', handle }`,
    message: `Type '"edit_pages"' is not assignable to type '"delete_events" | "edit_events" | "public" | ((request: PermissionRequest<User, {}, never>) => boolean)'.`,
  },
  {
    what: 'an answer with a member of another type',
    declaration: `'/events', { methods: 'GET', args: {}, permission: 'public', answers, handle: () => ({ id: 'x' }) }`,
    message: `Type 'string' is not assignable to type 'number'.`,
  },
  {
    what: 'an answer without a member that is required',
    declaration: `'/events', { methods: 'GET', args: {}, permission: 'public', answers, handle: () => ({ city: 'x' }) }`,
    message: `Property 'id' is missing in type '{ readonly city: "x"; }' but required in type '{ id: number; city?: string | undefined; }'.`,
  },
  {
    what: 'a promise of an answer with a member of another type',
    declaration: `'/events', { methods: 'GET', args: {}, permission: 'public', answers, handle: async () => ({ id: 'x' }) }`,
    message: `Type 'string' is not assignable to type 'number'.`,
    most: 6,
  },
  {
    what: 'a reply whose body does not fit',
    declaration: `'/events', { methods: 'GET', args: {}, permission: 'public', answers, handle: () => reply({ id: 'x' }) }`,
    message: `Type 'string' is not assignable to type 'number'.`,
    most: 5,
  },
  {
    what: 'a handler that answers nothing of what it declares',
    declaration: `'/events', { methods: 'GET', args: {}, permission: 'public', answers, handle: () => 'done' }`,
    message: `Type 'string' is not assignable to type 'HandlerAnswer<{ id: number; city?: string | undefined; }>'.`,
  },
  {
    what: 'an unknown keyword in what is answered',
    declaration: `'/events', { methods: 'GET', args: {}, permission: 'public', answers: { type: 'integer', minimun: 3 }, handle: () => 4 }`,
    message: `Type 'number' is not assignable to type 'NoKeyword<"minimun", DidYouMean<"minimum">>'.`,
  },
  {
    what: 'an unknown keyword that is like no other',
    declaration: `'/events', { methods: 'GET', args: {}, permission: 'public', answers: { typ: 'integer' }, handle: () => 4 }`,
    message: `Type 'string' is not assignable to type 'NoKeyword<"typ", DidYouMean<"title" | "type">>'.`,
  },
  {
    what: 'an unknown keyword inside of what is answered',
    declaration: `'/events', { methods: 'GET', args: {}, permission: 'public', answers: { type: 'object', properties: { id: { typ: 'integer' } } }, handle: () => ({}) }`,
    message: `Object literal may only specify known properties, but 'typ' does not exist in type 'Schema'. Did you mean to write 'type'?`,
    most: 3,
  },
];

const HEAD = [
  `import { createRegistry } from '${repository.root}/lib/registry/registry';`,
  `interface User { can(capability: 'edit_events' | 'delete_events'): boolean }`,
  `const registry = createRegistry<User>(), text = { en: 'City', fr: 'Ville' }, handle = () => 'done';`,
  `import { reply } from '${repository.root}/lib/registry/answers/reply';`,
  `const city = { type: 'string', description: text } as const;`,
  `const answers = { type: 'object', properties: { id: { type: 'integer', required: true }, city } } as const;`,
];

const compilerOptions = {
  noEmit: true,
  rootDir: path.parse(repository.root).root,
  typeRoots: [path.join(repository.root, 'node_modules/@types')],
};
/** Compiles each declaration on a line of its own, and returns the errors of each line. */
const compile = async (declarations: readonly string[]): Promise<string[][]> => {
  const folder = mkdtempSync(path.join(tmpdir(), 'wrong-'));
  const lines = [...HEAD, ...declarations.map((declaration) => `registry.registerRoute('cal/events/v1', ${declaration});`)];
  writeFileSync(path.join(folder, 'wrong.ts'), `${lines.join('\n')}\n`);
  const settings = { extends: path.join(repository.root, 'tsconfig.json'), compilerOptions, include: [], files: ['wrong.ts'] };
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(settings));
  const complaints = await compileProject(folder);
  rmSync(folder, { recursive: true });
  return declarations.map((_, index) =>
    complaints.filter(({ line }) => line === HEAD.length + index + 1).flatMap(({ sentences }) => sentences),
  );
};

describe('TypeScript compiler on wrong declarations', () => {
  let errors: readonly (readonly string[])[];
  before(async () => {
    errors = await compile([
      ...wrong.map(({ declaration }) => declaration),
      `'/events', { methods: 'GET', args: {}, permission: 'public', handle }`,
    ]);
  });

  for (const [index, { what, message, most = 2 }] of wrong.entries()) {
    it(`refuses ${what} in ${most} short lines at most`, () => {
      const lines = errors[index] ?? [];
      expect(lines).to.include(message);
      expect(lines.length).to.be.within(1, most);
      for (const line of lines) expect(line.length, line).to.be.below(170);
    });
  }

  it('accepts correct declarations', () => {
    expect(errors.at(-1)).to.deep.equal([]);
  });
});
