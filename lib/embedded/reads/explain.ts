import type { Document } from 'bson';
import { isDocument, refuse } from '../../query';
import { type InTurns, takeEach } from '../protocol/turns';
import type { Reading, Scope } from '../storage/database';
import { type FindQuery, runQuery, toFindQuery } from './find';
import { toPipeline } from './pipeline';
import { choosePlan, type Plan } from './plan';
import { countDocuments, type Examined } from './scan';

interface Explained {
  readonly namespace: unknown;
  readonly query: FindQuery;
  /** True for commands that only count. */
  readonly counts: boolean;
  /** The stage above the search: `UPDATE` or `DELETE`. */
  readonly top?: string;
  readonly rest?: readonly (readonly [string, unknown])[];
}

const first = (statements: unknown): Document => (Array.isArray(statements) && isDocument(statements[0]) ? statements[0] : {});

const explained = (body: Document): Explained => {
  const [name = ''] = Object.keys(body);
  const namespace = body[name];
  switch (name) {
    case 'find':
      return { namespace, query: toFindQuery(body), counts: false };
    case 'count':
      return { namespace, query: toFindQuery(body, 'query'), counts: true };
    case 'distinct':
      return { namespace, query: toFindQuery(body, 'query'), counts: false };
    case 'aggregate': {
      const { query, rest, count } = toPipeline(body);
      return { namespace, query, counts: count !== undefined, rest };
    }
    case 'update':
    case 'delete': {
      const statement = first(body[`${name}s`]);
      const query = toFindQuery({
        filter: statement['q'],
        hint: statement['hint'],
        limit: name === 'delete' ? statement['limit'] : statement['multi'] ? 0 : 1,
      });
      return { namespace, query, counts: false, top: name.toUpperCase() };
    }
    case 'findAndModify':
      return { namespace, query: { ...toFindQuery(body, 'query'), limit: 1 }, counts: false, top: body['remove'] ? 'DELETE' : 'UPDATE' };
    default:
      throw refuse.notSupported(`explain of ${name}`);
  }
};

const indexStage = (stage: string, { index, reverse }: Plan): Document => ({
  stage,
  keyPattern: index.key,
  indexName: index.name,
  isMultiKey: index.arrays.size > 0,
  isUnique: index.unique,
  isSparse: false,
  isPartial: index.partial !== undefined,
  direction: reverse ? 'backward' : 'forward',
});

/** The stages of a plan in MongoDB's names, the last stage first. */
const stagesOf = (plan: Plan, { query, counts, top }: Explained): Document => {
  const direction = plan.reverse ? 'backward' : 'forward';
  if (counts && plan.exact) {
    const empty = plan.stage === 'COLLSCAN' && query.filter.conditions.length === 0;
    return { stage: 'COUNT', inputStage: empty ? { stage: 'RECORD_STORE_FAST_COUNT' } : indexStage('COUNT_SCAN', plan) };
  }
  let stage: Document;
  if (plan.stage === 'COLLSCAN') stage = { stage: 'COLLSCAN', direction };
  else if (plan.stage === 'IDHACK') stage = indexStage('IDHACK', plan);
  else {
    const scan = indexStage('IXSCAN', plan);
    stage = { stage: 'FETCH', inputStage: plan.streams.length > 1 ? { stage: 'SORT_MERGE', inputStage: scan } : scan };
  }
  if (query.sort.length > 0 && !plan.sorted) stage = { stage: 'SORT', sortPattern: Object.fromEntries(query.sort), inputStage: stage };
  if (counts) return { stage: 'COUNT', inputStage: stage };
  if (query.limit > 0 && !top) stage = { stage: 'LIMIT', limitAmount: query.limit, inputStage: stage };
  return top ? { stage: top, inputStage: stage } : stage;
};

function* answerOf(
  { body }: Scope['command'],
  inner: Document,
  request: Explained,
  namespace: string,
  { view, collection, release }: Reading,
): InTurns<Document> {
  try {
    const plan = collection && choosePlan(collection, request.query.filter, request.query.sort, request.query.hint);
    const winningPlan = plan ? stagesOf(plan, request) : { stage: 'EOF' };
    const queryPlanner = { namespace, winningPlan, rejectedPlans: [] };
    const answer = (more: Document): Document => ({
      explainVersion: '1',
      queryPlanner,
      ...more,
      ...(request.rest?.length && {
        stages: [{ $cursor: { queryPlanner, ...more } }, ...request.rest.map(([name, operand]) => ({ [name]: operand }))],
      }),
      command: inner,
      ok: 1,
    });
    if (body['verbosity'] === 'queryPlanner') return answer({});
    const examined: Examined = { keys: 0, documents: 0 };
    let nReturned = 0;
    if (collection && plan) {
      if (request.counts) nReturned = yield* countDocuments(view, collection, plan, request.query.filter, examined);
      else yield* takeEach(runQuery(view, collection, request.query, plan, examined), () => void nReturned++);
    }
    return answer({
      executionStats: {
        executionSuccess: true,
        nReturned,
        totalKeysExamined: plan?.stage === 'COLLSCAN' ? 0 : examined.keys,
        totalDocsExamined: examined.documents,
        executionStages: winningPlan,
      },
    });
  } finally {
    release();
  }
}

/** The command `explain`: which indexes a command uses, in MongoDB's format. It writes nothing. */
export const explain = (scope: Scope): Document | Promise<Document> => {
  const inner = scope.command.body['explain'] as Document;
  const request = explained(inner);
  const namespace = scope.namespaceOf(request.namespace);
  return scope.run(answerOf(scope.command, inner, request, namespace, scope.read(namespace)));
};
