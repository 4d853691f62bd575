import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { createService } from '../../../lib';
import { accentOf, contrast, ON_ACCENT } from '../../../lib/html/branding';
import { BROWSER, expectPage } from '../../html/page';
import { type Running, startService } from '../../support/service';

const LOGO = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 40"><rect width="120" height="40" fill="#0b6b3a"/></svg>';
const STYLE = 'h1 { letter-spacing: 0.02em; }\n';

describe('SITE_LOGO, SITE_STYLE, ACCENT_COLOR and links of header and footer', () => {
  let folder: string;
  let running: Running;
  const file = (name: string, content: string | Buffer): string => {
    const where = path.join(folder, name);
    writeFileSync(where, content);
    return where;
  };
  before(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'branding-'));
    const environment = {
      SITE_NAME_EN: 'Town & country',
      SITE_LOGO: file('a.svg', LOGO),
      SITE_STYLE: file('b.css', STYLE),
      ACCENT_COLOR: '#0b6b3a',
      HEADER_LINKS_EN: 'The town https://town.example/?a=1&b=2',
      HEADER_LINKS_FR: 'La ville https://town.example/fr',
      FOOTER_LINKS_EN: 'Imprint https://town.example/imprint, Privacy https://town.example/privacy',
    };
    running = await startService({ environment });
  });
  after(async () => {
    await running.stop();
    rmSync(folder, { recursive: true });
  });

  it('put logo, colours, style sheet and links on every page', async () => {
    for (const [where, language] of [
      ['/', 'en'],
      ['/en/', 'en'],
      ['/fr/', 'fr'],
      ['/en/venue/', 'en'],
      ['/en/errors', 'en'],
      ['/en/nothing', 'en'],
      ['/en/application-passwords', 'en'],
      ['/en/cal/events/v1/doc', 'en'],
    ] as const) {
      const page = await running.ask('GET', `/${where}`, { headers: BROWSER });
      expectPage(page, language);
      const { address } = running;
      expect(page.text, where).to.match(
        new RegExp(`<img src="${address}/logo\\.svg\\?[0-9a-f]{12}" alt="Town &amp; country" width="120" height="40">`),
      );
      expect(page.text, where).to.match(new RegExp(`<link rel="stylesheet" href="${address}/site\\.css\\?[0-9a-f]{12}">`));
      expect(page.text, where).to.include(':root { --accent: #0b6b3a; --on-accent: #ffffff; }');
      expect(String(page.headers['content-security-policy']), where).to.match(/style-src 'sha256-[^']*' 'self';/);
    }
    const english = (await running.ask('GET', '//en/', { headers: BROWSER })).text;
    expect(english)
      .to.include('<a href="https://town.example/?a=1&amp;b=2">The town</a>')
      .and.to.include('>Imprint</a>')
      .and.to.include('>Privacy</a>');
    const french = (await running.ask('GET', '//fr/', { headers: BROWSER })).text;
    expect(french).to.include('>La ville</a>').and.to.not.include('Imprint');
  });

  it('serve files as immutable, at addresses that change with their content', async () => {
    const { text } = await running.ask('GET', '//en/', { headers: BROWSER });
    for (const [name, type, content] of [
      ['logo.svg', 'image/svg+xml; charset=utf-8', LOGO],
      ['site.css', 'text/css; charset=utf-8', STYLE],
    ] as const) {
      const [, version] = new RegExp(`/${name.replace('.', '\\.')}\\?([0-9a-f]{12})"`).exec(text) ?? [];
      const answer = await running.ask('GET', `//${name}?${version}`);
      expect([answer.status, answer.headers['content-type'], answer.headers['cache-control'], answer.text]).to.deep.equal([
        200,
        type,
        'public, max-age=31536000, immutable',
        content,
      ]);
    }
    expect((await running.ask('GET', '//favicon.svg')).text)
      .to.include('#0b6b3a')
      .and.to.not.include('#a8323e');
    expect((await running.ask('GET', '//logo.png')).status).to.equal(404);
  });

  it('refuse a wrong file at start, with the name of the setting', async () => {
    for (const [settings, why] of [
      [{ SITE_LOGO: path.join(folder, 'none.svg') }, /^SITE_LOGO: The file .*none\.svg cannot be read \(ENOENT\)/],
      [{ SITE_LOGO: file('c.png', 'no picture') }, /^SITE_LOGO: .*c\.png is not an image that browsers show/],
      [
        { SITE_LOGO: file('d.svg', '<svg xmlns="http://www.w3.org/2000/svg"></svg>') },
        /^SITE_LOGO: .*d\.svg is not an image .* or has no width/,
      ],
      [
        { SITE_STYLE: file('e.css', Buffer.alloc(600_000, 32)) },
        /^SITE_STYLE: .*e\.css has 600000 bytes, .* use a file of at most 524288 bytes/,
      ],
    ] as const) {
      let said = '';
      await createService({ settings: { ...settings, DATA_DIR: path.join(folder, 'data'), SEED: 'none' } }).then(
        (service) => service.close(),
        (error: Error) => {
          said = error.message;
        },
      );
      expect(said).to.match(why);
    }
  });

  it('give readable contrast in light and dark, for any ACCENT_COLOR', () => {
    for (const colour of ['#a8323e', '#000000', '#0000ff', '#0b6b3a', '#7a0000', '#6b6b6b', '#5b2a86']) {
      const { day, night } = accentOf(colour) ?? { day: '', night: '' };
      for (const [one, other] of [
        [day, '#ffffff'],
        [day, '#faf9f7'],
        [ON_ACCENT.day, day],
        [night, '#15151a'],
        [night, '#1f1f26'],
        [ON_ACCENT.night, night],
      ] as const)
        expect(contrast(one, other), `${colour}: ${one} on ${other}`).to.be.at.least(4.5);
    }
    for (const colour of ['#ffffff', '#ffff00', '#00ff00', '#ff8800', '#8a8a8a']) expect(accentOf(colour), colour).to.equal(undefined);
  });
});
