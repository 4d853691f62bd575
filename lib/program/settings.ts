import { cleanEnv, EnvError, EnvMissingError, makeValidator } from 'envalid';
import { canonicalZone } from '../calendar/zones';
import { StartError } from './start-error';

/** The settings of the process, read from the environment (DESIGN 4). */
export type Settings = ReturnType<typeof readSettings>;

const whole = (least: number, most: number) =>
  makeValidator<number>((text) => {
    const number = Number(text);
    if (/^\d+$/.test(text.trim()) && number >= least && number <= most) return number;
    throw new EnvError(`must be a whole number from ${least} to ${most}`);
  })();

const oneOf = <T extends string>(...allowed: readonly T[]) =>
  makeValidator<T>((text) => {
    const found = allowed.find((one) => one === text);
    if (found !== undefined) return found;
    throw new EnvError(`must be one of ${allowed.join(', ')}`);
  });

const address = (...schemes: readonly string[]) =>
  makeValidator<string>((text) => {
    const scheme = URL.canParse(text) ? new URL(text).protocol.slice(0, -1) : '';
    if (schemes.includes(scheme)) return text.replace(/\/+$/, '');
    throw new EnvError(`must be an address that begins with ${schemes.map((one) => `${one}://`).join(' or ')}`);
  });

const mongo = makeValidator<string>((text) => {
  if (/^mongodb(\+srv)?:\/\/./.test(text)) return text;
  throw new EnvError('must be a connection string that begins with mongodb:// or mongodb+srv://');
});

const databaseName = makeValidator<string>((text) => {
  if (/^[A-Za-z0-9_-]{1,63}$/.test(text)) return text;
  throw new EnvError('must be a name of letters, digits, - and _, at most 63');
});

const zone = makeValidator<string>((text) => {
  if (text !== '' && canonicalZone(text) !== undefined) return text;
  throw new EnvError('must be a time zone, e.g. Europe/Paris or UTC');
});

const text = makeValidator<string>((value) => {
  if (value.trim() !== '') return value;
  throw new EnvError('must not be empty');
});

const listing = makeValidator<readonly string[]>((value) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== ''),
);

/** Reads and checks all settings; throws a `StartError` that names each wrong one and says what is allowed. */
export function readSettings(environment: NodeJS.ProcessEnv) {
  // An empty variable is one that is not set.
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  return cleanEnv(
    given,
    {
      PORT: { ...whole(0, 65_535), default: 3000 },
      HOST: text({ default: '127.0.0.1' }),
      MONGODB_URI: mongo({ default: undefined }),
      MONGODB_DB: databaseName({ default: 'calendar_events' }),
      DATA_DIR: text({ default: './data' }),
      PUBLIC_URL: address('http', 'https')({ default: undefined }),
      SITE_URL: address('http', 'https')({ default: undefined }),
      SITE_TIMEZONE: zone({ default: 'UTC' }),
      CURRENCY_SYMBOL: text({ default: '$' }),
      CURRENCY_POSITION: oneOf('prefix', 'postfix')({ default: 'prefix' }),
      MAX_PER_PAGE: { ...whole(1, 1000), default: 50 },
      SEED: oneOf('auto', 'none')({ default: 'auto' }),
      RATE_LIMIT: { ...whole(0, 1_000_000), default: 0 },
      PLUGINS: listing({ default: [] }),
      CORS_ORIGINS: listing({ default: undefined }),
      LOG_LEVEL: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent')({ default: 'info' }),
      SHUTDOWN_SECONDS: { ...whole(0, 3600), default: 10 },
      TIMEOUT_SECONDS: { ...whole(1, 3600), default: 30 },
      TRUST_PROXY: { ...whole(0, 100), default: 0 },
      METRICS: oneOf('loopback', 'public')({ default: 'loopback' }),
    },
    {
      reporter: ({ errors: wrong }) => {
        const sentences = Object.entries(wrong).map(([name, error]) =>
          error instanceof EnvMissingError
            ? `${name} must be set.`
            : `${name} ${error?.message}; it is ${JSON.stringify(environment[name])}.`,
        );
        if (sentences.length > 0) throw new StartError(sentences.join(' '));
      },
    },
  );
}
