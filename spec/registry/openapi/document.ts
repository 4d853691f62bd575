import { describeOperations, type OpenApiDocument, toOpenApi } from '../../../lib/openapi/openapi';
import type { Registry } from '../../../lib/registry';
import { NAMESPACE, READER, type User } from '../sample';

/** Makes the OpenAPI document of a registry of samples. */
export const documentOf = (registry: Registry<User>, more: Partial<Parameters<typeof describeOperations>[2]> = {}): OpenApiDocument =>
  toOpenApi(NAMESPACE, describeOperations(registry, NAMESPACE, { ...READER, ...more }), {
    baseUrl: READER.baseUrl,
    info: { title: 'Calendar', version: '1.0.0' },
  });
