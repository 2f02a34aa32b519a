// The sandbox's own script does the sample project's second issue: what a person tries first.
import { cpSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { TRY_FIX } from '../../../src/cli/sandbox-examples.js';
import { parseScript, startModel } from '../../../src/sample/model/index.js';
import { newFolder } from '../../build/folder.js';
import { benchOf, git, opens } from './at-work.js';

const SAMPLE = path.resolve('src/sample');

describe('the sample project', () => {
  it('has its second issue fixed by the sandbox’s script, with a Scout asked, and proven', async () => {
    const root = await newFolder();
    cpSync(path.join(SAMPLE, 'project'), root, { recursive: true });
    git(root, 'init', '--quiet', '--initial-branch=main');
    git(root, 'add', '--all');
    git(root, 'commit', '--quiet', '--message=first');
    const script = parseScript(readFileSync(path.join(SAMPLE, 'model.yml'), 'utf8'), 'model.yml');
    const { ask, view } = await benchOf(root, opens(await startModel({ script })));
    // The words that `crew sandbox` prints.
    const { run, outcome } = await ask(['fix', TRY_FIX], { walls: true });
    expect(outcome).toMatchObject({ name: 'done', result: { files: ['src/add.js', 'test/add.test.js'] } });
    expect(outcome.says).toContain('it fails without the change');
    expect(git(root, 'diff')).toContain('+  if (result.getUTCDate() !== date.getUTCDate()) result.setUTCDate(0);');
    // The estimate holds for the sample, and is narrow enough to be of use.
    const { spentUsd, estimateUsd } = (await view(run)).budget;
    const [low, high] = estimateUsd;
    expect(spentUsd).toBeGreaterThanOrEqual(low);
    expect(spentUsd).toBeLessThanOrEqual(high);
    expect(high).toBeLessThanOrEqual(5 * low);

    // The same command once the fix is committed, such as after the pull request was merged.
    git(root, 'commit', '--quiet', '--all', '--message=fixed');
    const { outcome: again } = await ask(['fix', TRY_FIX], { walls: true });
    expect(again).toMatchObject({ name: 'refused', result: { already: true } });
    expect(again.says).toMatch(/^\*\*Nothing to change\.\*\* The model wrote the test `gives 28 February/);
    expect(again.says).toContain('There is nothing to change.');
    expect(again.says).not.toContain('script');
  });
});
