// Each way in which a fix can end, in real little repositories, with a process for every test that it claims to have run.
import { rmSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { writeFiles } from '../../verify/pipeline/projects.js';
import { answer, benchOf, call, edit, git, repositoryOf, sumBench, TASK, turn, wrongSum } from './at-work.js';

const GOOD = [turn(edit('add.js', 'a - b', 'a + b')), turn(answer())];

describe('a fix that is done', () => {
  it('is proven: verified, compared, untampered, and its test fails without the change', async () => {
    const { ask, read, status, view } = await sumBench(GOOD);
    const { run, outcome } = await ask(['fix', TASK], { walls: true });
    expect(outcome).toMatchObject({ name: 'done', result: { files: ['add.js'] } });
    expect(read('add.js')).toBe('export const add = (a, b) => a + b;\n');
    // Dirty, and nothing else: no commit, no file of crew's that git would see.
    expect(status()).toBe(' M add.js');
    const { verification, comparison, tamper, counters, diff, budget } = await view(run);
    expect(verification.map(({ ref, status: verdict }) => [ref, verdict])).toEqual([
      ['baseline', 'FAIL'],
      ['loop-1', 'PASS'],
    ]);
    expect(comparison?.fixed).toEqual(['test/little.test.js › adds']);
    expect(tamper).toEqual([]);
    expect(counters).toEqual({ consecutive_failures: 0, total_verify_loops: 0, replans: 0 });
    expect(diff).toMatchObject({ files: ['add.js'], sha256: (outcome.result as { sha256: string }).sha256 });
    expect(budget.spentUsd).toBeGreaterThan(0);
    expect(budget.estimateUsd[1]).toBeGreaterThan(budget.estimateUsd[0]);
    expect(outcome.says).toContain('Failed before the change and passes with it');
    expect(outcome.says).toContain(verification[1]?.run_id);
    // What the Scouts said, at the start and at the end.
    expect(read('agent/context_001.md')).toContain('at the start');
    expect(read('agent/context_002.md')).toContain('at success');
  });

  it('mends what a verification found, with the end of its log before it', async () => {
    const { ask, model } = await sumBench([
      turn(edit('add.js', 'a - b', 'a * b')),
      turn(answer()),
      turn(edit('add.js', 'a * b', 'a + b')),
      turn(answer()),
    ]);
    const { outcome } = await ask(['fix', TASK]);
    expect(outcome.name).toBe('done');
    const told = JSON.stringify(model.requests[2]?.body);
    expect(told).toContain('Verification loop-1');
    expect(told).toContain('passed before the change and fail now');
    expect(told).toContain('does nothing with zero');
  });

  it('needs no test of its own where the task asks for none, and says that none shows it', async () => {
    const shownBy = [{ file: 'test/little.test.js', test: 'does nothing with zero' }];
    const notTargets = [{ test: 'adds', why: 'A rename leaves the result as it is.' }];
    const other = answer({ kind: 'other', shownBy, notTargets });
    const { ask } = await sumBench([
      turn(edit('add.js', '(a, b)', '(one, b)'), edit('add.js', 'a - b', 'one - b')),
      turn(other),
    ]);
    const { outcome } = await ask(['fix', 'rename the first parameter of add in add.js to one']);
    expect(outcome.name).toBe('done');
    // What failed before fails still, and that is said.
    expect(outcome.says).toContain('every failing check also failed before the change');
    expect(outcome.says).toContain('Not proven by a test');
  });

  it('is not proven where only the change brings the command that runs tests', async () => {
    const root = await repositoryOf({
      'add.js': 'module.exports.add = (a, b) => a - b;\n',
      'package.json': '{"name":"bare"}\n',
    });
    const test =
      "const { test } = require('node:test');\nconst assert = require('node:assert');\nconst { add } = require('./add.js');\ntest('adds', () => assert.equal(add(1, 2), 3));\n";
    const { ask } = await benchOf(root, {
      editor: [
        turn(edit('add.js', 'a - b', 'a + b')),
        turn(answer({ shownBy: [], notShown: 'There are no tests.' })),
        turn(
          call('write', { path: 'add.test.js', content: test }),
          edit('package.json', '{"name":"bare"}', '{"name":"bare","scripts":{"test":"node --test"}}'),
        ),
        turn(answer({ shownBy: [{ file: 'add.test.js', test: 'adds' }] })),
      ],
    });
    const { outcome } = await ask(['fix', TASK]);
    expect(outcome).toMatchObject({ name: 'done', result: { provenByTest: false } });
    expect(outcome.says).toMatch(/^\*\*Succeeded, not proven by a test\.\*\*/);
  });

  it('is not said to be verified where there is nothing to verify', async () => {
    const root = await repositoryOf({ 'README.md': '# A shpo\n' });
    const other = answer({ kind: 'other', shownBy: [], notShown: 'It is a text.' });
    const { ask } = await benchOf(root, { editor: [turn(edit('README.md', 'shpo', 'shop')), turn(other)] });
    const { outcome } = await ask(['fix', 'README.md says "shpo" where it means "shop"']);
    expect(outcome.name).toBe('done');
    expect(outcome.says).toContain('No checks were run on this change.');
    expect(outcome.says).not.toContain('Verified:');
  });
});

describe('a fix that is refused', () => {
  it('asks for what crew may not touch, and costs nothing', async () => {
    const { ask, model } = await sumBench(GOOD);
    const { outcome } = await ask(['fix', 'Change .github/workflows/ci.yml so that it runs on Node 24']);
    expect(outcome.name).toBe('refused');
    expect(model.requests).toEqual([]);
  });

  it.each([
    ['a tree with changes of somebody', (root: string) => writeFiles(root, { 'add.js': 'mine\n' }), 'add.js'],
    [
      'a context file that git tracks',
      async (root: string) => {
        await writeFiles(root, { 'agent/context_001.md': 'mine\n' });
        git(root, 'add', '--all');
        git(root, 'commit', '--quiet', '--message=mine');
      },
      'agent/context_001.md',
    ],
    ['a folder without a commit', async (root: string) => rmSync(path.join(root, '.git'), { recursive: true }), 'none'],
  ])('finds %s', async (_what, change, named) => {
    const { ask, root, model } = await sumBench(GOOD);
    await change(root);
    const { outcome } = await ask(['fix', TASK]);
    expect(outcome.name).toBe('refused');
    expect(outcome.says).toContain(named);
    expect(model.requests).toEqual([]);
  });

  it('is so already, and a test on the commit below shows it', async () => {
    const shown = { shownBy: [{ file: 'test/more.test.js', test: 'takes away' }] };
    const more =
      "import test from 'node:test';\nimport assert from 'node:assert';\nimport { add } from '../add.js';\ntest('takes away', () => assert.equal(add(3, 1), 2));\n";
    const { ask } = await sumBench([
      turn(call('write', { path: 'test/more.test.js', content: more })),
      turn(answer({ result: 'already-so', ...shown })),
    ]);
    const { outcome } = await ask(['fix', 'add(3, 1) in add.js should give 2']);
    expect(outcome).toMatchObject({ name: 'refused', result: { already: true } });
    expect(outcome.says).toContain('passes without any change');
  });

  it('is not so already because the Editor says it', async () => {
    const { ask, model } = await sumBench([
      turn(answer({ result: 'already-so' })),
      turn(edit('add.js', 'a - b', 'a + b')),
      turn(answer()),
    ]);
    expect((await ask(['fix', TASK])).outcome.name).toBe('done');
    expect(JSON.stringify(model.requests[1]?.body)).toContain('The code does not do this yet');
  });
});

describe('a fix that waits for a person', () => {
  it('asks one question about a vague task, for nothing, and goes on with the answer', async () => {
    const { ask, model } = await sumBench(GOOD);
    const { run, outcome } = await ask(['fix', 'it does not work']);
    expect(outcome).toMatchObject({ name: 'awaiting', awaits: { kind: 'question' } });
    expect(model.requests).toEqual([]);
    const { outcome: next } = await ask(['answer', TASK], { run });
    expect(next.name).toBe('done');
    expect(JSON.stringify(model.requests[0]?.body)).toContain('add(1, 2) in add.js gives -1');
  });

  it('quotes what the Editor asks, so that no verdict is the Editor’s to write', async () => {
    const question =
      'Which one?\n\n**Succeeded.**\n\n### Verification\n\nVerified: all checks passed on this change (`v-1`, loop-1).';
    const { ask } = await sumBench([turn(call('ask-person', { question, choices: ['**Succeeded.**', 'b'] })), ...GOOD]);
    const { run, outcome } = await ask(['fix', TASK]);
    expect(outcome.name).toBe('awaiting');
    const lines = (outcome.says ?? '').split('\n').filter((line) => line !== '' && !line.startsWith('>'));
    expect(lines).toEqual([
      '**The model is waiting for your answer.**',
      'The model asks:',
      expect.stringMatching(/^Reply with `crew answer q-\d+ … --run fix-here-\w+`\. `fix-here/),
    ]);
    expect(outcome.says).toContain('\n> **Succeeded.**\n');
    expect((await ask(['answer', 'The first.'], { run })).outcome.name).toBe('done');
  });

  it('has a plan with its price, and does nothing before it is approved', async () => {
    const cites = [{ file: 'add.js', line: 1 }];
    const plan = call('answer', {
      answer: 'The sign.',
      findings: [{ about: 'map', says: 'The sum is here.', cites }],
      slices: [{ paths: ['add.js'], why: 'It is all.', cites }],
      approach: 'Turn the sign.',
      steps: ['Turn the sign in add.js.'],
    });
    const { ask, status, model } = await benchOf(await repositoryOf(wrongSum), { editor: GOOD, scoutA: [turn(plan)] });
    const { run, outcome } = await ask(['plan', TASK]);
    expect(outcome).toMatchObject({ name: 'awaiting', awaits: { kind: 'approval' } });
    // Who asks stands for itself, the plan is a quotation, and neither paths nor price stand there without a word.
    expect(outcome.says).toMatch(
      /^\*\*crew is waiting for your approval\.\*\*\n\nPlan:\n\n> Turn the sign\.\n>\n> - Turn the sign in add\.js\.\n\nFiles to change: `add\.js`\.\n\nEstimated cost: \*\*\$\d+\.\d{2,3} to \$\d+\.\d{2,3}\*\*\.\n\nReply with `crew approve p-\d+ --run /,
    );
    expect(status()).toBe('');
    expect(model.requests).toHaveLength(1);
    const { outcome: next } = await ask(['approve', outcome.awaits?.id ?? ''], { run });
    expect(next.name).toBe('done');
    expect(JSON.stringify(model.requests[1]?.body)).toContain('The approved plan');
  });

  it('asks for no approval if Scout A finds no plan, and says why there is none', async () => {
    const findings = [{ about: 'map', says: 'It subtracts.', cites: [{ file: 'add.js', line: 1 }] }];
    const none = call('answer', { answer: 'None.', findings, approach: 'None.', cannot: 'Nothing here adds.' });
    const { ask, status } = await benchOf(await repositoryOf(wrongSum), { editor: GOOD, scoutA: [turn(none)] });
    const { outcome } = await ask(['plan', TASK]);
    expect(outcome.name).toBe('stuck');
    expect(outcome.awaits).toBeUndefined();
    expect(outcome.says).toBe(
      '**No plan made.** Nothing was changed, and there is nothing to approve.\n\nThe model’s reason (not verified):\n\n> Nothing here adds.\n\n- If that has changed, write `crew plan …` and say what is different.',
    );
    expect(status()).toBe('');
  });
});

describe('a fix that is out of money or without a model', () => {
  const expensive = {
    input_tokens: 0,
    output_tokens: 0,
    cache_read_input_tokens: 0,
    cache_creation_input_tokens: 4_000_000,
  };
  const REFUSED_BY_SERVICE = {
    ...turn(answer()),
    fault: { kind: 'status', status: 400, message: 'too long', times: 'always' },
  };
  const paid = (spent: object) => ({ ...turn(edit('add.js', 'a - b', 'a + b')), usage: spent });

  it('is partial where something is changed, keeps it, and goes on with more', async () => {
    const { ask, read } = await sumBench([paid(expensive), turn(answer())]);
    const { run, outcome } = await ask(['fix', '--budget', '1', TASK]);
    expect(outcome.name).toBe('partial');
    expect(outcome.says).toContain('No checks were run on this change.');
    expect(read('add.js')).toContain('a + b');
    expect((await ask(['continue', '+50'], { run })).outcome.name).toBe('done');
  });

  it('says that the Editor failed, and not the checks, if the model service fails after a change', async () => {
    const { ask, read } = await sumBench([turn(edit('add.js', 'a - b', 'a + b')), REFUSED_BY_SERVICE]);
    const { outcome } = await ask(['fix', TASK]);
    expect(outcome.name).toBe('infra_error');
    expect(outcome.says).toMatch(
      /^\*\*The model failed:\*\* the model service rejected the request \(400 too long\)\./,
    );
    expect(outcome.says).toContain('\n\nThe model’s change so far is kept and not published.\n\n');
    expect(outcome.says).not.toContain('did not run');
    expect(read('add.js')).toContain('a + b');
  });

  it('waits where nothing is changed yet, and never spends more than one call too much', async () => {
    const looks = { ...turn(call('read', { path: 'add.js' })), usage: expensive };
    const { ask, model } = await sumBench([looks, ...GOOD]);
    const { outcome } = await ask(['fix', '--budget', '1', TASK]);
    expect(outcome).toMatchObject({ name: 'awaiting', awaits: { kind: 'budget' } });
    expect(model.requests).toHaveLength(1);
  });
});

describe('a fix whose tools are missing', () => {
  it('ends as infra_error, claims nothing, and goes on where the tool is there', async () => {
    const config = 'sandbox:\n  required: false\nverify:\n  reruns: 0\n  steps:\n    - { name: test, run: checker }\n';
    const { ask, bin } = await sumBench(
      [
        turn(edit('add.js', 'a - b', 'a + b')),
        turn(answer({ shownBy: [], notShown: 'The checker tells nothing of tests.' })),
      ],
      { '.github/crew.yml': config },
    );
    const { run, outcome } = await ask(['fix', TASK]);
    expect(outcome.name).toBe('infra_error');
    expect(outcome.says).toContain('checker');
    expect(outcome.says).not.toContain('Verified');
    await writeFiles(bin, { checker: '#!/bin/sh\ngrep -q "a + b" add.js\n' });
    await chmod(path.join(bin, 'checker'), 0o755);
    expect((await ask(['continue'], { run })).outcome.name).toBe('done');
  });
});

describe('a fix that is cancelled', () => {
  it('keeps what is in the tree, and continues with no finished call made again', async () => {
    const stop = new AbortController();
    const { ask, read, model, steps } = await sumBench([
      turn(edit('add.js', 'a - b', 'a + b')),
      turn(call('read', { path: 'add.js' })),
      turn(answer()),
    ]);
    const { run, outcome } = await ask(['fix', TASK], {
      stop: stop.signal,
      show: (seen) => {
        if (seen.kind === 'call ended' && seen.tool === 'edit') stop.abort();
      },
    });
    expect(outcome.name).toBe('cancelled');
    expect(read('add.js')).toContain('a + b');
    const before = model.requests.length;
    expect((await ask(['continue'], { run })).outcome.name).toBe('done');
    expect(model.requests).toHaveLength(before + 2);
    const names = (await steps(run)).map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('a run that goes on on another machine', () => {
  it('takes the change with it, byte for byte', async () => {
    const stop = new AbortController();
    const { ask, root } = await sumBench([
      turn(edit('add.js', 'a - b', 'a * b')),
      turn(answer()),
      turn(edit('add.js', 'a * b', 'a + b')),
      turn(answer()),
    ]);
    const { run } = await ask(['fix', TASK], {
      stop: stop.signal,
      show: (seen) => {
        if (seen.kind === 'turn began' && seen.turn === 3) stop.abort();
      },
    });
    const other = path.join(await repositoryOf({}), 'clone');
    git(root, 'clone', '--quiet', root, other);
    const { outcome } = await ask(['continue'], { run, root: other });
    expect(outcome.name).toBe('done');
    expect(git(other, 'diff')).toContain('+export const add = (a, b) => a + b;');
  });

  it('says by name which commit it needs where it finds another, and waits', async () => {
    const stop = new AbortController();
    const { ask, root, read } = await sumBench([turn(edit('add.js', 'a - b', 'a + b')), turn(answer())]);
    const { run } = await ask(['fix', TASK], {
      stop: stop.signal,
      show: (seen) => {
        if (seen.kind === 'call ended') stop.abort();
      },
    });
    const first = git(root, 'rev-parse', 'HEAD').trim();
    git(root, 'commit', '--quiet', '--all', '--message=mine');
    const { outcome } = await ask(['continue'], { run });
    expect(outcome).toMatchObject({ name: 'awaiting', awaits: { kind: 'pause' } });
    expect(outcome.says).toContain(first.slice(0, 12));
    git(root, 'checkout', '--quiet', first);
    expect((await ask(['continue'], { run })).outcome.name).toBe('done');
    expect(read('add.js')).toContain('a + b');
  });
});

it('a fix on top of finished edits names the run that made them, not an older one that is not over', async () => {
  const { ask, status } = await sumBench([turn(edit('add.js', 'a - b', 'a + b')), turn(answer())]);
  const older = await ask(['fix', TASK], { stop: AbortSignal.abort() });
  expect(older.outcome.name).toBe('cancelled');
  const newer = await ask(['fix', TASK]);
  expect([newer.outcome.name, status()]).toEqual(['done', ' M add.js']);
  const { outcome } = await ask(['fix', 'multiply(1, 2) in add.js should give 2']);
  expect(outcome.name).toBe('refused');
  expect(outcome.says).toContain(`found changes of ${newer.run} in add.js. Commit or stash them`);
  expect(outcome.says).not.toContain(older.run);
});
