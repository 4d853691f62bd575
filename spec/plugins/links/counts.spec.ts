import type { Plugin } from 'calendar-events';
import { expect } from 'chai';
import fc from 'fast-check';
import { faultsOf } from '../../support/faults';
import { runs } from '../../support/runs';
import { openPromises } from '../../support/stage';
import { description, kindOf } from '../samples';

const STYLE = kindOf('style');

/** Two kinds that link to each other and to themselves. Each link has a back link. */
const theatre: Plugin = (registry) => {
  registry.registerTermLike(STYLE);
  registry.registerPostLike({
    ...kindOf('act', 'numéro'),
    fields: {
      stage: { link: 'stages', back: 'programme', description },
      after: { link: 'acts', many: true, back: 'before', description },
      styles: { link: 'styles', many: true, description },
    },
  });
  registry.registerPostLike({
    ...kindOf('stage', 'scène'),
    fields: {
      highlights: { link: 'acts', many: true, back: 'shown_at', description },
      twin: { link: 'stages', back: 'twins', description },
    },
  });
};

/** Links, each with the field that stores it and the field that counts it. */
const COUNTED = [
  ['acts', 'stage', 'stages', 'counts.programme'],
  ['acts', 'after', 'acts', 'counts.before'],
  ['acts', 'styles', 'styles', 'count'],
  ['stages', 'highlights', 'acts', 'counts.shown_at'],
  ['stages', 'twin', 'stages', 'counts.twins'],
] as const;

const place = fc.nat(3);
const places = fc.uniqueArray(place, { maxLength: 3 });
const links = fc.record({ one: fc.option(place), many: places, styles: places }, { requiredKeys: [] });
const plural = fc.constantFrom('acts' as const, 'stages' as const);
const status = fc.constantFrom('publish', 'draft', 'private', 'future', 'trash');
const change = fc.oneof(
  fc.record(
    { kind: fc.constantFrom('create' as const, 'update' as const), plural, place, links, status },
    { requiredKeys: ['kind', 'plural', 'place', 'links'] },
  ),
  fc.record({ kind: fc.constantFrom('trash' as const, 'restore' as const, 'remove' as const), plural, place }),
  fc.record({ kind: fc.constant('forget' as const), place }),
);
type Change = typeof change extends fc.Arbitrary<infer D> ? D : never;

describe('plugins: counts of links', () => {
  const { stage } = openPromises({}, [theatre]);
  let made: { acts: number[]; stages: number[]; styles: number[] };

  const ask = async (method: string, path: string, json?: object) => {
    const answer = await stage().ask(method, path, { as: 'editor', ...(json && { json }) });
    expect(answer.status, answer.text).to.be.below(500);
    return answer;
  };
  const at = (list: readonly number[], index: number): number | undefined => list[index % Math.max(list.length, 1)];

  function wire(of: 'acts' | 'stages', { one, many, styles }: { one?: number | null; many?: number[]; styles?: number[] }): object {
    const single = one === undefined ? {} : { [of === 'acts' ? 'stage' : 'twin']: one === null ? '' : (at(made.stages, one) ?? '') };
    const several = many && { [of === 'acts' ? 'after' : 'highlights']: many.flatMap((index) => at(made.acts, index) ?? []) };
    return { ...single, ...several, ...(of === 'acts' && styles && { styles: styles.map((index) => `Style ${index}`) }) };
  }

  async function apply(one: Change): Promise<void> {
    if (one.kind === 'forget') {
      const { body } = await ask('GET', '/styles?hide_empty=false');
      const term = body.styles[one.place];
      if (term) await ask('DELETE', `/styles/${term.id}`);
      return;
    }
    const id = at(made[one.plural], one.place);
    if (one.kind === 'create') {
      const { body } = await ask('POST', `/${one.plural}`, {
        title: 'Made',
        ...wire(one.plural, one.links),
        ...(one.status && { status: one.status }),
      });
      if (body.id) made[one.plural].push(body.id);
    } else if (id === undefined) return;
    else if (one.kind === 'update')
      await ask('PATCH', `/${one.plural}/${id}`, { ...wire(one.plural, one.links), ...(one.status && { status: one.status }) });
    else if (one.kind === 'restore') await ask('PATCH', `/${one.plural}/${id}`, { status: 'publish' });
    else await ask('DELETE', `/${one.plural}/${id}${one.kind === 'remove' ? '?force=true' : ''}`);
  }

  /** Reads the stored counts, counts the links again, and finds links to missing records. */
  async function readCounts(): Promise<{ stored: Record<string, number>; recounted: Record<string, number>; lost: unknown[] }> {
    const { connection } = stage().service.services;
    const all = async (name: string) => connection.collection<{ _id: number }>(name).find().toArray() as Promise<Record<string, unknown>[]>;
    const result = { stored: {} as Record<string, number>, recounted: {} as Record<string, number>, lost: [] as unknown[] };
    for (const [source, field, target, as] of COUNTED) {
      const [records, targets] = [await all(source), await all(target)];
      const named = ({ fields }: Record<string, unknown>) => [(fields as Record<string, number | number[] | null>)[field] ?? []].flat();
      for (const one of targets) {
        const key = `${target} ${one['_id']} ${as}`;
        const [outer = '', inner] = as.split('.');
        const count = one[outer] as number | Record<string, number> | undefined;
        result.stored[key] = (typeof count === 'object' ? count[inner ?? ''] : count) ?? 0;
        result.recounted[key] = records.filter(
          (record) => record['status'] === 'publish' && named(record).includes(Number(one['_id'])),
        ).length;
      }
      const existing = new Set(targets.map(({ _id }) => Number(_id)));
      result.lost.push(...records.flatMap(named).filter((id) => !existing.has(id)));
    }
    return result;
  }

  const empty = async () => {
    for (const name of ['acts', 'stages', 'styles']) await stage().service.services.connection.collection(name).deleteMany({});
    made = { acts: [], stages: [], styles: [] };
  };

  it('stay right after any sequence of changes, and no link is dangling', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 6, maxLength: 16 }), async (changes) => {
        await empty();
        for (const one of changes) await apply(one);
        const { stored, recounted, lost } = await readCounts();
        expect(stored).to.deep.equal(recounted);
        expect(lost).to.deep.equal([]);
      }),
      { numRuns: runs(25) },
    );
  });

  it('stay right under concurrent changes', async () => {
    await empty();
    for (let index = 0; index < 4; index++)
      for (const one of ['acts', 'stages'] as const) await apply({ kind: 'create', plural: one, place: 0, links: {} });
    const changes = fc.sample(change, { numRuns: 40, seed: 11 }).filter(({ kind }) => kind !== 'create');
    for (let start = 0; start < changes.length; start += 10) await Promise.all(changes.slice(start, start + 10).map(apply));
    const { stored, recounted, lost } = await readCounts();
    expect(stored).to.deep.equal(recounted);
    expect(lost).to.deep.equal([]);
  });

  it('circular links are shown without recursion', async () => {
    await empty();
    const create = async (path: string, json: object) => (await ask('POST', path, json)).body.id as number;
    const stage = await create('/stages', { title: 'Main' });
    const first = await create('/acts', { title: 'First', stage });
    await ask('PATCH', `/acts/${first}`, { after: [first] });
    await ask('PATCH', `/stages/${stage}`, { highlights: [first], twin: stage });
    const [apply, main] = [(await ask('GET', `/acts/${first}`)).body, (await ask('GET', `/stages/${stage}`)).body];
    expect([apply.before[0].id, apply.shown_at[0].id, main.programme[0].id, main.twins[0].id]).to.deep.equal([first, stage, first, stage]);
    for (const embedded of [apply.before[0], apply.shown_at[0], main.programme[0], main.twins[0]])
      expect(embedded).to.not.have.any.keys('before', 'shown_at', 'programme', 'twins');
    for (const path of [`/acts/${first}`, `/stages/${stage}`])
      for (const query of ['', '?force=true']) expect((await ask('DELETE', `${path}${query}`)).status).to.equal(200);
  });
});

/** Gives events and venues of the calendar the same field of terms. */
const sharedTerms: Plugin = (registry) => {
  registry.registerTermLike(STYLE);
  for (const plural of ['events', 'venues']) registry.registerField(plural, 'styles', { link: 'styles', many: true, description });
};

describe('plugins: the count of a term that two content types name', () => {
  const { stage } = openPromises({}, [sharedTerms]);

  it('stays right when the term gets a translation and loses it', async () => {
    const ask = async (method: string, path: string, json?: object, language: 'en' | 'fr' = 'fr') =>
      (await stage().step({ as: 'editor', language, method, path, json })).body;
    const style = await ask('POST', '/styles', { name: 'Baroque' }, 'en');
    const named = { styles: [style.id] };
    await ask('POST', '/venues', { venue: 'Salle', ...named });
    await ask('POST', '/events', { title: 'Récital', start_date: '2030-05-06 19:00', end_date: '2030-05-06 22:00', ...named });
    const translation = await ask('POST', '/styles', { name: 'Baroque', translation_of: style.id });
    expect((await ask('GET', `/styles/${translation.id}`)).count).to.equal(2);
    expect(await faultsOf(stage())).to.deep.equal([]);
    await ask('DELETE', `/styles/${translation.id}`);
    expect(await faultsOf(stage())).to.deep.equal([]);
  });
});
