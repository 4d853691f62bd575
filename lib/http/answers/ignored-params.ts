import { type Args, RESERVED_ARGS } from '../../registry';

/** The header that names parameters which nothing reads. */
export const IGNORED_PARAMS = 'Ignored-Params';

/** The longest header and the longest name in it, in characters. */
const LONGEST_LIST = 1000;
const LONGEST_NAME = 100;
/** Placeholder for omitted names. */
const MORE = '...';

/** Encodes a name as a token of RFC 9110. Other characters are percent-encoded in UTF-8. */
const token = (name: string): string =>
  encodeURIComponent(name.replaceAll(/\p{Surrogate}/gu, '\ufffd')).replaceAll(/[()]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);

/** Sent values by name. */
type Sent = Readonly<Record<string, unknown>>;

/**
 * Lists the undeclared parameters of query and body for the header `Ignored-Params`: `fre, when`. Undefined if there are none.
 * Names that are too long, and names behind the 1,000th character, are replaced by `...`.
 */
export const ignoredParams = (args: Args | Sent, ...sent: readonly Sent[]): string | undefined => {
  const names = new Set(sent.flatMap((values) => Object.keys(values)));
  const unknown = [...names].filter((name) => !Object.hasOwn(args, name) && !RESERVED_ARGS.includes(name));
  if (unknown.length === 0) return undefined;
  const listed: string[] = [];
  let room = LONGEST_LIST - MORE.length;
  for (const name of unknown) {
    if (name.length > LONGEST_NAME) continue;
    const written = token(name);
    room -= written.length + 2;
    if (room < 0) break;
    listed.push(written);
  }
  return [...listed, ...(listed.length < unknown.length ? [MORE] : [])].join(', ');
};
