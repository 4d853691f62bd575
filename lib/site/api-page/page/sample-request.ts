import { exampleOf } from './answers';
import { bodySchema, sampleBody } from './body';
import { type DocumentNode, nodeOf, requiredIn, resolved } from './node';
import type { Group, ShownOperation } from './operations';

const JSON_TYPE = 'application/json';

const successOf = (operation: DocumentNode): unknown =>
  Object.entries(nodeOf(operation['responses'])).find(([status]) => /^2/.test(status))?.[1];

/** What clients ask an operation for: the type of the answer. */
export const acceptOf = (operation: DocumentNode): string => {
  const types = Object.keys(nodeOf(nodeOf(successOf(operation))['content']));
  return types.includes(JSON_TYPE) ? JSON_TYPE : (types[0] ?? JSON_TYPE);
};

/** The members that creations under the same tag need, which a change is likely to be about. */
const usualIn = ({ operations }: Group): readonly string[] =>
  operations.flatMap(({ operation }) => [...requiredIn(bodySchema(operation)).keys()]);

/** A body to begin with, as JSON; undefined where an operation takes none. */
export const sampledBody = (document: DocumentNode, group: Group, { operation }: ShownOperation): string | undefined => {
  if (operation['requestBody'] === undefined) return undefined;
  const answer = exampleOf(document, nodeOf(nodeOf(resolved(document, successOf(operation))['content'])[JSON_TYPE]));
  return JSON.stringify(sampleBody(bodySchema(operation), answer, usualIn(group)), null, 2);
};
