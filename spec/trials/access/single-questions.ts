import type { IndexRoute } from '../index-route';
import type { Prepared } from './prepared';
import type { Expected, Question } from './question';
import { ASKERS, type Asker, MAKERS, mayRead, mayWrite, RIGHTS } from './rights';

/** An ID and a slug that no record has. */
const UNKNOWN = { id: 987_654, slug: 'zq-no-such-slug' } as const;
const READS: readonly string[] = ['GET', 'HEAD'];
/** The expected answer to a permitted write. Its `If-Match` never matches, so that nothing changes. */
const ALLOWED: Expected = { statuses: [412, 410] };

/** The expected answer to a wrong password, for every request. */
export const WRONG: Expected = { statuses: [401], code: 'incorrect_password' };

/** The expected answer to a forbidden request. */
export const forbidden = (asker: Asker): Expected => ({ statuses: [asker === 'nobody' ? 401 : 403], code: 'rest_forbidden' });

interface Named {
  readonly id: number;
  readonly slug: string;
}

/** The path of a route for an ID or slug. */
const pathTo = ({ path }: IndexRoute, { id, slug }: Named): string =>
  `/en${path.map((piece) => (typeof piece === 'string' ? piece : piece.by === 'id' ? id : slug)).join('')}`;

const readExpected = (asker: Asker, record: Prepared): Expected => {
  if (asker === 'wrong') return WRONG;
  if (mayRead(asker, record)) return { statuses: [200] };
  return { statuses: [403], code: `${record.singular}-${RIGHTS[record.state].refusal}` };
};

/** A write request that never changes anything. A permitted one has an `If-Match` that does not match. */
const writeQuestion = (route: IndexRoute, method: string, asker: Asker, named: Named, isAllowed: boolean): Question => {
  const base = { asker, method, path: pathTo(route, named) };
  if (isAllowed) return { ...base, headers: { 'If-Match': '"zq"' }, json: { description: 'Changed' }, expected: ALLOWED };
  // A forbidden write must be able to cause damage, so it has a real body.
  const json = { title: 'Changed', name: 'Changed', description: 'Changed', status: 'publish', force: true };
  const as = { asker, method, path: pathTo(route, UNKNOWN), json };
  return { ...base, json, expected: asker === 'wrong' ? { ...WRONG, as } : { ...forbidden(asker), as } };
};

const optionsExpected = (asker: Asker, record: Prepared): Expected =>
  asker === 'wrong' ? WRONG : { statuses: [200], allows: mayWrite(asker, record) ? ['POST', 'PUT', 'PATCH', 'DELETE'] : [] };

/** All requests for a record on one of its routes: each method by each asker. */
export const singleQuestions = (route: IndexRoute, record: Prepared): readonly Question[] => {
  // Drafts without a slug have no such URL.
  if (record.slug === '' && route.path.some((piece) => typeof piece !== 'string' && piece.by === 'slug')) return [];
  const isFile = route.path.at(-1) !== '' && typeof route.path.at(-1) === 'string';
  return ASKERS.flatMap((asker) => {
    const path = pathTo(route, record);
    const reads = route.methods.includes('GET')
      ? [
          ...READS.map((method): Question => ({ asker, method, path, expected: readExpected(asker, record) })),
          ...(isFile ? [] : [{ asker, method: 'OPTIONS', path, expected: optionsExpected(asker, record) }]),
        ]
      : [];
    const writes = route.methods.filter((method) => !READS.includes(method));
    return [...reads, ...writes.map((method) => writeQuestion(route, method, asker, record, mayWrite(asker, record)))];
  });
};

/** All requests for a term on one of its routes. Everybody reads terms. */
export const termQuestions = (route: IndexRoute, plural: string, id: number): readonly Question[] =>
  ASKERS.flatMap((asker) =>
    route.methods.map((method): Question => {
      const named = { id, slug: '' };
      if (method !== 'GET') return writeQuestion(route, method, asker, named, MAKERS[plural]?.includes(asker) ?? false);
      return { asker, method, path: pathTo(route, named), expected: asker === 'wrong' ? WRONG : { statuses: [200] } };
    }),
  );
