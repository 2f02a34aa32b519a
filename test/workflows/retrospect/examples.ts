// Proposals as a retrospector would make them.
import type { Improvement, Skill } from '../../../src/workflows/retrospect/rules/proposals.js';

export const improvement = (of: Partial<Improvement> = {}): Improvement => ({
  title: 'Say where fixtures are',
  target: 'worker-coder',
  kind: 'enhancement',
  changelog: 'Changed',
  description: 'Workers looked for fixtures in three places.',
  evidence: 'results/result_2.md:14: "I could not find the fixtures, so I wrote new ones."',
  scores: { recurrence: 4, impact: 4, generality: 4, feasibility: 5 },
  edits: [{ path: 'AGENTS.md', find: '# Rules\n', replace: '# Rules\n\nFixtures are in test/fixtures.\n' }],
  ...of,
});

export const skill = (of: Partial<Skill> = {}): Skill => ({
  name: 'release-notes',
  description: 'Writes release notes from merged pull requests.',
  usage: '/release-notes v1.2.0',
  steps: ['List what was merged.', 'Group it by kind.', 'Write one line for each.'],
  evidence: 'results/result_1.md:9: the same steps were done twice.',
  criteria: { self_contained: true, three_projects: true, three_a_month: true, external_value: true },
  scores: { reuse: 4, frequency: 4, value: 5 },
  ...of,
});
