import { expect } from 'chai';
import { CODES, createCatalogue } from '../../lib/errors/errors';
import { repository } from '../house/repository';
import { REFUSALS, VENUE } from './refusals';

const GENRE = { kind: 'genre', name: { en: 'genre', fr: 'genre musical' } };
const refusals = Object.values(REFUSALS).flat();
const catalogue = createCatalogue({ postLikes: new Map([['venues', VENUE]]), termLikes: new Map([['genres', GENRE]]) });

describe('catalogue of error codes', () => {
  it('explains every error with its status', () => {
    const unexplained = refusals.filter(({ code, status }) => !catalogue.get(code)?.status.includes(status));
    expect(unexplained.map(({ code, status }) => `${code} ${status}`)).to.deep.equal([]);
  });

  it('has no entry for a code and status that no error has', () => {
    const idle = Object.entries(CODES).flatMap(([pattern, { status }]) =>
      status
        .filter((one) => !refusals.some((refusal) => refusal.code === pattern.replace('{kind}', 'venue') && refusal.status === one))
        .map((one) => `${pattern} ${one}`),
    );
    expect(idle).to.deep.equal([]);
  });

  it('has the codes of every kind, with the name of the kind', () => {
    expect(catalogue.get('venue-not-accessible')).to.deep.include({ code: 'venue-not-accessible', kind: VENUE.name, status: [403] });
    expect(catalogue.get('rest-genre-not-found')).to.deep.include({ kind: GENRE.name, status: [404] });
  });

  it('has no codes for terms that only apply to post-like records', () => {
    expect([...catalogue.keys()].filter((code) => code.includes('genre'))).to.deep.equal(['rest-genre-not-found']);
  });

  it('uses the name of a kind unchanged', () => {
    const odd = createCatalogue({ postLikes: new Map([['odd', { kind: '$&', name: VENUE.name }]]), termLikes: new Map() });
    expect([...odd.keys()])
      .to.include('$&-not-accessible')
      .and.to.not.include('{kind}-not-accessible');
  });

  it('is the only place in lib that creates API errors', () => {
    const makers = repository
      .files()
      .filter((file) => /^(?:lib|routes)\/.*\.ts$/.test(file) && /\bnew ApiError\(/.test(withoutComments(file)));
    expect(makers).to.deep.equal(['lib/errors/records.ts', 'lib/errors/refusal.ts']);
  });
});

const withoutComments = (file: string): string => repository.read(file).replaceAll(/\/\*\*[\s\S]*?\*\//g, '');
