import { expect } from 'chai';
import { CODE_LIST, codeTable } from './code-table';
import { repository } from './repository';

describe('The guide’s list of error codes', () => {
  it('has every code with its statuses and what it means, and no other (else run `npm run examples`)', () => {
    const [, , table] = CODE_LIST.exec(repository.read('routes/README.md')) ?? [];
    expect(table).to.equal(codeTable());
  });
});
