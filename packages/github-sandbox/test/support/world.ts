import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  type AppTokenRequest,
  createArtifactStore,
  createRunner,
  type Run,
  type Runner,
  type RunnerEvent,
  type RunnerHost,
  type RunnerOptions,
  type TokenRequest,
} from '../../src/runner/index.js';
import type { JsonObject } from '../../src/runner/json.js';

/** Actions and workflow files that the tests use. */
export const FIXTURES = join(import.meta.dirname, '../fixtures');
export const REPO = 'octo/shop';
export const SHA = 'a'.repeat(40);

export interface World {
  runner: Runner;
  dir: string;
  tokens: (TokenRequest & { token: string; revoked: boolean })[];
  appTokens: AppTokenRequest[];
  revoked: string[];
  lines: { job: string; text: string }[];
  summaries: string[];
  updates: Run[];
  /** Everything a job wrote to its log. */
  log(job?: string): string;
  trigger(name: string, more?: Partial<RunnerEvent>): Promise<Run[]>;
  close(): Promise<void>;
}

export interface WorldOptions extends Partial<RunnerOptions> {
  /** Workflow files by name; a value that ends in `.yml` is read from the fixtures. */
  workflows: Record<string, string>;
  /** Files of other repositories: `owner/repo` → path → content. */
  others?: Record<string, Record<string, string>>;
  secrets?: Record<string, string>;
  variables?: Record<string, string>;
  gitUrl?: string;
}

/** A GitHub that is nothing but maps in memory, with a real runner on it. */
export function createWorld({
  workflows,
  others = {},
  secrets = {},
  variables = {},
  gitUrl = '',
  ...options
}: WorldOptions): World {
  const dir = mkdtempSync(join(tmpdir(), 'runner-'));
  const files = Object.fromEntries(
    Object.entries(workflows).map(([name, text]) => [`.github/workflows/${name}`, contentOf(text)]),
  );
  const repos: Record<string, Record<string, string>> = { [REPO]: files, ...others };
  const seen = { tokens: [], appTokens: [], revoked: [], lines: [], summaries: [], updates: [] } as Pick<
    World,
    'tokens' | 'appTokens' | 'revoked' | 'lines' | 'summaries' | 'updates'
  >;
  const numbers = new Map<string, number>();
  const host: RunnerHost = {
    urls: { server: 'http://git.test', api: 'http://git.test/api/v3', graphql: 'http://git.test/api/graphql' },
    gitUrl: () => gitUrl,
    defaultBranch: () => 'main',
    resolve: (repo, ref) => (repo in repos && !ref.includes('missing') ? SHA : undefined),
    list: (repo, _sha, folder) => Object.keys(repos[repo] ?? {}).filter((path) => dirname(path) === folder),
    read: (repo, _sha, path) => repos[repo]?.[path],
    secrets: () => secrets,
    variables: () => variables,
    enter({ workflow: { path } }) {
      const number = (numbers.get(path) ?? 0) + 1;
      numbers.set(path, number);
      return { id: [...numbers.values()].reduce((sum, count) => sum + count, 0), number };
    },
    token(request) {
      const token = `ghs_${String(seen.tokens.length + 1).padStart(12, '0')}`;
      seen.tokens.push({ ...request, token, revoked: false });
      return token;
    },
    appToken(request) {
      seen.appTokens.push(request);
      return { token: 'ghs_of_the_app_1234', installationId: 42, appSlug: 'crew-bot' };
    },
    revoke(token) {
      seen.revoked.push(token);
      for (const one of seen.tokens) if (one.token === token) one.revoked = true;
    },
    update: (run) => seen.updates.push(run),
    log: ({ job, text }) => seen.lines.push({ job, text }),
    summary: ({ markdown }) => seen.summaries.push(markdown),
    artifacts: createArtifactStore(join(dir, 'artifacts')),
  };
  const runner = createRunner({
    host,
    dir: join(dir, 'machines'),
    actions: { 'crew/act': join(FIXTURES, 'actions') },
    ...options,
    timing: { interruptMs: 300, terminateMs: 300, ...options.timing },
  });
  return {
    ...seen,
    runner,
    dir,
    log: (job) =>
      seen.lines
        .filter((line) => job === undefined || line.job === job)
        .map((line) => line.text)
        .join('\n'),
    async trigger(name, more = {}) {
      const refs = await runner.trigger({ name, repo: REPO, actor: 'mona', payload: payloadOf(name), ...more });
      await runner.idle();
      return refs.map(({ runId }) => runOf(runner, runId));
    },
    async close() {
      await runner.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** A push to main, from beginning to end. */
export async function push(world: World): Promise<Run> {
  const [run] = await world.trigger('push', { ref: 'refs/heads/main', sha: SHA });
  if (run === undefined) throw new Error('the push started nothing');
  return run;
}

/** One run as it stands now. */
export function runOf(runner: Runner, id: number): Run {
  const run = runner.runs().find((one) => one.id === id);
  if (run === undefined) throw new Error(`there is no run ${id}`);
  return run;
}

/** Waits for something that a process does in its own time. Its patience only limits a test that has failed. */
export async function until(holds: () => boolean): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; !holds(); await new Promise((done) => setTimeout(done, 10)))
    if (Date.now() > end) throw new Error('it never came to hold');
}

const PATIENCE_MS = 100_000;

/** Whether a process runs; one that ended but was not yet taken note of by its parent has no command line any more. */
export function isAlive(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== '';
  } catch {
    return false;
  }
}

/** A job of one step that runs JavaScript. */
export function script(code: string): string {
  return `{ uses: crew/act/script@v1, with: { run: ${JSON.stringify(code)} } }`;
}

/** A bare repository with one commit on main. */
export function createOrigin(dir: string, files: Record<string, string>): { url: string; sha: string } {
  const work = join(dir, 'seed');
  const url = join(dir, 'origin.git');
  mkdirSync(work, { recursive: true });
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: work, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  git('init', '--quiet', '--initial-branch=main');
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(work, path)), { recursive: true });
    writeFileSync(join(work, path), content);
  }
  git('add', '.');
  git('-c', 'user.name=Mona', '-c', 'user.email=mona@example.com', 'commit', '--quiet', '-m', 'first');
  const first = git('rev-parse', 'HEAD');
  git('branch', 'feature/x');
  git('tag', 'v1');
  git('update-ref', 'refs/pull/7/merge', 'HEAD');
  // Another commit, whose branch and tag are the first of all by name.
  git('checkout', '--quiet', '-b', 'aaa');
  git(
    '-c',
    'user.name=Mona',
    '-c',
    'user.email=mona@example.com',
    'commit',
    '--quiet',
    '--allow-empty',
    '-m',
    'second',
  );
  git('tag', 'a0');
  git('checkout', '--quiet', 'main');
  git('clone', '--quiet', '--bare', work, url);
  git('push', '--quiet', url, 'refs/pull/7/merge');
  return { url: `file://${url}`, sha: first };
}

function contentOf(text: string): string {
  return text.endsWith('.yml') && !text.includes('\n') ? readFileSync(join(FIXTURES, 'workflows', text), 'utf8') : text;
}

function payloadOf(name: string): JsonObject {
  const repository = { full_name: REPO, id: 7, owner: { login: 'octo', id: 3 } };
  const base = { repository, sender: { login: 'mona', id: 1 } };
  if (name === 'issues') return { ...base, action: 'opened', issue: { number: 5, title: 'It is broken' } };
  if (name === 'issue_comment')
    return { ...base, action: 'created', issue: { number: 5, title: 'It is broken' }, comment: { body: '/crew fix' } };
  return base;
}
