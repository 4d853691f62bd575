import { expect } from 'chai';
import { create, event, openPromises, patch, refused, tag, venue } from '../../support/stage';

/** `spec/calendar/text/names.spec.ts` tests which of several names is meant. */
describe('links by name', () => {
  const { stage } = openPromises();
  const idsOf = (shown: { id: number } | { id: number }[]): number[] => [shown].flat().map(({ id }) => id);
  const assign = async (...tags: string[]) => {
    const { body } = await stage().step(create(event('Named', { tags }), { as: 'contributor', status: 201 }));
    const again = await stage().step(patch(`/events/${body.id}`, { tags }));
    expect(again.body.tags).to.deep.equal(body.tags);
    return body.tags as { id: number; name: string; slug: string }[];
  };

  it('make a tag for a name that differs in accents or signs', async () => {
    await stage().give({ plain: tag('Marche'), letter: tag('R') });
    for (const text of ['Marché', 'R&', 'Marche!']) expect((await assign(text)).map(({ name }) => name)).to.deep.equal([text]);
  });
  it('link the tag of exactly this name rather than one that differs in case', async () => {
    await stage().give({ blues: tag('Blues'), accented: tag('Été'), bare: tag('Ete') });
    const { blues, accented, bare } = stage().names;
    expect(idsOf(await assign(' blues ', 'BLUES'))).to.deep.equal([blues]);
    expect(idsOf(await assign('ÉTÉ'))).to.deep.equal([accented]);
    expect(idsOf(await assign('ETE'))).to.deep.equal([bare]);
  });
  it('link the tag whose slug is the text itself', async () => {
    await stage().give({ slugged: tag('Fête & Foire') });
    expect(idsOf(await assign('fete-foire'))).to.deep.equal([stage().names['slugged']]);
    expect(idsOf(await assign('Fete foire'))).to.not.deep.equal([stage().names['slugged']]);
  });
  it('filter by the tag that a name means', async () => {
    for (const name of ['Foire', 'Foiré', 'Foire&', '0042']) await stage().step(create(event(`Of ${name}`, { tags: [name] })));
    for (const [text, name] of [
      ['Foire', 'Foire'],
      ['FOIRÉ', 'Foiré'],
      ['foire&', 'Foire&'],
      ['foire', 'Foire'],
      ['foire-2', 'Foiré'],
      ['0042', '0042'],
    ] as const)
      await stage().step({ path: `/events?tags=${encodeURIComponent(text)}`, has: { total: 1, 'events[0].title': `Of ${name}` } });
    for (const text of ['Foîre', 'Foire!']) await stage().step({ path: `/events?tags=${encodeURIComponent(text)}`, ...refused('tags') });
  });
  it('take digits with a dot, a sign or leading zeros as a name', async () => {
    await stage().give({ numbered: tag('Numbered') });
    const id = stage().names['numbered'];
    expect(idsOf(await assign(`${id}`))).to.deep.equal([id]);
    for (const text of [`00${id}`, `+${id}`, `-${id}`, '00', '14.07']) {
      const [made] = await assign(text);
      expect(made?.name).to.equal(text);
      expect(made?.id).to.not.equal(id);
    }
  });
  it('take digits with leading zeros for no ID of a venue', async () => {
    await stage().give({ numbered: venue('Numbered') });
    for (const text of ['00{numbered}', [{ id: '00{numbered}' }]])
      await stage().step(create(event('Numbered', { venue: text }), refused('venue')));
  });
  it('make a venue for a name that differs in accents or signs, and link an equal one', async () => {
    await stage().give({ plain: venue('Cafe'), accented: venue('Café'), lower: venue('café') });
    const { plain, accented, lower } = stage().names;
    const link = async (name: string) => {
      const { body } = await stage().step(create(event('Named', { venue: [{ venue: name }] }), { status: 201 }));
      return idsOf(body.venue)[0];
    };
    for (const [name, id] of [
      [' café ', lower],
      ['CAFÉ', accented],
      ['CAFE', plain],
    ] as const)
      expect(await link(name), name).to.equal(id);
    expect(await link('Café!')).to.not.be.oneOf([plain, accented, lower]);
  });
});
