import { expect } from 'chai';
import { repository } from './repository';

const headingsOf = (paper: string): (string | undefined)[] =>
  [...repository.read(paper).matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);

describe('SECURITY.md', () => {
  it('says how to report and which versions are supported, and leads to the threat model', () => {
    expect(headingsOf('SECURITY.md')).to.deep.equal(['Report a vulnerability', 'Supported versions', 'Threat model']);
    expect(repository.read('SECURITY.md')).to.include('](docs/operate/security.md)');
  });

  it('has a threat model with trusted parties, promises and limits', () => {
    expect(headingsOf('docs/operate/security.md')).to.include.members([
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
