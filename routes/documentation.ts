import type { Language, Text } from '../lib/language';
import { type OpenApiDocument, toOpenApi } from '../lib/registry/openapi';
import { READABLE } from '../lib/registry/registry';
import { type CalendarRegistry, NAMESPACE } from './services';

const TITLE: Text = { en: 'Calendar Events REST API', fr: 'API REST des évènements du calendrier' };
const VERSION = '1.0.0';

/** Declares the documentation: an OpenAPI 3.1 document, read off the declarations (SPECIFICATION 4.1, DIFFERENCES 40). */
export function registerDocumentation(registry: CalendarRegistry): void {
  const built = new Map<Language, OpenApiDocument>();

  registry.registerRoute(NAMESPACE, '/doc', {
    methods: READABLE,
    permission: 'public',
    args: {},
    handle({ language, baseUrl }) {
      const document =
        built.get(language) ?? toOpenApi(registry, NAMESPACE, { language, baseUrl, title: TITLE[language], version: VERSION });
      built.set(language, document);
      // Only the address differs from request to request.
      return { ...document, servers: [{ url: `${baseUrl}/${NAMESPACE}` }] };
    },
  });
}
