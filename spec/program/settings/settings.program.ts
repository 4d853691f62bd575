import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { StartError } from '../../../lib/program/service/start-error';
import { createRedaction, readHosts } from '../../../lib/program/settings/connection-string';
import { completeSettings, readSettings, type Settings, servedLanguages } from '../../../lib/program/settings/settings';
import { freshFolder, run } from '../program';

const COUNT = ['-1', '1.5', '1e1', '0x10', 'ten', '+1', '1 2', '١', 'NaN', '99999999999999999999', ' '];
const URLS = [
  ...['example.org', '//example.org', 'ftp://example.org', 'http:example.org', 'http://', 'https://a b.org', 'https://example.org?a=1'],
  ...['https://example.org/#a', 'https://me:secret@example.org', 'https://example.org:99999', 'https://*.example.org'],
  ...['https:\\\\example.org', ' '],
];
const WORDS = [' ', 'yes', 'true', '1', '0', 'null', 'undefined', 'on', '-', 'auto,none'];

const NAMES = [
  /a name of one line, of at most 100 characters/,
  [' ', '\t', '\n', 'a\nb', 'a\0b', '\u001b[0m', 'x'.repeat(101), 'a\u007fb', 'a\u0085b', 'a\tb'],
] as const;

const LINKS = [
  /a text and an address for each link, e\.g\. About us https:\/\/example\.org\/about, separated by commas/,
  [
    ' ',
    ',',
    'About us',
    'https://example.org',
    'About /about',
    'About javascript:alert(1)',
    'About ftp://example.org',
    'About https://',
    'About https://a b',
    'A https://example.org,',
    'A https://example.org B',
    `${'x'.repeat(101)} https://example.org`,
  ],
] as const;

/** Invalid values for settings with a list of origins. */
const ORIGINS: readonly [RegExp, readonly string[]] = [
  /\* for any, or origins like https:\/\/example\.org, without a path, separated by commas/,
  [
    ...URLS,
    'foo',
    'null',
    '*,https://example.org',
    'https://example.org/page',
    'https://a.org,',
    ',',
    'https://a.org https://b.org',
    'file://',
  ],
];

/** At least ten invalid values for each setting, with the part of the message that describes valid ones. */
const WRONG: Readonly<Record<keyof Settings, readonly [allowed: RegExp, values: readonly string[]]>> = {
  PORT: [/a whole number from 0 to 65535/, [...COUNT, '65536']],
  HOST: [
    /an IP address or a host name/,
    [' ', 'http://127.0.0.1', '127.0.0.1:3000', '[::1]', '256.1.1.1', '1.2.3', 'a b', 'a/b', '*', '-a.org', 'a..org', 'a@b', '::g'],
  ],
  MONGODB_URI: [
    /a connection string such as mongodb:\/\/.* or mongodb\+srv:\/\//,
    [
      ...['mogodb://root:secret@db/', 'http://root:secret@db/', 'root:secret@db', 'mongodb://', 'mongodb://root:secret@'],
      ...['mongodb://root:secret@db:port/', 'mongodb://root:secret@db:70000/', 'mongodb://root:se@cret@db/'],
      ...['mongodb://root:secret/secret@db/', 'mongodb://root:secret%zz@db/', 'mongodb://root:secret@one,,two/'],
      ...['mongodb://root:secret@a b/', 'mongodb+srv://root:secret@one,two/', 'mongodb+srv://root:secret@db:27017/'],
      ' mongodb://root:secret@db/',
    ],
  ],
  MONGODB_DB: [
    /a name of letters, digits, - and _/,
    [' ', 'a b', 'a.b', 'a/b', 'a$b', 'é', 'a'.repeat(64), 'admin', 'local', 'config', 'Admin', '\0'],
  ],
  DATA_DIR: [
    /the path of a folder/,
    [' ', '\t', '\n', 'a\0b', 'a\nb', '\u001b[0m', 'mongodb://me:secret@db/', 'http://db', 'file:///data', 's3://data', 'MONGODB+SRV://db'],
  ],
  PUBLIC_URL: [/an address that begins with http:\/\/ or https:\/\//, URLS],
  SITE_URL: [/an address that begins with http:\/\/ or https:\/\//, URLS],
  SITE_NAME_EN: NAMES,
  SITE_NAME_FR: NAMES,
  SITE_LOGO: [
    /the path of a picture \(\.svg, \.png, \.jpg, \.jpeg, \.webp, \.gif\)/,
    [' ', '\t', 'logo', 'logo.txt', 'logo.svgz', '.svg', 'a\0.svg', 'a\n.png', 'https://example.org/logo.svg', 'svg', '/', 'logo.svg/'],
  ],
  SITE_STYLE: [
    /the path of a style sheet \(\.css\)/,
    [' ', '\t', 'site', 'site.scss', '.css', 'a\0.css', 'a\n.css', 'https://example.org/site.css', 'css', '/', 'site.css/'],
  ],
  ACCENT_COLOR: [
    /a colour such as #a8323e that is readable on white/,
    [' ', 'red', '#fff', '#ffffff', '#ff0', '#ffff00', 'a8323e', '#a8323', '#a8323e0', '#g8323e', 'rgb(0,0,0)', '#0f0'],
  ],
  HEADER_LINKS_EN: LINKS,
  HEADER_LINKS_FR: LINKS,
  FOOTER_LINKS_EN: LINKS,
  FOOTER_LINKS_FR: LINKS,
  LANGUAGES: [
    /one or more of en, fr, each of them once, separated by commas/,
    [' ', ',', 'de', 'EN', 'en,', 'en,,fr', 'en fr', 'en;fr', 'en,de', 'en,en', 'en-GB', 'English', '*', 'all', 'en\0'],
  ],
  DEFAULT_LANGUAGE: [/one of en, fr/, [...WORDS, 'de', 'EN', 'en,fr', 'en-GB', 'English']],
  SITE_TIMEZONE: [
    /a time zone, e\.g\. Europe\/Paris/,
    [' ', 'Mars/Olympus', 'Paris', 'Europe', 'Europe/', '/', 'Europe/Paris/', 'UTC+99', '+25:00', 'now', '12', 'Europe Paris'],
  ],
  LOCALES: [
    /locales of en, fr, e\.g\. en-CA,fr-CA, one for each language, separated by commas/,
    [
      ...[' ', ',', 'de-DE', 'fr-QC', 'en_CA', 'en-CA,', 'en-CA,en-GB', 'fr-CA fr-FR', 'en-CA;fr-CA', 'e', '*', 'English'],
      ...['en-CA-u-hc-h23', 'en-CA,de', 'x-private'],
    ],
  ],
  CURRENCY: [/currency code of ISO 4217/, [...WORDS, 'eur', 'EURO', '€', 'EU', 'XYZ', 'EUR,CAD', 'EUR ']],
  CURRENCY_SYMBOL: [
    /1 to 16 characters, with a letter or a currency sign/,
    [' ', '5', '$5', '-', '.', ',', '\n', '$\n', '<b>', '"$"', '&euro;', 'x'.repeat(17)],
  ],
  CURRENCY_POSITION: [/one of prefix, postfix/, [...WORDS, 'before', 'Prefix', 'suffix']],
  CACHE_MB: [/a whole number from 0 to 65536/, [...COUNT, '65537']],
  MAX_PER_PAGE: [/a whole number from 1 to 1000/, [...COUNT, '0', '1001']],
  SEED: [/one of auto, none/, [...WORDS, 'Auto']],
  RATE_LIMIT: [/a whole number from 0 to 1000000/, [...COUNT, '1000001']],
  PLUGINS: [
    /paths or names of packages, separated by commas/,
    [',', ' ', ', ,', 'a,', ',a', 'a,,b', 'a\nb', 'a,\0', '\t', '\u007f', 'a, ,b'],
  ],
  CORS_ORIGINS: ORIGINS,
  EMBED_ORIGINS: [/without a path, and not of an IPv6 address, separated by commas/, [...ORIGINS[1], 'http://[::1]:9000']],
  ALLOWED_HOSTS: [
    /hosts like example\.org, example\.org:8080 or \[::1\]/,
    [
      ...[' ', 'http://example.org', 'a b', 'a/b', '*', '*.example.org', 'example.org:99999', 'example.org:', '::1', '[::z]', 'a,,b'],
      ...['a@b', '-a.org'],
    ],
  ],
  LOG_ADDRESS: [/one of full, short, none/, [...WORDS, 'Full', 'anonymous']],
  SLOW_MILLISECONDS: [/a whole number from 0 to 3600000/, [...COUNT, '3600001']],
  LOG_LEVEL: [/one of fatal, error, warn, info, debug, trace, silent/, [...WORDS, 'INFO', 'loud', 'verbose']],
  SHUTDOWN_SECONDS: [/a whole number from 0 to 3600/, [...COUNT, '3601', '10s']],
  TIMEOUT_SECONDS: [/a whole number from 1 to 3600/, [...COUNT, '0', '3601']],
  TRUST_PROXY: [/a whole number from 0 to 100/, [...COUNT, '101', 'true']],
  METRICS: [/one of loopback, public/, [...WORDS, 'localhost', 'Public']],
  LEGACY_API: [/one of on, off/, ['On', 'OFF', 'true', 'false', 'yes', 'no', '1', '0', 'on,off', 'legacy']],
};

const refusalOf = (settings: Readonly<Record<string, string>>): string => {
  try {
    readSettings(settings);
  } catch (error) {
    if (error instanceof StartError) return error.message;
    throw error;
  }
  return 'nothing was refused';
};

describe('A setting', () => {
  for (const [name, [allowed, values]] of Object.entries(WRONG)) {
    it(`that is wrong is refused with its name and the allowed values, without a password: ${name}`, () => {
      expect(values.length).to.be.at.least(10);
      for (const value of values) {
        const refusal = refusalOf({ [name]: value });
        expect(refusal, JSON.stringify(value))
          .to.match(new RegExp(`^${name} must (?:be|have) `))
          .and.match(allowed)
          .and.not.match(/secret|[\n\0]/);
      }
    });
  }

  it('is any origin if * is the only entry', () => {
    expect(completeSettings({ CORS_ORIGINS: ['*'] }).CORS_ORIGINS).to.equal(undefined);
    expect(completeSettings({ EMBED_ORIGINS: ['*'] }).EMBED_ORIGINS).to.deep.equal(['*']);
  });

  it('forbids frames if it names no origin', () => {
    expect(readSettings({ EMBED_ORIGINS: '' }).EMBED_ORIGINS).to.deep.equal([]);
  });

  it('has an entry in the table above', () => {
    expect(Object.keys(WRONG)).to.have.members(Object.keys(completeSettings({})));
  });

  const right: readonly (readonly [keyof Settings, string, unknown])[] = [
    [
      'CORS_ORIGINS',
      'https://Example.ORG/, http://127.0.0.1:80,https://Bücher.example:443',
      ['https://example.org', 'http://127.0.0.1', 'https://xn--bcher-kva.example'],
    ],
    ['CORS_ORIGINS', 'http://[::1]:3000', ['http://[::1]:3000']],
    ['CORS_ORIGINS', '*', undefined],
    ['EMBED_ORIGINS', 'https://Example.ORG/, http://127.0.0.1:80', ['https://example.org', 'http://127.0.0.1']],
    ['EMBED_ORIGINS', '*', ['*']],
    ['PUBLIC_URL', 'HTTPS://Example.org:443/calendar//', 'https://example.org/calendar'],
    ['HOST', '::1', '::1'],
    ['HOST', 'localhost', 'localhost'],
    ['MONGODB_URI', 'mongodb://root:p%40ss@one:27017,two/db?replicaSet=rs0', 'mongodb://root:p%40ss@one:27017,two/db?replicaSet=rs0'],
    ['MONGODB_URI', 'mongodb://%2Ftmp%2Fa.sock/?directConnection=true', 'mongodb://%2Ftmp%2Fa.sock/?directConnection=true'],
    ['CURRENCY_SYMBOL', 'NT$', 'NT$'],
    ['SITE_TIMEZONE', 'UTC+5:30', 'UTC+5:30'],
    ['LOCALES', 'en-ca, fr-Latn-CA', ['en-CA', 'fr-Latn-CA']],
    ['LOCALES', 'en', ['en']],
    ['PLUGINS', './a.js, b', ['./a.js', 'b']],
    ['SITE_NAME_FR', ' Que faire, à Lyon ? ', 'Que faire, à Lyon ?'],
    [
      'HEADER_LINKS_EN',
      ' About us   https://example.org/a?b=1 , Help http://help.example',
      ['About us https://example.org/a?b=1', 'Help http://help.example'],
    ],
    ['ACCENT_COLOR', '#0B6B3A', '#0b6b3a'],
    ['LANGUAGES', 'fr, en', ['fr', 'en']],
    ['LANGUAGES', 'fr', ['fr']],
    ['DEFAULT_LANGUAGE', 'fr', 'fr'],
  ];
  for (const [name, value, settled] of right) {
    it(`is normalised once: ${name}=${value}`, () => {
      const settings = readSettings({ [name]: value });
      expect(settings[name]).to.deep.equal(settled);
      expect(completeSettings(settings)).to.deep.equal(settings);
    });
  }
});

describe('The default language', () => {
  const settled: readonly (readonly [string | undefined, string | undefined, string])[] = [
    [undefined, undefined, 'en'],
    ['fr,en', undefined, 'en'],
    ['fr', undefined, 'fr'],
    ['en,fr', 'fr', 'fr'],
  ];
  for (const [languages, given, language] of settled) {
    it(`is ${language} of the languages ${languages ?? 'that there are'} where ${given ?? 'none'} is named`, () => {
      const settings = readSettings({ LANGUAGES: languages, DEFAULT_LANGUAGE: given });
      expect(settings.DEFAULT_LANGUAGE).to.equal(language);
      expect(servedLanguages(settings)).to.deep.equal({ languages: settings.LANGUAGES, first: language });
    });
  }

  it('must be a served language', () => {
    const sentence = 'DEFAULT_LANGUAGE must be one of LANGUAGES (en); it is "fr".';
    expect(refusalOf({ LANGUAGES: 'en', DEFAULT_LANGUAGE: 'fr' })).to.equal(sentence);
    expect(() => completeSettings({ LANGUAGES: ['en'], DEFAULT_LANGUAGE: 'fr' })).to.throw(StartError, sentence);
  });

  it('needs at least one served language', () => {
    expect(() => completeSettings({ LANGUAGES: [] })).to.throw(StartError, /^LANGUAGES must be one or more of en, fr, each of them once/);
  });
});

describe('Credentials', () => {
  it('are not among the hosts that a connection string leads to', () => {
    expect(readHosts('mongodb://root:secret@one:27017,[::1]:27018/db?replicaSet=rs0')).to.equal('one:27017,[::1]:27018');
    expect(readHosts('mongodb+srv://secret@cluster.example.org')).to.equal('cluster.example.org');
    expect(readHosts('mongodb://%2Ftmp%2Fa.sock/')).to.equal('/tmp/a.sock');
  });

  const texts: readonly (readonly [string, string])[] = [
    ['mongodb://root:secret@db/', 'cannot reach mongodb://root:secret@db/ as root with secret'],
    ['mongodb://root:secr%C3%A9t@db/', 'cannot log in with secrét, that is secr%C3%A9t'],
    ['mongodb://root:secret"1@db/', '{"msg":"secret\\"1"}'],
    ['mongodb://root:secr/et@db/', 'there is no host secr/et'],
    ['mogodb:root:secret@db', 'cannot read mogodb:root:secret@db'],
    ['mongodb//root:secret', 'cannot read mongodb//root:secret'],
    ['mongodb://db/?proxyPassword=secret', 'the option is secret'],
    ['', 'cannot fetch https://me:secret@example.org/, nor http://secret@example.org'],
  ];
  for (const [uri, text] of texts) {
    it(`are taken out of a text: ${text}`, () => {
      const redacted = createRedaction(uri)(text);
      expect(redacted).to.not.match(/secr/);
      expect(redacted).to.include('…');
    });
  }

  it('are not in messages about a setting, in any address', () => {
    for (const value of [
      'https://user:my secret@host',
      'https:user:secret@host',
      'https://user:a"secret@host',
      'mongodb://root:se secret@db/',
    ])
      for (const name of ['PUBLIC_URL', 'MONGODB_DB', 'CORS_ORIGINS'])
        expect(() => readSettings({ [name]: value }))
          .to.throw(StartError, name)
          .with.property('message')
          .that.does.not.include('secret');
  });

  it('are not a login without a password, which may be a word of any text', () => {
    const text = 'the last administrator: "admin"';
    expect(createRedaction('mongodb://admin@db/')(text)).to.equal(text);
    expect(createRedaction('mongodb://admin@db/')('cannot reach mongodb://admin@db/')).to.equal('cannot reach …');
  });

  it('are all that is removed', () => {
    const text = '{"url":"http://127.0.0.1:3000/en/a@b","from":"npm:a@1","to":"mongodb://db/"}';
    expect(createRedaction('mongodb://root:secret@db/')(text)).to.equal(text);
  });

  const stray = path.join(freshFolder(), 'stray.js');
  writeFileSync(stray, "exports.plugin = () => undefined; Promise.reject(new Error('lost ' + process.env.MONGODB_URI));");
  const ends: readonly (readonly [string, Readonly<Record<string, string>>, RegExp])[] = [
    ['that cannot be parsed', { MONGODB_URI: 'mogodb://root:s%65cret@db/' }, /^MONGODB_URI must be /],
    ['that the driver refuses', { MONGODB_URI: 'mongodb://root:s%65cret@db/?readPreference=s%65cret' }, /^MONGODB_URI cannot be used /m],
    ['that a plugin throws in vain', { MONGODB_URI: 'mongodb://root:s%65cret@db/', PLUGINS: stray }, /^Error: lost [^\n]*…[\s\S]*at /m],
  ];
  for (const [title, environment, sentence] of ends) {
    it(`are not said by a process that ends because of a connection string ${title}`, async () => {
      const { code, out, err } = await run(['seed'], environment);
      expect([code, out]).to.deep.equal([1, '']);
      expect(err)
        .to.match(sentence)
        .and.not.match(/s%65cret|secret/);
    });
  }
});
