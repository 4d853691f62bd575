import type { Document } from 'bson';
import { EVERYTHING, refuse } from '../../query';
import { type PausingTask, takeEach } from '../protocol/tasks';
import { namespaceOf, type Scope } from '../storage/database';
import { toPipeline } from './aggregate';
import { type FindQuery, runOnReading, runQuery, toFindQuery } from './find';
import type { Plan } from './plan';
import { countDocuments, planScan, type Scan } from './scan';

interface Explained {
  readonly namespace: unknown;
  readonly query: FindQuery;
  readonly counts?: boolean;
  /** The stage above the search: `UPDATE` or `DELETE`. */
  readonly top?: string;
  readonly rest?: readonly (readonly [string, unknown])[];
}

const explained = (body: Document): Explained => {
  const [name = ''] = Object.keys(body);
  const namespace = body[name];
  switch (name) {
    case 'find':
      return { namespace, query: toFindQuery(body) };
    case 'count':
    case 'distinct':
      return { namespace, query: toFindQuery(body, 'query'), counts: name === 'count' };
    case 'aggregate': {
      const { query, rest, count } = toPipeline(body);
      return { namespace, query, counts: count !== undefined, rest };
    }
    case 'update':
    case 'delete': {
      const { q, hint, multi = false, limit = multi ? 0 : 1 } = body[`${name}s`][0];
      return { namespace, query: toFindQuery({ filter: q, hint, limit }), top: name.toUpperCase() };
    }
    case 'findAndModify':
      return { namespace, query: { ...toFindQuery(body, 'query'), limit: 1 }, top: body['remove'] ? 'DELETE' : 'UPDATE' };
    default:
      throw refuse.notSupported(`explain of ${name}`);
  }
};

const indexStage = (stage: string, { index, reverse }: Plan): Document => ({
  stage,
  keyPattern: index.key,
  indexName: index.name,
  direction: reverse ? 'backward' : 'forward',
});

/** Describes a plan with MongoDB's stage names. The outermost stage ran last. */
const stagesOf = (plan: Plan, { query, counts, top }: Explained): Document => {
  if (counts && plan.rest === EVERYTHING) return { stage: 'COUNT', inputStage: indexStage('COUNT_SCAN', plan) };
  let stage: Document;
  if (plan.stage === 'COLLSCAN') stage = { stage: 'COLLSCAN', direction: plan.reverse ? 'backward' : 'forward' };
  else if (plan.stage === 'IDHACK') stage = indexStage('IDHACK', plan);
  else {
    const scan = indexStage('IXSCAN', plan);
    stage = { stage: 'FETCH', inputStage: plan.streams.length > 1 ? { stage: 'SORT_MERGE', inputStage: scan } : scan };
  }
  if (query.sort.length > 0 && !plan.sorted) stage = { stage: 'SORT', sortPattern: Object.fromEntries(query.sort), inputStage: stage };
  if (counts) return { stage: 'COUNT', inputStage: stage };
  if (top) return { stage: top, inputStage: stage };
  return query.limit > 0 ? { stage: 'LIMIT', limitAmount: query.limit, inputStage: stage } : stage;
};

function* statsOf(scan: Scan, { query, counts }: Explained): PausingTask<Document> {
  let nReturned = 0;
  if (counts) nReturned = yield* countDocuments(scan);
  else yield* takeEach(runQuery(scan, query), () => void nReturned++);
  return { nReturned, totalKeysExamined: scan.plan.stage === 'COLLSCAN' ? 0 : scan.keys, totalDocsExamined: scan.documents };
}

/** Runs the command `explain`: tells in MongoDB's format which indexes a command uses. Writes nothing. */
export const explain = (scope: Scope): Document | Promise<Document> => {
  const { explain: command, verbosity } = scope.command.body;
  const request = explained(command);
  const namespace = namespaceOf(scope, request.namespace);
  const { query, rest = [] } = request;
  return runOnReading(scope, namespace, function* ({ view, collection }) {
    const scan = collection && planScan(view, collection, query);
    const winningPlan = scan ? stagesOf(scan.plan, request) : { stage: 'EOF' };
    const answer: Document = { queryPlanner: { namespace, winningPlan, rejectedPlans: [] } };
    if (verbosity !== 'queryPlanner') {
      const stats = scan ? yield* statsOf(scan, request) : { nReturned: 0, totalKeysExamined: 0, totalDocsExamined: 0 };
      answer['executionStats'] = { executionSuccess: true, ...stats, executionStages: winningPlan };
    }
    const stages = rest.length > 0 && { stages: [{ $cursor: answer }, ...rest.map(([name, operand]) => ({ [name]: operand }))] };
    return { explainVersion: '1', ...answer, ...stages, command, ok: 1 };
  });
};
