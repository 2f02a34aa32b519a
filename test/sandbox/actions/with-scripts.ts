// Parts of a script for the agents of `/crew build` and `/crew write`, and files that a repository starts with.
import type { PlanTask } from '../../../src/workflows/build/rules/plan.js';
import { planText } from '../../workflows/build/plans.js';
import { call, turn } from './with-fixes.js';

/** A file for a repository without bugs. */
export const SOUND = { 'add.js': 'export const add = 1;\n' };

export const answered = turn(call('answer', { text: 'done' }));
export const write = (path: string, content: string) => call('write', { path, content });
/** A file of the work folder. */
export const file = (dir: string, path: string, content: string) =>
  call('work-write', { path: `${dir}${path}`, content });

export const result = (front: string) =>
  `---\n${front}\n---\n# Result\n${'What was done, and where.\n'.repeat(20)}\n\`\`\`js\nrequireName(input)\n\`\`\`\n<!-- COMPLETE -->\n`;
export const DONE = result('status: success\nquality: GREEN\ncompleteness: 100\nerrors: []');

const summaryOf = ({ dir, tasks, summary }: Build) => `---
generated_by: "crew"
date: "2026-11-19"
cmd_id: "${dir.split('/')[1]}"
status: success
quality: GREEN
completeness: 100
task_count: ${tasks.length}
failed_tasks: []
---
# Summary

${summary}
`;

export interface Build {
  /** Its work folder: `work/cmd_001/`. */
  readonly dir: string;
  readonly tasks: readonly PlanTask[];
  /** Words of its request. */
  readonly request: string;
  readonly summary: string;
}

/** Classifier, decomposer and aggregator of a build. */
export const around = (build: Build) => {
  const { dir, tasks, request } = build;
  return [
    {
      name: `classifier ${dir}`,
      when: { system: 'You are the Request classifier', first: request },
      turns: [turn(call('answer', { kind: 'other' }))],
    },
    {
      name: `decomposer ${dir}`,
      when: { system: 'You are the Decomposer', first: dir },
      turns: [
        turn(
          ...tasks.map((each) => file(dir, each.file, `# ${each.title}\n\nAs the issue asks.\n`)),
          file(dir, 'plan.md', planText(tasks)),
        ),
        answered,
      ],
    },
    {
      name: `aggregator ${dir}`,
      when: { system: 'You are the Aggregator', first: dir },
      turns: [turn(file(dir, 'report.md', '# Report\n'), file(dir, 'report_summary.md', summaryOf(build))), answered],
    },
  ];
};

/** The worker of a task; `first`: words that its prompt also has. */
export const worker = (dir: string, id: number, turns: readonly unknown[], first = '') => ({
  name: `worker ${dir} ${id} ${first}`,
  when: {
    system: { matches: 'You are a (Coder|Writer)' },
    first: { matches: `${dir}tasks/task_${id}\\.md[^]*${first}` },
  },
  turns,
});

/** An agent of `write`, by the output file that it is asked for, as a pattern. */
export const author = (output: string, input: object, fault?: object) => ({
  name: output,
  when: {
    system: { matches: 'You are (Plotter, the writer|one of several reviewers)' },
    first: { matches: `Output:\\n- workspace/${output}\\s*$` },
  },
  turns: [fault ? { ...turn(call('answer', input)), fault } : turn(call('answer', input))],
});

const IDEA = {
  ...{ title: 'First steps', genre: 'guide', tone: 'plain', scale: 'one page' },
  ...{ core_theme: 'adding two numbers', language: 'en', profile: 'docs' },
};
const pathOf = (title: string) => ({
  title,
  summary: `${title}, in one page.`,
  chapters: [{ n: 1, title: 'First steps', beats: ['import', 'call'] }],
});
const CHAPTER = 'current/chapters/ch01';
export const REVIEWERS = ['plotter', 'persona', 'stylist', 'pacer', 'lens', 'anchor', 'voice', 'atlas'] as const;
export const reviewFile = (round: number, name: string) => `${CHAPTER}/reviews/round-0${round}/${name}\\.json`;
export const good = (score: number) => ({ score, issues: [], strengths: ['¶1'] });
const LOW = {
  score: 6.1,
  issues: [{ location: '¶2', severity: 'major', issue: 'It names no file', suggestion: 'Name add.js' }],
  strengths: [],
};

/** What the request is about. */
export const intake = (request: string, title: string) => ({
  name: `intake ${title}`,
  when: { system: 'You are Plotter, the writer', first: { matches: `Intake: [^]*${request}` } },
  turns: [turn(call('answer', { ...IDEA, title }))],
});

/** Writer and reviewers: the first round fails, the second passes. */
export const authors = () => [
  author('paths/path-A\\.json', pathOf('Do it first')),
  author('paths/path-B\\.json', pathOf('Understand it first')),
  author('paths/path-C\\.json', pathOf('Look it up')),
  author('current/characters/', { characters: [{ name: 'Newcomer', sheet: 'Has never seen it.' }] }),
  author(`${CHAPTER}/draft-01\\.md`, { markdown: '# First steps\n\nDraft 1.\n\nCall add with two numbers.' }),
  author(`${CHAPTER}/draft-02\\.md`, { markdown: '# First steps\n\nDraft 2.\n\nCall add of add.js.' }),
  ...REVIEWERS.map((name) => author(reviewFile(1, name), name === 'stylist' ? LOW : good(7.4))),
  ...REVIEWERS.map((name) => author(reviewFile(2, name), good(7.8))),
];
