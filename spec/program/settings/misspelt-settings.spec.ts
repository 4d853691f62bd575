import { expect } from 'chai';
import { misspeltSettings, readSettings } from '../../../lib/program/settings/settings';

const settings = Object.keys(readSettings({}));
const messagesFor = (...names: readonly string[]) => misspeltSettings(Object.fromEntries(names.map((name) => [name, 'x'])));

describe('misspeltSettings', () => {
  const scenarios: readonly (readonly [name: string, meant: string])[] = [
    ['SITE_TIMEZON', 'SITE_TIMEZONE'],
    ['SITE_TIME_ZONE', 'SITE_TIMEZONE'],
    ['site_timezone', 'SITE_TIMEZONE'],
    ['MONGODB_URL', 'MONGODB_URI'],
    ['MONGO_URI', 'MONGODB_URI'],
    ['PUBLICURL', 'PUBLIC_URL'],
    ['PROT', 'PORT'],
    ['CORS_ORIGIN', 'CORS_ORIGINS'],
    ['ALLOWED_HOST', 'ALLOWED_HOSTS'],
    ['TRUSTED_PROXY', 'TRUST_PROXY'],
    ['PLUGIN', 'PLUGINS'],
  ];
  for (const [name, meant] of scenarios) {
    it(`says of ${name} that ${meant} was probably meant`, () => {
      expect(messagesFor(name)).to.deep.equal([
        `The environment variable ${name} is not a setting and has no effect: did you mean ${meant}?`,
      ]);
    });
  }

  it('says nothing of settings, nor of what other programs read', () => {
    const others = [
      'PATH',
      'HOME',
      'PWD',
      'USER',
      'SHELL',
      'TERM',
      'LANG',
      'LANGUAGE',
      'LC_ALL',
      'TZ',
      'HOSTNAME',
      'SHLVL',
      'EDITOR',
      'LOGNAME',
    ];
    const more = [
      ...['NODE_ENV', 'NODE_OPTIONS', 'HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'XDG_DATA_DIRS', 'DATABASE_URL', 'INIT_CWD'],
      'npm_config_loglevel',
    ];
    expect(messagesFor(...settings, ...others, ...more)).to.deep.equal([]);
  });

  it('says nothing about a name if the similar setting is set too, as on some hosts', () => {
    expect(messagesFor('MONGODB_URL', 'MONGODB_URI')).to.deep.equal([]);
  });
});
