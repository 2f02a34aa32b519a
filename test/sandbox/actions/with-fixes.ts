// A repository with a bug an issue, crew's workflows as a user takes them over, and a model that knows the answers.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RepositorySeed } from 'github-sandbox';
import { at, type Stage, withActions } from 'github-sandbox/testing';
import { readJournal } from '../../../src/core/journal.js';
import { parseScript, type ScriptedModel, startModel } from '../../../src/sample/model/index.js';
import { ROOT } from '../../build/root.js';
import { nodePackage } from '../../verify/pipeline/projects.js';
import { answer, call, edit, turn } from '../../workflows/fix/at-work.js';

export const REPO = 'ann/shop';

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

const FILES = {
  ...nodePackage(''),
  ...Object.fromEntries(BUGS.map((bug) => [`${bug}.js`, `export const ${bug} = (a, b) => ${WRONG[bug][0]};\n`])),
  ...Object.fromEntries(
    BUGS.map((bug) => [
      `test/${bug}.test.js`,
      `import assert from 'node:assert/strict';\nimport test from 'node:test';\n${testOf(bug)}\n`,
    ]),
  ),
  '.github/crew.yml':
    'sandbox:\n  required: false\nverify:\n  reruns: 0\n  steps:\n    - { name: test, run: node --test }\n',
};

/** What the Editor says to a bug: its mend, and that it is one. */
export const mended = (bug: Bug) => [
  turn(edit(`${bug}.js`, WRONG[bug][0], WRONG[bug][1])),
  turn(answer({ what: `The operator in ${bug}.js.`, shownBy: [{ file: `test/${bug}.test.js`, test: bug }] })),
];

/** The same after a while, in which somebody may say something. */
export const slowly = (bug: Bug, seconds: number) => [
  turn(call('shell', { command: `sleep ${seconds}` })),
  ...mended(bug),
];

export const part = (first: string, turns: readonly unknown[]) => ({
  name: `editor ${first}`,
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
  /** Journals of fixes, by run. */
  journals(): Promise<ReadonlyMap<string, string>>;
  /** Waits until a job of the newest run is at work; gives the run's id. */
  atWork(job: string): Promise<number>;
}

/** Opens it. Parts of the script come first that are named first. */
export async function withFixes(of: {
  parts: readonly unknown[];
  issues: readonly unknown[];
  repository?: Partial<RepositorySeed>;
  /** The folder that stands for crew's own repository, where it is not this one. */
  crew?: string;
}): Promise<Fixes> {
  const model = await startModel({ script: parseScript(JSON.stringify({ parts: of.parts })) });
  const template = async (name: string) =>
    (await readFile(join(ROOT, 'templates/workflows', name), 'utf8')).replace('OWNER/', 'crew-sandbox/');
  const stage = await withActions({
    workflows: { 'crew.yml': await template('crew.yml'), 'crew-publish.yml': await template('crew-publish.yml') },
    actions: { 'crew-sandbox/crew': of.crew ?? ROOT },
    repository: {
      actionsMayOpenPulls: true,
      secrets: { ANTHROPIC_API_KEY: 'sk-ant-canary-0123456789' },
      variables: { ANTHROPIC_BASE_URL: model.url },
      issues: of.issues as NonNullable<RepositorySeed['issues']>,
      ...of.repository,
      files: { ...FILES, ...of.repository?.files },
    },
  });
  const threadOf = (issue: number) => {
    const { issues, pulls } = stage.github.repository(REPO);
    return [...issues, ...pulls].find(({ number }) => number === issue)?.comments ?? [];
  };
  return {
    ...stage,
    model,
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
    async journals() {
      const { data } = await stage.as('ann').git.listMatchingRefs({ ...at, ref: 'crew/runs/fix-' });
      const found = await Promise.all(
        data.map(async ({ ref }) => {
          const { data: file } = await stage.as('ann').repos.getContent({ ...at, path: 'log.jsonl', ref });
          const text = Buffer.from((file as { content: string }).content, 'base64').toString();
          return [ref.slice('refs/crew/runs/'.length), text] as const;
        }),
      );
      return new Map(found);
    },
    async atWork(job) {
      for (let tries = 0; tries < 1200; tries += 1) {
        const at = stage.actions.runner
          .runs()
          .find(({ jobs }) => jobs.some(({ name, status }) => name === job && status === 'in_progress'));
        if (at) return at.id;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      throw new Error(`no job ${job} at work`);
    },
    async close() {
      await stage.close();
      await model.close();
    },
  };
}

/** How a journal ended, last end first. */
export function endsOf(text: string): readonly { outcome: string; awaits?: { id: string } }[] {
  const journal = readJournal(text);
  if ('damage' in journal) throw new Error(`damaged: ${journal.damage.why}`);
  return journal.entries.flatMap((entry) => (entry.kind === 'end' ? [entry] : [])).reverse() as never;
}
