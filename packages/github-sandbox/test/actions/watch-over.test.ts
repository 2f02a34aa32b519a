import { describe, expect, it } from '@jest/globals';
import { trackWork } from '../../src/actions/index.js';

describe('work that nobody waits for', () => {
  it('has settled when what it led to has, too', async () => {
    const watch = trackWork();
    const done: string[] = [];
    const second = async () => void done.push('second');
    const first = async () => {
      await new Promise((go) => setTimeout(go, 5));
      done.push('first');
      watch.add(second());
    };
    watch.add(first());
    expect(watch.isBusy()).toBe(true);
    await watch.settled();
    expect([done, watch.isBusy()]).toEqual([['first', 'second'], false]);
  });

  it('does not hide what failed, and says it once', async () => {
    const watch = trackWork();
    watch.add(Promise.reject(new Error('no such commit')));
    watch.add(Promise.resolve());
    await watch.settled();
    expect(() => watch.complain()).toThrow(
      expect.objectContaining({ errors: [expect.objectContaining({ message: 'no such commit' })] }),
    );
    expect(() => watch.complain()).not.toThrow();
  });
});
