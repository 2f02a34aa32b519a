// A shop whose pull requests are verified: the templates as a user takes them over, crew as it was built, and a small suite.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RepositorySeed } from '../../../src/sandbox/github/index.js';
import type { CheckRun } from '../../../src/sandbox/github/state.js';
import type { Run } from '../../../src/sandbox/runner/index.js';
import { growBranch } from '../github/grow-branch.js';
import { at, REPO, ROOT, type Stage, withActions } from './with-actions.js';

type Files = Readonly<Record<string, string>>;

export const SUM = 'export const sum = (items) => items.reduce((all, { price }) => all + price, 0);\n';
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

/** The suite, with something else in a place of it. */
export const suite = (from = '', to = ''): string => TEST.replace(from, to);

const shop: Files = {
  'package.json': JSON.stringify({ name: 'shop', type: 'module', scripts: { test: 'node --test' } }, null, 2),
  'src/sum.js': SUM,
  'test/sum.test.js': TEST,
};

export interface Annotated {
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
  /** The runs of a workflow about a commit, oldest first. */
  runsOf(head: string, workflow?: string): Promise<readonly Run[]>;
}

interface Offer {
  readonly by?: string;
  /** Whose fork the branch is in. */
  readonly fork?: string;
  readonly draft?: boolean;
}

interface Options {
  readonly config?: string;
  readonly repository?: Partial<RepositorySeed>;
  readonly files?: Files;
}

/** Opens the shop. */
export async function withChecks({ config = 'review:\n  on-pull-requests: true\n', repository, files }: Options = {}) {
  const template = async (name: string) =>
    (await readFile(join(ROOT, 'templates/workflows', name), 'utf8')).replace('OWNER/', 'crew-sandbox/');
  const stage = await withActions({
    workflows: { 'crew.yml': await template('crew.yml'), 'crew-publish.yml': await template('crew-publish.yml') },
    actions: { 'crew-sandbox/crew': ROOT },
    repository: { ...repository, files: { ...shop, '.github/crew.yml': config, ...files } },
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
    offer: async (branch, changed, { by = 'maya', fork, draft = false } = {}) => {
      const client = stage.as(fork ?? by);
      const home = fork === undefined ? at : { owner: fork, repo: 'shop' };
      const head = await growBranch(client, { ...home, branch, files: changed });
      const label = fork === undefined ? branch : `${fork}:${branch}`;
      const { data } = await client.pulls.create({ ...at, title: branch, head: label, base: 'main', draft });
      return { head, number: data.number };
    },
    async runsOf(head, workflow = 'crew') {
      const all = (await stage.runs()).filter((run) => run.workflow === workflow);
      return all.filter((run) => run.sha === head).reverse();
    },
  };
  return checks;
}
