import { playOn, type Scenario, type Stage } from '../../support/scenario';
import type { PostLikeSuite } from './sample';

/** Specs of writes without the right. The error reveals neither faults of the body nor the existence of the record. */
export function describeRefusals({ kind, plural, name, at, made }: PostLikeSuite, stageOf: () => Stage): void {
  describe(`POST, PATCH and DELETE /${plural}: 401 and 403 before anything else`, () => {
    const hopeless = [
      { path: at, method: 'POST' },
      { path: `${at}/{open}`, method: 'PATCH' },
      { path: `${at}/{open}`, method: 'DELETE' },
      { path: `${at}/{hidden}`, method: 'PUT' },
      { path: `${at}/999999`, method: 'POST' },
      { path: `${at}/by-slug/nowhere`, method: 'DELETE' },
    ];
    before(() => stageOf().give({ open: made('Open'), hidden: made('Hidden', { status: 'draft', author: '{author2}' }) }));
    playOn(stageOf, [
      ...hopeless.map(
        ({ path, method }): Scenario => ({
          title: `answers 401 to an anonymous ${method} of ${path}, whatever its body`,
          path,
          method,
          status: 401,
          code: 'rest_forbidden',
          next: [{ path, method, json: { [name]: [], status: 'bogus', author: 'x' }, status: 401, code: 'rest_forbidden' }],
        }),
      ),
      {
        title: 'answers 403 to a subscriber’s creation',
        ...made('Not allowed', {}, { as: 'subscriber', method: 'POST' }),
        status: 403,
        code: 'rest_forbidden',
      },
      ...(['PATCH', 'DELETE'] as const).flatMap((method): Scenario[] => [
        {
          title: `answers an editor’s ${method} of an unknown ID with 404`,
          as: 'editor',
          method,
          path: `${at}/999999`,
          status: 404,
          code: `rest-${kind}-not-found`,
        },
        {
          title: `answers an editor’s ${method} of an unknown slug with 404`,
          as: 'editor',
          method,
          path: `${at}/by-slug/nowhere`,
          status: 404,
          code: `rest-${kind}-not-found`,
        },
        {
          title: `answers an author’s ${method} of an unknown ID with 403`,
          as: 'author',
          method,
          path: `${at}/999999`,
          status: 403,
          code: 'rest_forbidden',
        },
        {
          title: `answers an author’s ${method} of a hidden record with 403`,
          as: 'author',
          method,
          path: `${at}/{hidden}`,
          status: 403,
          code: 'rest_forbidden',
        },
      ]),
    ]);
  });
}
