import { readFileSync } from 'node:fs';
import Ajv2019 from 'ajv/dist/2019';
import { expect } from 'chai';
import { errorBody } from '../../lib/http/answers/errors';
import { LANGUAGES } from '../../lib/language';
import { REFUSALS } from './refusals';

/** A schema of the CMS. Its `$schema` is removed because the named meta-schema is not available. */
const schemaOf = (name: string): object => {
  const { $schema: _, ...schema } = JSON.parse(readFileSync(require.resolve(`wp-json-schemas/schemas/rest-api/${name}.json`), 'utf8'));
  return schema;
};

const ajv = new Ajv2019({ strict: false, allErrors: true });
ajv.addSchema(schemaOf('properties/http-status-code'));
const validate = ajv.compile(schemaOf('error'));

describe('error bodies: JSON Schema of the reference system', () => {
  it('refuses objects that are no errors', () => {
    expect(validate({ code: 'a', message: 'b', data: { status: 299 } })).to.equal(false);
    expect(validate({ code: 'a', message: 'b', data: { status: 400 }, type: 'c' })).to.equal(false);
  });

  for (const [name, refusals] of Object.entries(REFUSALS)) {
    it(`fits the error ${name}, in each language`, () => {
      for (const refusal of refusals) {
        for (const language of LANGUAGES) {
          const body = JSON.parse(JSON.stringify(errorBody(refusal, language)));
          expect(validate(body), JSON.stringify(validate.errors)).to.equal(true);
          expect(body.data.status).to.equal(refusal.status);
        }
      }
    });
  }
});
