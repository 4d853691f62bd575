import { reply } from '../../../lib/registry/answers/reply';
import { as } from '../library';
import { play } from '../scenario';

const NO_ROUTE = { status: 404, code: 'rest_no_route', answers: { allow: undefined } } as const;

describe('GET /en/?rest_route', () => {
  play(
    [
      { title: 'names the route', path: '/en/?rest_route=/library/v1/books/1', status: 200, has: { id: 1 }, answers: { allow: 'GET' } },
      { title: 'may be encoded', path: '/en/?rest_route=%2Flibrary%2Fv1%2Fbooks%2F1', status: 200, has: { id: 1 } },
      { title: 'may end in a slash', path: '/en/?rest_route=/library/v1/books/1/', status: 200, has: { id: 1 } },
      { title: 'does not mind upper case', path: '/EN/?rest_route=/Library/V1/BOOKS/1', status: 200, has: { id: 1 } },
      {
        title: 'carries variables as they are',
        path: '/en/?rest_route=/library/v1/books/by-slug/%C3%A9t%C3%A9',
        status: 200,
        has: { id: 2 },
      },
      {
        title: 'carries variables that were encoded twice',
        path: '/en/?rest_route=/library/v1/books/by-slug/%25C3%25A9t%25C3%25A9',
        status: 200,
        has: { id: 2 },
      },
      {
        title: 'leaves the other parameters to the route, and its links in their ordinary form',
        path: '/en/?rest_route=/library/v1/books&page=2',
        status: 200,
        has: { 'params.page': 2, 'params.rest_route': undefined },
        answers: {
          link: '<http://books.example/en/>; rel="https://api.w.org/", <http://books.example/en/library/v1/books?page=3>; rel="next"',
        },
      },
      {
        title: 'is in the language of its root',
        path: '/fr/?rest_route=/library/v1/refused',
        status: 403,
        has: { message: 'La bibliothèque est fermée.' },
      },
      {
        title: 'takes bodies',
        method: 'PATCH',
        path: '/en/?rest_route=/library/v1/books/1',
        headers: as('ann'),
        body: { title: 'x' },
        status: 200,
        has: { 'params.title': 'x' },
        answers: { allow: 'GET, DELETE, POST, PUT, PATCH' },
      },
      { title: 'names the root by a slash', path: '/en/?rest_route=/', status: 200, has: { namespaces: ['library/v1'] } },
      { title: 'names no page for people', path: '/en/?rest_route=/event/x/', headers: { accept: 'text/html' }, ...NO_ROUTE },
      { title: 'names no route without its slash', path: '/en/?rest_route=library/v1/books', ...NO_ROUTE },
      { title: 'names no route as a list', path: '/en/?rest_route[]=/library/v1/books', ...NO_ROUTE },
      { title: 'knows no doubled slashes', path: '/en/?rest_route=//library/v1/books', ...NO_ROUTE },
      { title: 'knows no language of its own', path: '/en/?rest_route=/fr/library/v1/books', ...NO_ROUTE },
      {
        title: 'is read after the credentials',
        path: '/en/?rest_route=/nothing',
        headers: as('ann', 'x'),
        status: 401,
        code: 'incorrect_password',
      },
      {
        title: 'is ignored on every other address',
        path: '/en/library/v1/books/2?rest_route=/library/v1/books/1',
        status: 200,
        has: { id: 2 },
      },
      { title: 'is ignored where there is no route', path: '/en/nothing?rest_route=/library/v1/books/1', ...NO_ROUTE },
      {
        title: 'names a route at the address of the site too, in the language that the client likes best',
        path: '/?rest_route=/library/v1/refused',
        headers: { 'accept-language': 'fr' },
        status: 403,
        has: { message: 'La bibliothèque est fermée.' },
        answers: {
          link: '<http://books.example/fr/>; rel="https://api.w.org/"',
          vary: 'Origin, Authorization, Accept-Language, Accept-Encoding, Accept',
        },
      },
      { title: 'names the index there', path: '/?rest_route=/', status: 200, has: { name: 'Library', 'routes./.namespace': '' } },
      { title: 'refuses there what is no route', path: '/?rest_route=/nothing/there', ...NO_ROUTE },
      { title: 'names nothing there where it is empty', path: '/?rest_route=', status: 200, has: { name: 'Library' } },
      { title: 'is ignored where nothing is', path: '/nothing?rest_route=/library/v1/books/1', ...NO_ROUTE },
    ].map((scenario) => ({ ...scenario, headers: { host: 'books.example', ...('headers' in scenario ? scenario.headers : {}) } })),
    {
      pages: () => ({
        page: async ({ path }) => (path === '/nothing' ? undefined : reply('<p>A page</p>', { headers: { 'Content-Type': 'text/html' } })),
      }),
    },
  );
});
