// A shop whose pull requests are verified: the templates as a user takes them over, crew as it was built, and a small suite.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Octokit } from '@octokit/rest';
import { type CheckRun, enqueuePull, findAccount, type RepositorySeed, type Run, type Seed } from 'github-sandbox';
import { at, growBranch, REPO, type Stage, withActions } from 'github-sandbox/testing';
import { publishedCrew } from '../../build/published.js';
import { ROOT } from '../../build/root.js';

type Files = Readonly<Record<string, string>>;

const SUM = 'export const sum = (items) => items.reduce((all, { price }) => all + price, 0);\n';
const TEST = `import assert from 'node:assert/strict';
import test from 'node:test';
import { sum } from '../src/sum.js';

test('an empty cart costs nothing', () => {
  assert.equal(sum([]), 0);
});
test('prices add up', () => {
  assert.equal(sum([{ price: 2 }, { price: 3 }]), 5);
});
`;

/** A sum that forgets prices. */
export const BROKEN = 'export const sum = (items) => items.length;\n';

/** The suite, with something else in a place of it. */
export const suite = (from: string, to: string): string => TEST.replace(from, to);

const environment: Files = {
  'package.json': JSON.stringify({ name: 'shop', type: 'module', scripts: { test: 'node --test' } }, null, 2),
  'src/sum.js': SUM,
  'test/sum.test.js': TEST,
};

interface Annotated {
  readonly path: string;
  readonly start_line: number;
  readonly annotation_level: string;
  readonly title: string;
  readonly message: string;
}

export interface Checks extends Stage {
  /** Every check of crew's own on a commit, oldest first. */
  of(head: string): readonly CheckRun[];
  /** What was sent to stand beside lines, by the id of the check. */
  annotations(check: CheckRun | undefined): readonly Annotated[];
  /** Opens a pull request with a commit that changes files; gives its head. */
  offer(branch: string, files: Files, more?: Offer): Promise<{ head: string; number: number }>;
  /** One more commit on a branch of the repository; gives its head. */
  push(branch: string, files: Files): Promise<string>;
  /** Puts pull requests into the merge queue, as maya does, and waits until it is empty again; gives the heads of their groups. */
  queue(...numbers: readonly number[]): Promise<readonly string[]>;
  /** GitHub's API as an App sees it. */
  asApp(slug: string): Octokit;
  /** The run of crew-verify.yml about a commit, as soon as there is one. */
  runOf(head: string): Promise<Run>;
  /** Waits until a job of it is at work. */
  atWork(head: string, job: string): Promise<number>;
}

interface Offer {
  readonly by?: Octokit;
  /** Whose fork the branch is in. */
  readonly fork?: string;
  readonly draft?: boolean;
}

interface Options {
  readonly config?: string;
  readonly repository?: Partial<RepositorySeed>;
  readonly apps?: Seed['apps'];
}

/** Opens the shop. */
export async function withChecks({
  config = 'review:\n  on-pull-requests: true\n',
  repository,
  apps = [],
}: Options = {}) {
  const template = async (name: string) =>
    (await readFile(join(ROOT, 'templates/workflows', name), 'utf8')).replace('OWNER/', 'crew-sandbox/');
  const stage = await withActions({
    workflows: {
      'crew-verify.yml': await template('crew-verify.yml'),
      'crew-settle.yml': await template('crew-settle.yml'),
    },
    actions: { 'crew-sandbox/crew': await publishedCrew() },
    repository: { ...repository, files: { ...environment, '.github/crew.yml': config } },
    apps,
  });
  await stage.github.seed({ repositories: [{ owner: 'sam', name: 'shop', forkOf: REPO }] });
  const sent = new Map<string, Annotated[]>();
  stage.github.observe(({ method, path, requestBody }) => {
    const id = /\/check-runs\/(\d+)$/.exec(path)?.[1];
    if (method !== 'PATCH' || id === undefined) return;
    const { output } = JSON.parse(requestBody.toString()) as { output?: { annotations?: Annotated[] } };
    sent.set(id, [...(sent.get(id) ?? []), ...(output?.annotations ?? [])]);
  });
  const checks: Checks = {
    ...stage,
    of: (head) =>
      (stage.github.repository(REPO).checks.suites.get(head) ?? [])
        .flatMap(({ runs }) => runs)
        .filter(({ name }) => name.startsWith('crew/verify')),
    annotations: (check) => sent.get(String(check?.id)) ?? [],
    async offer(branch, changed, { by = stage.as('maya'), fork, draft = false } = {}) {
      const client = fork === undefined ? by : stage.as(fork);
      const home = fork === undefined ? at : { owner: fork, repo: 'shop' };
      const head = await growBranch(client, { ...home, branch, files: changed });
      const label = fork === undefined ? branch : `${fork}:${branch}`;
      const { data } = await client.pulls.create({ ...at, title: branch, head: label, base: 'main', draft });
      return { head, number: data.number };
    },
    push: (branch, changed) => growBranch(stage.as('maya'), { ...at, branch, files: changed }),
    async queue(...numbers) {
      const { github } = stage;
      const maya = findAccount(github.state, 'maya');
      const { pulls, mergeGroups } = github.repository(REPO);
      if (maya === undefined) throw new Error('maya is not there');
      for (const pull of pulls.filter(({ number }) => numbers.includes(number)))
        await enqueuePull({ world: github.world, by: { account: maya, app: null, isWorkflow: false } }, pull);
      await soon('the end of the queue', () => (mergeGroups.size === 0 ? 'empty' : undefined));
      await stage.runs();
      const asked = github.effects.filter(({ kind }) => kind === 'queue.checks_requested');
      return numbers.map((number) => String(asked.find(({ subject }) => subject === `#${number}`)?.detail.head));
    },
    asApp: (slug) =>
      new Octokit({
        baseUrl: stage.github.apiUrl,
        auth: stage.github.tokenFor({ app: slug, on: at.owner }),
        log: silent,
      }),
    runOf: (head) =>
      soon(`a run about ${head}`, () =>
        stage.actions.runner.runs().find((run) => run.sha === head && run.workflow === 'crew-verify'),
      ),
    atWork: (head, job) => stage.inProgress(job, (run) => run.sha === head && run.workflow === 'crew-verify'),
  };
  return checks;
}

/** What comes about by itself, once it has. */
async function soon<T>(what: string, look: () => T | undefined): Promise<T> {
  for (let waited = 0; waited < PATIENCE; waited += LOOK_EVERY) {
    const found = look();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
  }
  throw new Error(`${what} never came about`);
}

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

const LOOK_EVERY = 20;
const PATIENCE = 120_000;
