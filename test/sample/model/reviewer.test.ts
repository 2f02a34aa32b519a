// How the scripted model reviews the pull requests of the sample.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { chooseTurn } from '../../../src/sample/model/choose-turn.js';
import { parseScript } from '../../../src/sample/model/index.js';
import { problemsIn, reviewerAnswer } from '../../../src/workflows/review/rules/findings.js';

const SAMPLE = path.join(import.meta.dirname, '../../../src/sample');
const script = parseScript(readFileSync(path.join(SAMPLE, 'model.yml'), 'utf8'), 'model.yml');

/** The last answer of the reviewer about a pull request with this title. */
function reviewOf(title: string) {
  const about = { role: 'user', content: title } as const;
  const read = [
    { role: 'assistant', content: 'I read it.' },
    { role: 'user', content: 'Read.' },
  ] as const;
  const turns = [[about], [about, ...read]].flatMap((messages) => {
    const found = chooseTurn(script, {
      ...{ model: 'claude-sonnet-5-5', system: 'You are the Reviewer.', messages: [...messages] },
    });
    return found.found ? [found.turn] : [];
  });
  const [answer] = turns.flatMap(({ tools }) => tools.filter(({ name }) => name === 'answer'));
  return reviewerAnswer.parse(answer?.input);
}

/** The lines that a pull request of the sample adds to a file. */
function addedBy(pull: string, file: string): readonly string[] {
  const { commits } = parse(readFileSync(path.join(SAMPLE, `pulls/${pull}.yml`), 'utf8'));
  const [, patch = ''] = String(commits[0].patch).split(`+++ b/${file}\n`);
  const [own = ''] = patch.split('\n--- ');
  return own.split('\n').flatMap((line) => (line.startsWith('+') ? [line.slice(1)] : []));
}

it('names real faults of pull request 30, at the lines that show them', () => {
  const before = readFileSync(path.join(SAMPLE, 'project/src/between.js'), 'utf8').trimEnd().split('\n');
  const head: Readonly<Record<string, readonly string[]>> = {
    'src/between.js': [...before, ...addedBy('30-workdays', 'src/between.js')],
    'test/between.test.js': addedBy('30-workdays', 'test/between.test.js'),
  };
  const { findings, notReviewed } = reviewOf('Add workdaysBetween');
  expect(findings).toHaveLength(2);
  expect(problemsIn(findings, (file) => head[file] ?? null)).toEqual([]);
  expect(notReviewed).toBeUndefined();
});

it('says of every other pull request that it has not read it', () => {
  const { findings, notReviewed } = reviewOf('Add startOfMonth and endOfMonth');
  expect(findings).toEqual([]);
  expect(notReviewed).toContain('only know pull request 30');
});
