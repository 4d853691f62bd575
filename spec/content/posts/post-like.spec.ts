import { playOn, type Scenario } from '../../support/scenario';
import { type Login, named } from '../../support/service';
import { create, openPromises, POST_LIKE } from '../../support/stage';

/** For each kind, a text field besides the name. */
const FIELDS = { event: 'description', venue: 'city', organizer: 'email' } as const;

/**
 * A right of one user on one record. `spec/access/posts.spec.ts` tests all combinations, and these specs test that the routes check them.
 */
interface Right {
  readonly as: Login | undefined;
  readonly own?: boolean;
  readonly status: string;
  readonly allowed: boolean;
}

const RIGHTS: readonly Right[] = [
  { as: undefined, status: 'publish', allowed: false },
  { as: 'subscriber', own: true, status: 'draft', allowed: false },
  { as: 'contributor', own: true, status: 'draft', allowed: true },
  { as: 'contributor', own: true, status: 'publish', allowed: false },
  { as: 'author', own: true, status: 'publish', allowed: true },
  { as: 'author', status: 'draft', allowed: false },
  { as: 'editor', status: 'private', allowed: true },
];

/** These specs depend on the declaration of a type. Other specs test one type, because the types share the code. */
for (const { kind, plural, name, make } of POST_LIKE)
  describe(`Records of ${plural}`, () => {
    const { stage } = openPromises();
    const at = `/${plural}`;

    describe(`POST /${plural}`, () =>
      playOn(stage, [
        {
          title: 'answers 201 with the record, Location and Content-Language',
          ...create(make('Café Brûlé'), { as: 'author' }),
          status: 201,
          has: {
            [name]: 'Café Brûlé',
            status: 'publish',
            slug: 'cafe-brule',
            author: '{author}',
            language: 'en',
            translations: {},
            json_ld: undefined,
          },
          answers: { location: new RegExp(`/en/cal/events/v1/${plural}/\\d+$`), 'content-language': 'en', allow: 'GET, POST' },
        },
        {
          title: 'refuses a creation without a name',
          ...create(make('Nameless', { [name]: undefined })),
          status: 400,
          code: 'rest_missing_callback_param',
          params: [name],
        },
        ...(
          [
            ['contributor', undefined, 'draft'],
            ['contributor', 'publish', 'pending'],
            ['author', 'future', 'publish'],
            ['editor', 'private', 'private'],
          ] as const
        ).map(
          ([as, status, becomes]): Scenario => ({
            title: `gives ${becomes} to the ${as} who asks for ${status ?? 'no status'}`,
            ...create(make('Scaled', { status }), { as }),
            status: 201,
            has: { status: becomes },
          }),
        ),
        {
          title: 'numbers slugs that are taken',
          given: { first: make('Twice'), second: make('Twice') },
          path: `${at}/{second}`,
          has: { slug: 'twice-2' },
        },
      ]));

    describe(`PATCH and DELETE /${plural}/{id}: rights`, () =>
      playOn(
        stage,
        RIGHTS.map(({ as, own = false, status, allowed }): Scenario => {
          const expected = allowed ? { status: 200 } : { status: as === undefined ? 401 : 403, code: 'rest_forbidden' };
          const asker = as && { as };
          const author = own && as ? as : 'author2';
          return {
            title: `${allowed ? 'lets' : 'does not let'} ${named(as)} change and trash ${own ? 'an own' : 'another’s'} record of status ${status}`,
            given: { one: make('Somebody’s', { status, author: `{${author}}` }) },
            ...asker,
            method: 'PATCH',
            path: `${at}/{one}`,
            json: { [FIELDS[kind]]: 'ann@example.org' },
            ...expected,
            next: [{ ...asker, method: 'DELETE', path: `${at}/{one}`, ...expected }],
          };
        }),
      ));
  });
