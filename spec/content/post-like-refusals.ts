import { play, type Scenario } from '../support/scenario';
import type { PostLikeSuite } from './post-like-sample';

/** Specs of writes without the right. The error reveals neither faults of the body nor the existence of the record. */
export function describeRefusals({ kind, plural, name, at, made }: PostLikeSuite): void {
  describe(`POST, PATCH and DELETE /${plural}: 401 and 403 before anything else`, () => {
    const hopeless = [
      { path: at, method: 'POST' },
      { path: `${at}/{one}`, method: 'PATCH' },
      { path: `${at}/{one}`, method: 'DELETE' },
      { path: `${at}/{hidden}`, method: 'PUT' },
      { path: `${at}/999999`, method: 'POST' },
      { path: `${at}/by-slug/nowhere`, method: 'DELETE' },
    ];
    play(
      [
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
          title: 'answers 400 to malformed JSON, before the rights',
          path: at,
          method: 'POST',
          raw: '{',
          headers: { 'content-type': 'application/json' },
          status: 400,
          code: 'rest_invalid_json',
        },
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
      ],
      { one: made('Open'), hidden: made('Hidden', { status: 'draft', author: '{author2}' }) },
    );
  });
}
