import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { DATES, patch, remove, venue } from '../../support/stage';
import { bodiesOf, openAtOnce, type SentEvent } from './at-once';

const UNKNOWN = 4_000_000;

describe('POST /events: concurrent creations, refusals and changes', () => {
  const { stage, beside, id, post, each, createTogether, sizes } = openAtOnce();

  /** Sends a request to the second service, whose transactions are independent of the first. Repeats it while the service is overloaded. */
  const askBeside = async (method: string, path: string, json?: object, as: SentEvent['as'] = 'editor') => {
    const headers = { authorization: stage().authorization(as), 'content-type': 'application/json' };
    const body = json && { body: JSON.stringify(json) };
    const send = () => fetch(`${beside().address}/en/cal/events/v1${path}`, { method, headers, ...body });
    let answer = await send();
    for (; answer.status === 503; answer = await send()) await pause(1000);
    return { status: answer.status, body: JSON.parse(await answer.text()) };
  };

  /** Events that are refused before or during storage. */
  const REFUSED: readonly { readonly json: () => object; readonly as?: SentEvent['as']; readonly status?: number }[] = [
    { json: () => ({ categories: [id('music'), UNKNOWN] }) },
    { json: () => ({ tags: ['refused', UNKNOWN] }) },
    { json: () => ({ venue: UNKNOWN }) },
    { json: () => ({ post_parent: UNKNOWN }) },
    { json: () => ({ image: 'https://example.org/refused.png', end_date: '2030-05-05' }) },
    { json: () => ({ author: 1, tags: ['refused'] }), as: 'author', status: 403 },
    { json: () => ({ categories: ['Refused'], venue: { venue: 'Refused', website: 'nowhere' } }) },
  ];

  it('refuses wrong events as single requests would, and stores the others', async () => {
    const good = each(12, (place) => ({ title: `Good ${place}`, venue: id('hall'), categories: [id('music')] }));
    const bad = REFUSED.flatMap(({ json, as = 'editor' }) =>
      (['en', 'fr'] as const).map((language): SentEvent => ({ as, language, json: { title: 'Refused', venue: id('hall'), ...json() } })),
    );
    const before = await sizes();
    const answers = await createTogether([...good.slice(0, 6), ...bad, ...good.slice(6)]);
    bodiesOf([...answers.slice(0, 6), ...answers.slice(6 + bad.length)]);
    const after = { ...before, events: before.events + 1 + good.length };
    expect(await sizes()).to.deep.equal(after);
    for (const [place, sent] of bad.entries()) {
      const { status, body, headers } = answers[6 + place] ?? (await post(sent));
      expect(status, JSON.stringify(sent)).to.equal(REFUSED[Math.floor(place / 2)]?.status ?? 400);
      expect(headers['content-language']).to.equal(sent.language);
      expect(body).to.deep.equal((await post(sent)).body);
    }
    expect(await sizes()).to.deep.equal(after);
  });

  /** Changes to a linked venue between validation and storage, with the roles that may still link to it. */
  const REMOVALS = [
    { what: 'hidden', change: (path: string) => [() => askBeside('PATCH', path, { status: 'private' })], may: ['editor', 'admin'] },
    {
      what: 'removed for good',
      change: (path: string) => [() => askBeside('DELETE', path), () => askBeside('DELETE', `${path}?force=true`)],
      may: [],
    },
  ];
  for (const { what, change, may } of REMOVALS)
    it(`refuses only events whose venue is ${what} meanwhile, to users who may not read it`, async () => {
      await stage().give({ [what]: venue(`Venue that is ${what}`) });
      const sent = each(18, (place) => ({ title: `Naming ${what}`, venue: place % 6 < 4 ? id(what) : id('quay') }));
      const answers = await createTogether(sent, async () => {
        for (const step of change(`/venues/${id(what)}`)) expect((await step()).status).to.equal(200);
      });
      for (const [place, one] of sent.entries()) {
        const { status, body } = answers[place] ?? (await post(one));
        const passes = one.json['venue'] === id('quay') || may.includes(one.as);
        expect(status, `${place} ${one.as}`).to.equal(passes ? 201 : 400);
        if (passes) continue;
        expect(body).to.include({ code: 'rest_invalid_param' });
        expect(Object.keys(body.data.params)).to.deep.equal(['venue']);
        expect(body).to.deep.equal((await post(one)).body);
      }
    });

  it('stores or refuses events while their links are changed, hidden, translated and deleted', async () => {
    await stage().give({ stage: venue('Stage'), doomed: venue('Doomed') });
    const sent = each(24, (place) => ({
      title: 'Amid changes',
      venue: id(['hall', 'stage', 'doomed'][place % 3] ?? ''),
      organizer: [id('ann')],
      categories: [id('music'), id('trade')],
      tags: [id('red')],
    }));
    const steps = [
      patch(`/venues/${id('hall')}`, { city: 'Lyon' }),
      patch(`/venues/${id('stage')}`, { status: 'private' }),
      { ...venue('Scène', { translation_of: id('stage') }), as: 'editor', method: 'POST', language: 'fr' } as const,
      remove(`/venues/${id('doomed')}`),
      patch(`/organizers/${id('ann')}`, { phone: '1' }),
      patch(`/categories/${id('trade')}`, { description: 'Fairs' }),
      remove(`/tags/${id('red')}`),
    ];
    const [answers] = await Promise.all([Promise.all(sent.map(post)), ...steps.map((step) => stage().step(step))]);
    for (const [place, { status, text }] of answers.entries()) {
      expect(status, text).to.be.oneOf([201, 400]);
      if (status === 400) expect(JSON.parse(text).data.params, `${place}`).to.have.any.keys('venue', 'tags');
    }
  });

  it('gives events of two services different slugs', async () => {
    const json = (place: number) => ({ title: 'Of two', ...DATES, venue: id(place % 2 ? 'hall' : 'quay'), categories: [id('music')] });
    const before = await sizes();
    const [here, there] = await Promise.all([
      Promise.all(each(20, json).map((sent) => post({ ...sent, language: 'en' }))),
      Promise.all(Array.from({ length: 20 }, (_, place) => askBeside('POST', '/events', json(place), place % 3 ? 'author' : 'editor'))),
    ]);
    const bodies = [...bodiesOf(here), ...there.map(({ status, body }) => (status === 201 ? body : status))];
    const slugs = bodies.map(({ slug }) => slug);
    expect(slugs).to.have.members(slugs.map((_, place) => (place === 0 ? 'of-two' : `of-two-${place + 1}`)));
    expect(new Set(bodies.map((body) => body.id)).size).to.equal(40);
    expect((await sizes()).events).to.equal(before.events + 40);
  });
});
