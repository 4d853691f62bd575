import { playOn, type Stage } from '../../support/scenario';
import { patch, remove } from '../../support/stage';
import type { PostLikeSuite } from './sample';

export function describeTrash({ kind, plural, field, values, at, slugged, made }: PostLikeSuite, stageOf: () => Stage): void {
  describe(`DELETE /${plural}/{id} and the trash`, () =>
    playOn(stageOf, [
      {
        title: 'trashes a record, frees its slug, and answers 410 the second time',
        given: { one: made('Rubbish') },
        ...remove(`${at}/{one}`),
        status: 200,
        has: { id: '{one}', status: 'trash', slug: 'rubbish__trashed' },
        next: [
          { ...remove(`${at}/{one}`), status: 410, code: `${kind}-is-in-trash` },
          { ...remove(`${at}/by-slug/rubbish`), status: 404 },
          { ...remove(`${at}/by-slug/rubbish__trashed`), status: 410 },
          { as: 'editor', language: 'fr', method: 'DELETE', path: `${at}/{one}`, status: 410, says: /corbeille/ },
        ],
      },
      {
        title: 'trashes a record by slug',
        given: { one: made('Also rubbish', slugged('also-rubbish')) },
        ...remove(`${at}/by-slug/also-rubbish`),
        has: { id: '{one}', status: 'trash' },
      },
      {
        title: 'trashes a record even with force, and removes it with force from the trash',
        given: { one: made('Forced') },
        ...remove(`${at}/{one}?force=true`),
        has: { status: 'trash' },
        next: [
          { as: 'author', method: 'DELETE', path: `${at}/{one}?force=true`, status: 403 },
          { ...remove(`${at}/{one}?force=false`), status: 410 },
          {
            ...remove(`${at}/by-slug/forced__trashed`),
            json: { force: true },
            status: 200,
            has: { id: '{one}' },
          },
          { as: 'editor', path: `${at}/{one}`, status: 404 },
          { ...remove(`${at}/{one}?force=true`), status: 404 },
        ],
      },
      {
        title: 'leaves a record in the trash until its status is changed, and gives its slug back',
        given: { one: made('Restored'), gone: { path: `${at}/{one}`, method: 'DELETE' } },
        ...patch(`${at}/{one}`, { [field]: values[1] }),
        has: { status: 'trash' },
        next: [
          { as: 'editor', method: 'PUT', path: `${at}/by-slug/restored__trashed`, json: { status: 'trash' }, has: { status: 'trash' } },
          { ...patch(`${at}/{one}`, { status: 'publish' }), has: { status: 'publish', slug: 'restored' } },
          { path: `${at}/by-slug/restored`, has: { id: '{one}' } },
        ],
      },
      {
        title: 'trashes a record by status',
        given: { one: made('By status') },
        ...patch(`${at}/{one}`, { status: 'trash' }, { method: 'PUT' }),
        has: { status: 'trash', slug: 'by-status__trashed' },
        next: [{ path: `${at}/{one}`, status: 403, code: `${kind}-no-longer-available` }],
      },
      {
        title: 'restores a record with a new slug if its own is taken',
        given: { one: made('Wanted'), gone: { path: `${at}/{one}`, method: 'DELETE' }, two: made('Wanted') },
        ...patch(`${at}/{one}`, { status: 'publish' }),
        has: { slug: 'wanted-2' },
      },
      {
        title: 'shortens a slug of 200 characters, and gives it back whole',
        given: { one: made('x'.repeat(300)) },
        ...remove(`${at}/{one}`),
        has: { slug: `${'x'.repeat(191)}__trashed` },
        next: [
          {
            ...patch(`${at}/{one}`, { [field]: values[1] }),
            has: { slug: `${'x'.repeat(191)}__trashed` },
          },
          { ...patch(`${at}/{one}`, { status: 'publish' }), has: { slug: 'x'.repeat(200) } },
        ],
      },
      {
        title: 'takes POST with X-HTTP-Method-Override: DELETE',
        given: { one: made('Overridden') },
        as: 'editor',
        method: 'POST',
        path: `${at}/{one}`,
        headers: { 'x-http-method-override': 'DELETE', 'content-type': 'application/json' },
        has: { status: 'trash' },
      },
    ]));
}
