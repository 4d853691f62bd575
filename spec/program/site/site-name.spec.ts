import { expect } from 'chai';
import { type Running, startService } from '../../support/service';

const HTML = { accept: 'text/html' };

const named = async (environment: Readonly<Record<string, string>>, look: (running: Running) => Promise<void>) => {
  const running = await startService({ environment });
  try {
    await look(running);
  } finally {
    await running.stop();
  }
};

describe('SITE_NAME_EN and SITE_NAME_FR', () => {
  it('name pages, feeds, calendars, the index and the document', () =>
    named({ SITE_NAME_EN: 'What’s on & where', SITE_NAME_FR: 'Que faire' }, async ({ ask }) => {
      for (const [language, name] of [
        ['en', 'What’s on & where'],
        ['fr', 'Que faire'],
      ] as const) {
        const [page, feed, calendar, index, document] = await Promise.all(
          ['', '/cal/events/v1/events.atom', '/cal/events/v1/events.ics', '', '/cal/events/v1/doc'].map((path, place) =>
            ask('GET', `//${language}${path}`, { headers: place === 0 ? HTML : {} }),
          ),
        );
        const written = name.replace('&', '&amp;');
        expect(page?.text).to.include(`<p class="site"><a href="`).and.to.include(`>${written}</a></p>`);
        expect(page?.text).to.include(`<meta property="og:site_name" content="${written}">`);
        expect(feed?.text).to.include(`<title>${written}</title>`);
        expect(calendar?.text.replaceAll('\r\n ', '')).to.include(name.replace(',', '\\,'));
        expect(index?.body.name).to.equal(name);
        expect(document?.body.info.title).to.include(`${name} – `);
        expect(document?.body.info.contact.name).to.equal(name);
      }
    }));

  it('one name stands for both languages; the default is the name of the service', async () => {
    await named({ SITE_NAME_FR: 'Agenda' }, async ({ ask }) => {
      expect((await ask('GET', '//en')).body.name).to.equal('Agenda');
    });
    await named({}, async ({ ask }) => {
      expect((await ask('GET', '//fr')).body.name).to.equal('Évènements du calendrier');
      expect((await ask('GET', '//en/cal/events/v1/doc')).body.info.title).to.equal('Calendar Events REST API');
    });
  });
});
