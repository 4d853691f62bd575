import { expect } from 'chai';
import { createWhileDatabaseAnswers } from '../../../lib/http/limits/deadlines';

describe('createWhileDatabaseAnswers', () => {
  const SHORT = { first: 20, again: 10, answer: 50 };
  const never = new Promise<never>(() => undefined);
  const codeOf = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => 'done',
      (error) => error.code,
    );

  it('refuses slow work while the database is away, whatever the sum of its waits', async () => {
    for (const answers of [async () => false, () => Promise.reject(new Error('away')), () => never])
      expect(await codeOf(createWhileDatabaseAnswers(answers, SHORT)(never))).to.equal('database_unavailable');
  });

  it('checks repeatedly, and refuses once the database goes away', async () => {
    let checks = 0;
    const answers = async () => ++checks < 3;
    expect(await codeOf(createWhileDatabaseAnswers(answers, SHORT)(never))).to.equal('database_unavailable');
    expect(checks).to.equal(3);
  });

  it('waits for work that takes long while the database answers', async () => {
    let checks = 0;
    let finish: () => void = () => undefined;
    const work = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const answers = async () => {
      checks += 1;
      if (checks === 2) finish();
      return true;
    };
    expect(await codeOf(createWhileDatabaseAnswers(answers, SHORT)(work))).to.equal('done');
  });

  it('makes no check if the work ends in time, and passes on its errors', async () => {
    const answers = () => {
      throw new Error('nobody asks');
    };
    const within = createWhileDatabaseAnswers(answers, SHORT);
    expect(await within(Promise.resolve(7))).to.equal(7);
    expect(await codeOf(within(Promise.reject(Object.assign(new Error('no'), { code: 'own' }))))).to.equal('own');
  });
});
