// A repository with a few bugs and an issue for each, crew's workflows from the templates, and a scripted model.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RepositorySeed, Run } from 'github-sandbox';
import { at, type Stage, withActions } from 'github-sandbox/testing';
import type { RunRecord } from '../../../src/ports/run.js';
import { readSteps } from '../../../src/runs/journal.js';
import { emptyRecord, parseRecord } from '../../../src/runs/record.js';
import { parseScript, type ScriptedModel, startModel } from '../../../src/sample/model/index.js';
import { runView } from '../../../src/view/run/document.js';
import { newFolder } from '../../build/folder.js';
import { publishedCrew } from '../../build/published.js';
import { ROOT } from '../../build/root.js';

export const REPO = 'ann/shop';
export const LONG = 900_000;

/** Each is wrong in its own file, and a test shows it. */
const WRONG = {
  add: ['a - b', 'a + b', 'add(1, 2)', '3'],
  times: ['a + b', 'a * b', 'times(2, 3)', '6'],
  less: ['a + b', 'a - b', 'less(5, 3)', '2'],
  half: ['a * 2', 'a / 2', 'half(8)', '4'],
} as const;
export type Bug = keyof typeof WRONG;
const BUGS = Object.keys(WRONG) as readonly Bug[];

const testOf = (bug: Bug) => `import { ${bug} } from '../${bug}.js';
test('${bug}', () => assert.equal(${WRONG[bug][2]}, ${WRONG[bug][3]}));`;

const CONFIG = 'sandbox:\n  required: false\nverify:\n  reruns: 0\n  steps:\n    - { name: test, run: node --test }\n';

/** A package with these bugs. Each test file is a process of its own in each verification, so only bugs that a test is about are there. */
const filesWith = (bugs: readonly Bug[]) => ({
  'package.json': JSON.stringify({ name: 'little', type: 'module', scripts: { test: 'node --test' } }),
  ...(bugs.length === 0 ? { 'test/little.test.js': '\n' } : {}),
  ...Object.fromEntries(bugs.map((bug) => [`${bug}.js`, `export const ${bug} = (a, b) => ${WRONG[bug][0]};\n`])),
  ...Object.fromEntries(
    bugs.map((bug) => [
      `test/${bug}.test.js`,
      `import assert from 'node:assert/strict';\nimport test from 'node:test';\n${testOf(bug)}\n`,
    ]),
  ),
  '.github/crew.yml': CONFIG,
});

/** A tool call of the script; `turn` puts several in one answer of the model. */
export const call = (name: string, input: unknown) => ({ name, input });
export const turn = (...tools: readonly unknown[]): Readonly<Record<string, unknown>> => ({ tools });
export const edit = (file: string, old: string, to: string) => call('edit', { path: file, edits: [{ old, new: to }] });

/** The Editor's answer about one bug. */
export const answer = (of: Readonly<Record<string, unknown>> = {}) =>
  call('answer', {
    result: 'changed',
    kind: 'bug',
    approach: 'The operator is another one.',
    what: 'The operator.',
    why: 'It is the wrong one.',
    shownBy: [{ file: 'test/add.test.js', test: 'add' }],
    ...of,
  });

const WHAT = (bug: Bug) => ({
  what: `The operator in ${bug}.js.`,
  shownBy: [{ file: `test/${bug}.test.js`, test: bug }],
});

/** What the Editor does about a bug. */
export const mended = (bug: Bug) => [turn(edit(`${bug}.js`, WRONG[bug][0], WRONG[bug][1])), turn(answer(WHAT(bug)))];

/** A part of the script: the Editor's turns where its first message holds `first`. */
export const part = (first: string | { readonly matches: string }, turns: readonly unknown[]) => ({
  name: `editor ${typeof first === 'string' ? first : first.matches}`,
  when: { system: 'You are the Editor', first },
  turns,
});

export const issueOf = (bug: Bug) => ({
  title: `${bug} is wrong`,
  body: `${WRONG[bug][2]} in ${bug}.js should give ${WRONG[bug][3]}.`,
  author: 'sam',
});

export interface Fixes extends Stage {
  readonly model: ScriptedModel;
  say(user: string, body: string, issue?: number): Promise<number>;
  /** What crew said in a thread, oldest first, without markers. */
  said(issue?: number): readonly string[];
  pulls(): Promise<
    readonly { number: number; head: string; title: string; body: string; draft: boolean; state: string }[]
  >;
  /** The recorded runs of a subject, oldest first. */
  records(subject?: string): Promise<readonly RunRecord[]>;
  /** A file that is stored with a subject's record. */
  stored(subject: string, name: string): Promise<string>;
  /** A run as `crew show` prints it. */
  view(subject: string, run?: string): Promise<ReturnType<typeof runView>>;
  /** Actions runs of one workflow, oldest first, once nothing goes on any more. */
  runsOf(workflow?: string): Promise<readonly Run[]>;
  /** Waits until a job of the newest run is at work; gives the run's id. */
  atWork(job: string): Promise<number>;
  /** From now on, requests to the model that contain a text wait for their answer, until the function that this returns is called. */
  hold(text: string): Hold;
  /** Waits until the work job of a run has uploaded a journal that contains all these texts; without texts, an agent's first answer. */
  uploaded(run: number, ...texts: readonly string[]): Promise<void>;
  /** Text of a file on a branch. */
  file(branch: string, path: string): Promise<string>;
}

/** Releases the requests. `reached` resolves when the first of them waits. */
export type Hold = (() => void) & { readonly reached: Promise<void> };

interface Held {
  readonly holds: (request: string) => boolean;
  readonly reach: () => void;
  readonly released: Promise<void>;
}

/** Opens it. Parts of the script come first that are named first. */
export async function withFixes(of: {
  parts: readonly unknown[];
  issues: readonly unknown[];
  /** Bugs of the repository; without it, those whose file an issue or the script names. */
  bugs?: readonly Bug[];
  repository?: Partial<RepositorySeed>;
  apps?: Parameters<typeof withActions>[0]['apps'];
  /** Added to `.github/crew.yml`. */
  config?: string;
  /** The folder that stands for crew's own repository, where it is not this one. */
  crew?: string;
  nextInQueue?: Parameters<typeof withActions>[0]['nextInQueue'];
  /** Workflow files that stand in the repository instead of the templates. */
  workflows?: Readonly<Record<string, string>>;
}): Promise<Fixes> {
  const holds = new Set<Held>();
  const named = JSON.stringify([of.issues, of.parts]);
  const { bugs = BUGS.filter((bug) => named.includes(`${bug}.js`)) } = of;
  const model = await startModel({
    script: parseScript(JSON.stringify({ parts: of.parts })),
    beforeAnswer: async ({ body }) => {
      const text = JSON.stringify(body);
      for (const hold of holds) {
        if (!hold.holds(text)) continue;
        hold.reach();
        await hold.released;
      }
    },
  });
  const template = async (name: string) =>
    (await readFile(join(ROOT, 'templates/workflows', name), 'utf8')).replace('OWNER/', 'crew-sandbox/');
  const dir = await newFolder();
  const stage = await withActions({
    dir,
    workflows: of.workflows ?? {
      'crew.yml': await template('crew.yml'),
      'crew-settle.yml': await template('crew-settle.yml'),
    },
    actions: { 'crew-sandbox/crew': of.crew ?? (await publishedCrew()) },
    // GitHub's own times: a cancelled job stores its journal before it is killed, also on a slow machine.
    timing: { interruptMs: 7_500, terminateMs: 2_500 },
    ...(of.apps && { apps: of.apps }),
    ...(of.nextInQueue && { nextInQueue: of.nextInQueue }),
    repository: {
      actionsMayOpenPulls: true,
      secrets: { ANTHROPIC_API_KEY: 'sk-ant-canary-0123456789' },
      variables: { ANTHROPIC_BASE_URL: model.url },
      issues: of.issues as NonNullable<RepositorySeed['issues']>,
      ...of.repository,
      files: { ...filesWith(bugs), '.github/crew.yml': CONFIG + (of.config ?? ''), ...of.repository?.files },
    },
  });
  const threadOf = (issue: number) => {
    const { issues, pulls } = stage.github.repository(REPO);
    return [...issues, ...pulls].find(({ number }) => number === issue)?.comments ?? [];
  };
  const fileAt = async (ref: string, path: string): Promise<string | null> => {
    const found = await stage
      .as('ann')
      .repos.getContent({ ...at, path, ref })
      .catch(() => null);
    return found && Buffer.from((found.data as { content: string }).content, 'base64').toString();
  };
  const records = async (subject = 'issue-1') => {
    const text = await fileAt(`refs/crew/subjects/${subject}`, 'record.json');
    return (text === null ? emptyRecord(subject) : parseRecord(subject, text)).runs;
  };
  const stored = async (subject: string, name: string) => (await fileAt(`refs/crew/subjects/${subject}`, name)) ?? '';
  return {
    ...stage,
    model,
    records,
    stored,
    say: async (user, body, issue = 1) =>
      (await stage.as(user).issues.createComment({ ...at, issue_number: issue, body })).data.id,
    said: (issue = 1) =>
      threadOf(issue)
        .filter(({ author }) => author.kind === 'Bot')
        .map(({ body }) => body.replace(/\n*<!-- crew:[^>]*-->$/, '')),
    async pulls() {
      const { data } = await stage.as('maya').pulls.list({ ...at, state: 'all' });
      return data.map(({ number, head, title, body, draft, state }) => ({
        number,
        head: head.ref,
        title,
        body: body ?? '',
        draft: draft ?? false,
        state,
      }));
    },
    async view(subject, run) {
      const all = await records(subject);
      const record = all.find((each) => run === undefined || each.run === run);
      if (!record) throw new Error(`no run in ${subject}`);
      const steps = readSteps(await stored(subject, `${record.run}/journal.jsonl`));
      return runView({ record, steps }, { now: Date.now() });
    },
    runsOf: async (workflow = 'crew') =>
      (await stage.runs())
        // What crew's own pull request would start waits for approval.
        .filter((run) => run.workflow === workflow && run.jobs.length + run.problems.length > 0)
        .sort((a, b) => a.id - b.id),
    atWork: (job) => stage.inProgress(job),
    hold(text) {
      let release = () => {};
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      let reach = () => {};
      const reached = new Promise<void>((resolve) => {
        reach = resolve;
      });
      const hold = { holds: (request: string) => request.includes(text), reach: () => reach(), released };
      holds.add(hold);
      return Object.assign(
        () => {
          holds.delete(hold);
          release();
        },
        { reached },
      );
    },
    async uploaded(run, ...texts) {
      const wanted = texts.length > 0 ? texts : [' turn 1"'];
      const folder = join(dir, 'artifacts', String(run));
      const isUploaded = async () => {
        const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
        const files = found.filter((each) => each.isFile() && each.name !== 'artifact.json');
        const journals = await Promise.all(
          files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'utf8')),
        );
        return journals.some((journal) => wanted.every((text) => journal.includes(text)));
      };
      for (const end = Date.now() + LONG; !(await isUploaded()); await new Promise((done) => setTimeout(done, 250)))
        if (Date.now() > end) throw new Error(`run ${run} uploaded no journal with ${wanted.join(', ')}`);
    },
    file: async (branch, path) => (await fileAt(branch, path)) ?? '',
    async close() {
      await stage.close();
      await model.close();
    },
  };
}

/** Jobs of an Actions run with their conclusions. */
export const jobsOf = (run: Run | undefined) => run?.jobs.map(({ name, conclusion }) => [name, conclusion]) ?? [];
