import { expect } from 'chai';
import { LANGUAGES, type Language } from '../../lib/language';
import { readAnswers } from '../../lib/program/site/recorded-examples';
import { createValidators } from '../support/document-check';
import { type Running, startService } from '../support/service';
import { record } from './record';

interface Media {
  readonly schema: object;
  readonly examples?: Readonly<Record<string, { readonly $ref: string }>>;
}
interface Response {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, Media>>;
}
type Examples = Readonly<Record<string, object>>;
interface OpenApi {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly operationId: string; readonly responses: Readonly<Record<string, Response>> }>>>
  >;
  readonly components: Readonly<Record<'schemas' | 'responses' | 'examples', Examples>>;
}

/** One form of an operation's answers: its name in reports, the schema, and the recorded answers. */
interface Form {
  readonly place: string;
  readonly status: number;
  readonly type: string;
  readonly media: Media;
}

const codesOf = ({ schema }: Media): readonly string[] => {
  const [, own] = (
    schema as { readonly allOf: readonly { readonly properties?: { readonly code: { readonly enum: readonly string[] } } }[] }
  ).allOf;
  return own?.properties?.code.enum ?? [];
};

describe('recorded examples of the OpenAPI document', () => {
  let running: Running;
  const documents = new Map<Language, OpenApi>();
  before(async () => {
    running = await startService();
    for (const language of LANGUAGES) documents.set(language, (await running.ask('GET', '/doc', { language })).body);
  });
  after(() => running.stop());

  const documentIn = (language: Language): OpenApi => documents.get(language) as OpenApi;
  const formsIn = ({ paths, components }: OpenApi): Form[] =>
    Object.values(paths).flatMap((operations) =>
      Object.values(operations).flatMap(({ operationId, responses }) =>
        Object.entries(responses).flatMap(([status, response]) => {
          const { content = {} } = (response.$ref ? components.responses[response.$ref.split('/').at(-1) ?? ''] : response) as Response;
          return Object.entries(content).map(([type, media]) => ({
            place: `${operationId} ${status} ${type}`,
            status: Number(status),
            type,
            media,
          }));
        }),
      ),
    );

  for (const language of LANGUAGES) {
    it(`equal what the service answers now (else run \`npm run examples\`), in ${language}`, async () => {
      expect(await record(language)).to.deep.equal(readAnswers(language));
    });

    it(`exist for every success and every error code, in ${language}`, () => {
      const missing = formsIn(documentIn(language)).flatMap(({ place, status, type, media }) => {
        const names = Object.keys(media.examples ?? {});
        if (status >= 400)
          return codesOf(media)
            .filter((code) => !names.includes(code))
            .map((code) => `${place} ${code}`);
        return names.length === 0 && type !== 'text/html' ? [place] : [];
      });
      expect(missing).to.deep.equal([]);
    });

    it(`fit their schemas, in ${language}`, () => {
      const document = documentIn(language);
      const judge = createValidators(document.components.schemas);
      const unfit = formsIn(document).flatMap(({ place, media }) =>
        Object.values(media.examples ?? {}).flatMap(({ $ref }) => {
          const { value } = document.components.examples[$ref.split('/').at(-1) ?? ''] as { readonly value: unknown };
          const why = judge(media.schema)(value);
          return why === undefined ? [] : [`${place}: ${why}`];
        }),
      );
      expect(unfit).to.deep.equal([]);
    });
  }

  it('are in the language of the document, and independent of the machine', () => {
    const [en, fr] = LANGUAGES.map((language) => documentIn(language).components.examples) as [Examples, Examples];
    expect(fr).to.have.all.keys(en);
    expect(JSON.stringify([en, fr])).to.not.match(/127\.0\.0\.1|localhost/);
    const codes = new Set(formsIn(documentIn('en')).flatMap(({ status, media }) => (status < 400 ? [] : codesOf(media))));
    const isRefusal = (name: string) => codes.has(name.replace(/(?:\.\d{3})?(?:\.problem)?$/, ''));
    const textOf = (one: object | undefined) => JSON.stringify((one as { readonly value: unknown }).value);
    const same = Object.keys(en).filter((name) => isRefusal(name) && textOf(en[name]) === textOf(fr[name]));
    // A 408 occurs before the service reads the address.
    expect(same).to.deep.equal(['rest_malformed_request.408']);
  });
});
