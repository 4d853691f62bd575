import { expect } from 'chai';
import { repository } from './repository';

const EXPORTED = /^export (?:async )?(?:const|function\*?|class|interface|type) (\w+)/gm;

describe('What is exported', () => {
  it('has a name that nothing else has', () => {
    const files = repository.files().filter((file) => /^(?:lib|routes|fixtures)\/.*\.ts$/.test(file));
    const homes = new Map<string, Set<string>>();
    for (const file of files) {
      for (const [, name = ''] of repository.read(file).matchAll(EXPORTED))
        homes.set(name, (homes.get(name) ?? new Set<string>()).add(file));
    }
    expect(homes.size).to.be.above(1000);
    const shared = [...homes].filter(([, places]) => places.size > 1).map(([name, places]) => `${name} in ${[...places].join(', ')}`);
    expect(shared).to.deep.equal([]);
  });
});
