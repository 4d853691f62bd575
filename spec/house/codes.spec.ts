import { expect } from 'chai';
import { CODES } from '../../lib/errors/codes';
import { repository } from './repository';

describe('The guide’s list of error codes', () => {
  it('has every code with its statuses and what it means, and no other', () => {
    const [, list = ''] = /\n## All error codes\n([\s\S]*?)(?:\n## |$)/.exec(repository.read('routes/README.md')) ?? [];
    const rows = list.split('\n').filter((line) => line.startsWith('| `'));
    const told = rows.map((row) => row.split('|').slice(1, -1)).map((cells) => cells.map((cell) => cell.trim()));
    const known = Object.entries(CODES).map(([code, { status, title }]) => [`\`${code}\``, status.join(', '), title.en]);
    expect(told).to.deep.equal(known.sort(([one = ''], [other = '']) => (one < other ? -1 : 1)));
  });
});
