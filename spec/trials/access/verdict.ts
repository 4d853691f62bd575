import type { Expected, Told } from './question';

/** What can be wrong with an answer. */
export type Wrong = 'leaks' | 'wrong allowances' | 'wrong refusals';

/** Statuses of those who may, though nothing was done. */
const LET = [410, 412];

const isLet = (status: number): boolean => status < 400 || LET.includes(status);

/** What an answer tells beside what differs from request to request anyhow. */
const gist = ({ status, text, headers }: Told) =>
  JSON.stringify([status, text, headers['allow'], headers['content-language'], headers['content-type'], headers['etag'] === undefined]);

/** What of an answer is not as it should be: of which sort, and a sentence. */
export const verdictOn = (told: Told, other: Told | undefined, expected: Expected): readonly [Wrong, string] | undefined => {
  const { status, body, headers } = told;
  const { statuses, code, total, count, ids, allows } = expected;
  const said = `${status} ${body?.code ?? ''}`;
  if (!statuses.includes(status)) {
    const should = statuses.some(isLet);
    return [isLet(status) && !should ? 'wrong allowances' : 'wrong refusals', `${said} instead of ${statuses.join(' or ')} ${code ?? ''}`];
  }
  if (code !== undefined && body !== undefined && body.code !== code) return ['wrong refusals', `${said} instead of ${code}`];
  if (other !== undefined && gist(told) !== gist(other))
    return ['leaks', `${gist(told)} instead of ${gist(other)}, as of what does not exist`];
  if (total !== undefined && body.total !== total)
    return [body.total > total ? 'leaks' : 'wrong refusals', `${body.total} found instead of ${total}`];
  if (count !== undefined && body.count !== count)
    return [body.count > count ? 'leaks' : 'wrong refusals', `a count of ${body.count} instead of ${count}`];
  if (ids !== undefined) {
    const [, list] = Object.entries<readonly { readonly id: number }[]>(body).find(([, value]) => Array.isArray(value)) ?? [];
    const found = (list ?? []).map(({ id }) => id).filter((id) => ids.of.includes(id));
    const extra = found.filter((id) => !ids.shown.includes(id));
    if (extra.length > 0) return ['leaks', `the list shows ${extra.join()} beside ${ids.shown.join()}`];
    const missing = ids.shown.filter((id) => !found.includes(id));
    if (missing.length > 0) return ['wrong refusals', `the list lacks ${missing.join()}`];
  }
  if (allows !== undefined) {
    const named = (headers['allow'] ?? '').split(', ').filter((method) => method !== 'GET' && method !== '');
    const extra = named.filter((method) => !allows.includes(method));
    if (extra.length > 0) return ['wrong allowances', `Allow names ${extra.join()}`];
    const missing = allows.filter((method) => !named.includes(method));
    if (missing.length > 0) return ['wrong refusals', `Allow lacks ${missing.join()}`];
  }
  return undefined;
};
