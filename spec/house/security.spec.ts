import { expect } from 'chai';
import { repository } from './repository';

describe('SECURITY.md', () => {
  const text = repository.read('SECURITY.md');

  it('says how to report, which versions are supported, who is trusted, and what is not promised', () => {
    const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
    expect(headings).to.deep.equal([
      'Report a fault',
      'Supported versions',
      'Who is trusted with what',
      'What is promised',
      'What is not promised',
    ]);
  });

  it('is linked by the README and comes with the package', () => {
    expect(repository.read('README.md')).to.include('](SECURITY.md)');
    expect((JSON.parse(repository.read('package.json')) as { files: string[] }).files).to.include('SECURITY.md');
  });
});
