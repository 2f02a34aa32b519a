// A dry run, and its exact bytes made real.
import { describe, expect, it } from '@jest/globals';
import { writeFiles } from '../../verify/pipeline/projects.js';
import { answer, type Bench, call, edit, git, sumBench, TASK, turn } from './at-work.js';

const GOOD = [turn(edit('add.js', 'a - b', 'a + b')), turn(answer())];

const planned = async (bench: Bench): Promise<{ run: string; sha256: string }> => {
  const { run, outcome } = await bench.ask(['fix', '--dry-run', TASK]);
  expect(outcome.name).toBe('planned');
  return { run, sha256: (outcome.result as { sha256: string }).sha256 };
};

describe('a dry run', () => {
  it('changes nothing, verifies nothing, and leaves a diff with its base and digest', async () => {
    const bench = await sumBench([turn(call('shell', { command: 'touch here' })), ...GOOD]);
    const { run } = await planned(bench);
    expect(bench.status()).toBe('');
    expect(bench.read('here')).toBeNull();
    expect(bench.read('agent/context_001.md')).toBeNull();
    const { verification, diff } = await bench.view(run);
    expect(verification).toEqual([]);
    expect(diff).toMatchObject({ base: git(bench.root, 'rev-parse', 'HEAD').trim(), files: ['add.js'] });
    expect(diff?.text).toContain('+export const add = (a, b) => a + b;');
    // There is no shell, so there is nothing that could go around the copy.
    expect(JSON.stringify(bench.model.requests[1]?.body)).toContain('there is no tool');
  });

  it('is told again from its journal on another machine, edits and all', async () => {
    const stop = new AbortController();
    const { ask } = await sumBench([
      turn(edit('add.js', 'a - b', 'a * b')),
      turn(edit('add.js', 'a * b', 'a + b')),
      turn(answer()),
    ]);
    const { run } = await ask(['fix', '--dry-run', TASK], {
      stop: stop.signal,
      show: (seen) => {
        if (seen.kind === 'call ended') stop.abort();
      },
    });
    const { outcome } = await ask(['continue'], { run });
    expect(outcome.name).toBe('planned');
    expect(outcome.says).toContain('+export const add = (a, b) => a + b;');
  });

  it('without a change is no dry run', async () => {
    const { ask } = await sumBench([turn(answer()), turn(answer({ what: 'All.' })), turn(answer({ what: 'Done.' }))]);
    expect((await ask(['fix', '--dry-run', TASK])).outcome.name).toBe('stuck');
  });
});

describe('crew apply', () => {
  it('writes exactly these bytes, without a model, and verifies them', async () => {
    const bench = await sumBench(GOOD);
    const { run, sha256 } = await planned(bench);
    const asked = bench.model.requests.length;
    const shown: string[] = [];
    const { run: applied, outcome } = await bench.ask(['apply', sha256.slice(0, 8)], {
      show: (seen) => {
        if (seen.kind === 'part') shown.push(seen.name);
      },
    });
    expect(shown).toContain('baseline');
    expect(shown.join()).not.toContain('$');
    expect(outcome).toMatchObject({ name: 'done', result: { applied: sha256, usd: 0 } });
    expect(bench.model.requests).toHaveLength(asked);
    const { diff, verification } = await bench.view(applied);
    expect(diff?.text).toBe((await bench.view(run)).diff?.text);
    expect(verification.map(({ ref }) => ref)).toEqual(['baseline', 'loop-1']);
    // It is open no more.
    git(bench.root, 'checkout', '--quiet', '.');
    expect((await bench.ask(['apply'])).outcome.name).toBe('refused');
  });

  it('refuses a base that moved on, and says what a person can do', async () => {
    const bench = await sumBench(GOOD);
    const { run } = await planned(bench);
    await writeFiles(bench.root, { 'more.js': '' });
    git(bench.root, 'add', '--all');
    git(bench.root, 'commit', '--quiet', '--message=more');
    const { outcome } = await bench.ask(['apply']);
    expect(outcome.name).toBe('refused');
    expect(outcome.says).toContain(`crew show ${run} --json | jq -r .diff.text | git apply --3way`);
    expect(bench.status()).toBe('');
  });

  it.each([
    [['apply'], 'none'],
    [['apply', '0123abcd'], 'none whose digest begins with 0123abcd'],
  ])('%j finds nothing that is open', async (words, found) => {
    const { ask } = await sumBench(GOOD);
    const { outcome } = await ask(words);
    expect(outcome.name).toBe('refused');
    expect(outcome.says).toContain(found);
  });

  it('needs a name where two are open', async () => {
    const bench = await sumBench([
      { when: { first: 'the other way', turn: 1 }, ...turn(edit('add.js', 'a - b', 'b + a')) },
      { when: { first: 'the other way', turn: 2 }, ...turn(answer()) },
      ...GOOD,
    ]);
    const { sha256 } = await planned(bench);
    await bench.ask(['fix', '--dry-run', `${TASK}, the other way around`]);
    const { outcome } = await bench.ask(['apply']);
    expect(outcome.name).toBe('refused');
    expect(outcome.says).toContain(sha256.slice(0, 12));
    expect((await bench.ask(['apply', sha256])).outcome.name).toBe('done');
    expect(bench.read('add.js')).toContain('a + b');
  });
});
