import { describe, expect, it } from '@jest/globals';
import { refusalOf } from '../../../src/memory/rules/knowledge.js';

const of = (observation: string, name = 'python:async:timeouts') => refusalOf({ name, observations: [observation] });

describe('a candidate is refused', () => {
  it.each([
    ['names-a-run', 'When cmd_012 ran, `pytest -n 4` was needed.'],
    ['names-a-run', 'After build-12-0a1b2c3d4e use `npm ci`.'],
    ['internal', 'When the decomposer plans, keep tasks small.'],
    ['internal', 'Always write execution_log.yaml last.'],
    ['internal', '親セッションは結果を20行だけ読むべき'],
    ['general-knowledge', 'Always validate input, see the OWASP Top Ten.'],
    ['general-knowledge', 'If a CVE-2021-44228 is found, update.'],
    ['abstract', 'It is important to be careful when editing.'],
    ['abstract', '品質を意識することが重要である場合が多い'],
    ['not-a-lesson', 'The tests took 40 seconds.'],
    ['not-a-lesson', 'テストは 40 秒かかった'],
  ])('as %s: %s', (refusal, observation) => {
    expect(of(observation)).toBe(refusal);
  });

  it.each([
    'async',
    'python:async',
    'claude-crew:failure_pattern:result_file_missing',
    'lp:defaults:x',
    'a b:c:d',
    'a::c',
  ])('for its name: %s', (name) => {
    expect(of('Use `npm ci` when the lock file is there.', name)).toBe('name');
  });

  it('where every observation stands in the configuration', () => {
    const configuration = ['# Rules\n\n- Use `npm ci`, never `npm install`.\n'];
    const candidate = { name: 'node:install:command', observations: ['use npm ci, never npm install'] };
    expect(refusalOf(candidate, configuration)).toBe('in-the-configuration');
    const more = { ...candidate, observations: [...candidate.observations, 'If `CI` is set, add --ignore-scripts.'] };
    expect(refusalOf(more, configuration)).toBeNull();
  });
});

describe('a candidate is let pass', () => {
  it.each([
    [
      'security:env_file_exposure_risk:docker',
      'When an image is built, `.env` files are copied: list them in .dockerignore.',
    ],
    ['user:shogun:preference:report_brevity', 'Reports of more than 40 lines are not read; keep them below 20 lines.'],
    ['python:async:timeouts', 'テストが 30 秒を超える場合は `pytest -n 4` を使う'],
    ['web:auth:review', 'When `src/auth/` changes, check the list of the OWASP Top Ten in docs/security.md.'],
  ])('%s', (name, observation) => {
    expect(of(observation, name)).toBeNull();
  });
});
