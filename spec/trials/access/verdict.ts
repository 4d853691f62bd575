import type { Expected, Reply } from './question';

export type Violation = 'leaks' | 'wrong allowances' | 'wrong refusals';

/** Statuses of permitted writes whose `If-Match` does not match. */
const PERMITTED_STATUSES = [410, 412];

const isPermitted = (status: number): boolean => status < 400 || PERMITTED_STATUSES.includes(status);

/** The parts of an answer that must be equal for a hidden and an unknown record. */
const gist = ({ status, text, headers }: Reply) =>
  JSON.stringify([status, text, headers['allow'], headers['content-language'], headers['content-type'], headers['etag'] === undefined]);

/** Compares an answer with the expected one. Returns the category and a message if they differ. */
export const verdictOn = (reply: Reply, unknownReply: Reply | undefined, expected: Expected): readonly [Violation, string] | undefined => {
  const { status, body, headers } = reply;
  const { statuses, code, total, count, ids, allows } = expected;
  const said = `${status} ${body?.code ?? ''}`;
  if (!statuses.includes(status)) {
    const should = statuses.some(isPermitted);
    return [
      isPermitted(status) && !should ? 'wrong allowances' : 'wrong refusals',
      `${said} instead of ${statuses.join(' or ')} ${code ?? ''}`,
    ];
  }
  if (code !== undefined && body !== undefined && body.code !== code) return ['wrong refusals', `${said} instead of ${code}`];
  if (unknownReply !== undefined && gist(reply) !== gist(unknownReply))
    return ['leaks', `${gist(reply)} instead of ${gist(unknownReply)}, as of what does not exist`];
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
