import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { createTaskQueue } from '../../../lib/content';

describe('createTaskQueue: long tasks', () => {
  it('run one at a time, in order, also after one that throws', async () => {
    const inTurn = createTaskQueue();
    const steps: string[] = [];
    const task = (name: string, thrown?: Error) =>
      inTurn(async () => {
        steps.push(`${name} begins`);
        await pause(5);
        steps.push(`${name} ends`);
        if (thrown) throw thrown;
        return name;
      });
    const ended = await Promise.allSettled([task('a'), task('b', new Error('wrong')), task('c')]);
    expect(ended.map(({ status }) => status)).to.deep.equal(['fulfilled', 'rejected', 'fulfilled']);
    expect(steps).to.deep.equal(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
  });

  it('are refused with 503 rest_overloaded, and never run, if their turn comes too late', async () => {
    const inTurn = createTaskQueue(20);
    let isRun = false;
    const first = inTurn(() => pause(60));
    const error = await inTurn(async () => {
      isRun = true;
    }).catch((thrown: unknown) => thrown);
    expect(error).to.include({ code: 'rest_overloaded', status: 503 });
    await first;
    await pause(5);
    expect(isRun).to.equal(false);
    expect(await inTurn(async () => 'next')).to.equal('next');
  });
});
