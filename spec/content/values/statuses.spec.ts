import { expect } from 'chai';
import { POST_STATUSES } from '../../../lib/access/posts';
import { status } from '../../../lib/content/values/choices';
import { ApiError } from '../../../lib/errors/refusal';

const request = { path: {}, record: undefined, user: undefined, language: 'en', params: {} } as const;

describe('status of a post', () => {
  for (const sent of POST_STATUSES)
    it(`accepts ${sent}`, () => {
      expect(status.validate(sent, request, 'status')).to.equal(true);
    });

  for (const sent of [
    ...['auto-draft', 'inherit', 'request-pending', 'tribe-ignored', 'Draft', 'PUBLISH', ' draft', 'any', 'bogus', '', 7, true, []],
  ])
    it(`refuses ${JSON.stringify(sent)}`, () => {
      expect(() => status.validate(sent, request, 'status')).to.throw(ApiError);
    });
});
