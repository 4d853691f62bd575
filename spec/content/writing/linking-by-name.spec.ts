import { expect } from 'chai';
import { LANGUAGES } from '../../../lib/language';
import { create, event, openPromises, organizer, patch, refused, TERM_LIKE, venue } from '../../support/stage';

const LINKED = [
  { field: 'venue', kind: 'venue', make: venue },
  { field: 'organizer', kind: 'organizer', make: organizer },
] as const;

describe('links by name', () => {
  const { stage } = openPromises();
  const idsOf = (shown: { id: number } | { id: number }[]): number[] => [shown].flat().map(({ id }) => id);

  for (const language of LANGUAGES) {
    for (const { kind, plural, make } of TERM_LIKE) {
      const named = (name: string) => make(name, {}, { language });
      const assign = async (...text: string[]) => {
        const { body } = await stage().step(create(event('Named', { [plural]: text }), { language, as: 'contributor', status: 201 }));
        const again = await stage().step(patch(`/events/${body.id}`, { [plural]: text }, { language }));
        expect(again.body[plural]).to.deep.equal(body[plural]);
        return body[plural] as { id: number; name: string; slug: string }[];
      };
      it(`make a ${kind} of its own for a name that differs in accents or signs: ${language}`, async () => {
        await stage().give({ plain: named('Marche'), letter: named('R'), plus: named('C') });
        for (const text of ['Marché', 'R&', 'C++', 'Marche!']) expect((await assign(text)).map(({ name }) => name)).to.deep.equal([text]);
      });
      it(`link the ${kind} of exactly this name rather than one that differs in case: ${language}`, async () => {
        const { body } = await stage().step(create(event('Cases', { [plural]: ['Blues'] }), { language, status: 201 }));
        const [{ id }] = body[plural];
        expect(idsOf(await assign(' blues ', 'BLUES'))).to.deep.equal([id]);
        await stage().give({ accented: named('Été'), bare: named('Ete') });
        expect(idsOf(await assign('ÉTÉ'))).to.deep.equal([stage().names['accented']]);
        expect(idsOf(await assign('ETE'))).to.deep.equal([stage().names['bare']]);
      });
      it(`link the ${kind} whose slug is the text itself: ${language}`, async () => {
        await stage().give({ slugged: named('Fête & Foire') });
        expect(idsOf(await assign('fete-foire'))).to.deep.equal([stage().names['slugged']]);
        expect(idsOf(await assign('Fete foire'))).to.not.deep.equal([stage().names['slugged']]);
      });
      it(`filter by the ${kind} that a name means: ${language}`, async () => {
        const found = async (text: string) => {
          const { body } = await stage().step({ path: `/events?${plural}=${encodeURIComponent(text)}`, language, status: 200 });
          return (body.events as { title: string }[]).map(({ title }) => title);
        };
        for (const name of ['Foire', 'Foiré', 'Foire&', '0042'])
          await stage().step(create(event(`${name} ${kind}`, { [plural]: [name] }), { language, status: 201 }));
        for (const [text, name] of [
          ['Foire', 'Foire'],
          ['Foiré', 'Foiré'],
          ['FOIRÉ', 'Foiré'],
          ['foire&', 'Foire&'],
          ['foire', 'Foire'],
          ['foire-2', 'Foiré'],
          ['Foire-3', 'Foire&'],
          ['0042', '0042'],
        ] as const)
          expect(await found(text), text).to.deep.equal([`${name} ${kind}`]);
        for (const text of ['Foîre', 'Foire!'])
          await stage().step({ path: `/events?${plural}=${encodeURIComponent(text)}`, language, ...refused(plural) });
      });
      it(`link the ${kind} named 14.07: ${language}`, async () => {
        await stage().give({ day: named('14.07') });
        expect(idsOf(await assign('14.07'))).to.deep.equal([stage().names['day']]);
        expect((await assign('21.07'))[0]?.name).to.equal('21.07');
      });
      it(`take digits with a sign or leading zeros as the name of a ${kind}: ${language}`, async () => {
        await stage().give({ numbered: named('Numbered') });
        const id = stage().names['numbered'];
        expect(idsOf(await assign(`${id}`))).to.deep.equal([id]);
        for (const text of [`00${id}`, `+${id}`, `-${id}`, '00']) {
          const [made] = await assign(text);
          expect(made?.name).to.equal(text);
          expect(made?.id).to.not.equal(id);
        }
      });
    }
    for (const { field, kind, make } of LINKED)
      it(`take digits with leading zeros for no ID of a ${kind}: ${language}`, async () => {
        await stage().give({ numbered: make('Numbered', {}, { language }) });
        for (const text of [`00${stage().names['numbered']}`, [{ id: `00${stage().names['numbered']}` }]])
          await stage().step(create(event('Numbered', { [field]: text }), { language, ...refused(field) }));
      });
    for (const { field, kind, make } of LINKED)
      it(`make a ${kind} of its own for a name that differs in accents or signs, and link an equal one: ${language}`, async () => {
        await stage().give({
          plain: make('Cafe', {}, { language }),
          accented: make('Café', {}, { language }),
          lower: make('café', {}, { language }),
        });
        const { plain, accented, lower } = stage().names;
        const link = async (text: string) => {
          const { body } = await stage().step(create(event('Named', { [field]: [{ [kind]: text }] }), { language, status: 201 }));
          return idsOf(body[field])[0];
        };
        expect(await link('Cafe')).to.equal(plain);
        expect(await link(' café ')).to.equal(lower);
        expect(await link('CAFÉ')).to.equal(accented);
        expect(await link('CAFE')).to.equal(plain);
        expect(await link('Café!')).to.not.be.oneOf([plain, accented, lower]);
      });
  }
});
