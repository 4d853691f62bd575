import { exampleOf } from '../operations/answers';
import { bodySchema, sampleBody } from '../operations/body';
import type { Group, ShownOperation } from '../operations/operations';
import { type DocumentNode, nodeOf, requiredIn, resolved } from '../schemas/node';

const JSON_TYPE = 'application/json';

const successOf = (operation: DocumentNode): unknown =>
  Object.entries(nodeOf(operation['responses'])).find(([status]) => /^2/.test(status))?.[1];

/** The content type to request from an operation. */
export const acceptOf = (operation: DocumentNode): string => {
  const types = Object.keys(nodeOf(nodeOf(successOf(operation))['content']));
  return types.includes(JSON_TYPE) ? JSON_TYPE : (types[0] ?? JSON_TYPE);
};

/** The members that creations under the same tag require. The sample body of an update uses the first of them. */
const usualIn = ({ operations }: Group): readonly string[] =>
  operations.flatMap(({ operation }) => [...requiredIn(bodySchema(operation)).keys()]);

/** A sample body as JSON. Undefined if the operation has no body. */
export const sampledBody = (document: DocumentNode, group: Group, { operation }: ShownOperation): string | undefined => {
  if (operation['requestBody'] === undefined) return undefined;
  const answer = exampleOf(document, nodeOf(nodeOf(resolved(document, successOf(operation))['content'])[JSON_TYPE]));
  return JSON.stringify(sampleBody(bodySchema(operation), answer, usualIn(group)), null, 2);
};
