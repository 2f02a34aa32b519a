// Builds and what people decide about their proposals, on the embedded GitHub: gate, work and publish in this process, each with what the
// one before left. The memory is the one in refs/crew/memory.
import { execFile, execFileSync } from 'node:child_process';
import { readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { filesAfter } from '../../../src/action/jobs.js';
import { type Config, defaults } from '../../../src/config/index.js';
import { memoryLedger } from '../../../src/memory/ledger.js';
import { memorySpending } from '../../../src/memory/spending.js';
import { refsMemory } from '../../../src/memory/store.js';
import type { Event } from '../../../src/ports/event.js';
import type { RunRecord } from '../../../src/ports/run.js';
import type { JobResults, WorkDiff } from '../../../src/ports/workflow.js';
import { gate } from '../../../src/runs/gate.js';
import { runPublish } from '../../../src/runs/publish.js';
import { scrubRefs } from '../../../src/runs/scrub.js';
import type { Services } from '../../../src/runs/services.js';
import { refsRunStore } from '../../../src/runs/stores.js';
import { runWork } from '../../../src/runs/work.js';
import { digestOfBytes, writeResult } from '../../../src/runs/work-result.js';
import { writeArtifact } from '../../../src/verify/artifact.js';
import { workflowsWith } from '../../../src/workflows/index.js';
import { instant } from '../../../src/workflows/instant.js';
import { learningIn } from '../../../src/workflows/retrospect/learning.js';
import { openPullShop, REPO } from '../../adapters/github/pull-shop.js';
import { newFolder } from '../../build/folder.js';
import { modelOf, type Say } from '../build/at-work.js';
import { shopOf } from '../build/shop.js';

export { REPO } from '../../adapters/github/pull-shop.js';

export interface StageOf {
  readonly say: Say;
  readonly files?: Readonly<Record<string, string>>;
  readonly issues: number;
  readonly lang?: 'en' | 'ja';
}

const AT = { owner: 'ann', repo: 'shop' } as const;

export async function openStage({ say, files = {}, issues, lang = 'en' }: StageOf) {
  const environment = await openPullShop({
    files: { 'README.md': '# shop\n', ...files },
    issues: Array.from({ length: issues }, (_, n) => ({ title: `Write part ${n + 1}` })),
  });
  const { clock } = environment;
  const github = environment.github({ clock });
  const config: Config = { ...defaults, sandbox: { ...defaults.sandbox, required: false } };
  const redact = (text: string) => text;
  const store = refsRunStore(github.refs, redact);
  const memory = refsMemory(github.refs, redact);
  const learning = learningIn(memory);
  const ledger = memoryLedger();
  const spending = memorySpending();
  const noted = { ...github, actions: { ...github.actions, dispatch: async () => undefined } };
  let actions = 0;
  const servicesNow = (): Services => ({
    workflows: workflowsWith(
      { ledger: () => ledger, publishLedger: ledger, complain: () => undefined },
      { inWork: () => learning, inPublish: learning },
    ),
    ...{ instant, store, spending, clock, github: noted, dryRun: false, log: () => undefined },
    memory: { store: memory, connect: () => memory, scrub: (change) => scrubRefs(github.refs, change) },
    target: { github: noted, repo: REPO, outgoing: redact },
    settings: async () => ({ lang, config, configFile: '.github/crew.yml', problems: [] }),
    own: async () => ({ labelPrefix: 'crew:', me: (await github.people.me()).id }),
    asker: async (event) =>
      'actor' in event
        ? { actor: event.actor, permission: await github.people.permission(event.actor.login), bots: [], me: 0 }
        : 'local',
    here: { id: actions, attempt: 1, url: `https://github.test/${REPO}/actions/runs/${actions}` },
  });
  const model = modelOf(say);

  /** A comment, and all jobs that follow from it; the run as it was recorded in the end. */
  const comment = async (issue: number, body: string, login = 'maya'): Promise<RunRecord | null> => {
    clock.pass(60_000);
    const { data } = await environment.as(login).issues.createComment({ ...AT, issue_number: issue, body });
    const id = environment.embedded.state.accounts.get(login)?.id ?? 0;
    const event: Event = {
      ...{ kind: 'comment', key: `thread-${data.id}`, actor: { login, id, bot: false } },
      at: { repo: REPO, issue },
      comment: { id: data.id, where: 'thread', body },
      seen: { at: new Date(clock.now()).toISOString(), title: `Write part ${issue}`, body: 'All of it, please.' },
    };
    actions += 1;
    const services = servicesNow();
    for (const { proceed } of await gate(event, services))
      if (proceed) return jobs({ run: proceed.run, subject: proceed.subject, services });
    return null;
  };

  const jobs = async ({ run, subject, services }: { run: string; subject: string; services: Services }) => {
    const folder = await newFolder();
    const home = await newFolder();
    const record = (await store.read(subject)).runs.find((each) => each.run === run);
    const root = await cloneAt(record?.ref ?? 'HEAD');
    const result = await runWork(
      {
        ...{ subject, run, folder, redact, stop: new AbortController().signal, show: () => undefined },
        environment: () => shopOf({ root, home, model }),
      },
      services,
    );
    const bytes = Buffer.from(writeResult(run, result));
    const journal = await readFile(path.join(folder, 'journal.jsonl'), 'utf8');
    const document = result.diff ? verified(root, run, result.diff) : null;
    const { id = 0, url = '' } = services.here ?? {};
    const of: JobResults = {
      ...{ work: 'success', url, actions: { id, attempt: 1 } },
      verify: { result: 'success', document, digest: undefined },
    };
    const filesOf = async (diff: WorkDiff) => filesAfter(diff, await github.branches.files(diff.base, diff.files));
    const brought = { bytes, digest: digestOfBytes(bytes), journal };
    return (await runPublish({ subject, run, jobs: of, filesOf, workOutput: brought }, services)).record;
  };

  const cloneAt = async (ref: string): Promise<string> => {
    const root = path.join(await realpath(await newFolder()), 'tree');
    const url = new URL(`${REPO}.git`, `${environment.embedded.url}/`);
    url.username = 'x-access-token';
    url.password = environment.embedded.tokenFor({ app: 'crew', on: 'ann' });
    // The server is in this process.
    await promisify(execFile)('git', ['clone', '--quiet', url.href, root]);
    const [at] = [`origin/${ref}`, ref].filter((each) => isCommit(root, each));
    execFileSync('git', ['checkout', '--quiet', '--detach', at ?? 'HEAD'], { cwd: root, stdio: 'pipe' });
    return root;
  };

  const bodies = (issue: number): readonly string[] =>
    (environment.embedded.repository(REPO).issues.find(({ number }) => number === issue)?.comments ?? []).map(
      ({ body }) => body,
    );

  /** Every object that can be reached from the refs of crew. */
  const crewBytes = (): string => {
    const { gitDir } = environment.embedded.repository(REPO);
    const git = (args: readonly string[], input = '') =>
      execFileSync('git', ['-C', gitDir, ...args], { input, encoding: 'utf8', maxBuffer: 1e9 });
    const refs = git(['for-each-ref', '--format=%(refname)', 'refs/crew/']).trim().split('\n');
    const objects = git(['rev-list', '--objects', ...refs]).replace(/^(\S+).*$/gm, '$1');
    return git(['cat-file', '--batch'], objects);
  };
  return { ...{ environment, github, model, comment, bodies, crewBytes, memory, store, learning }, pass: clock.pass };
}

function isCommit(root: string, name: string): boolean {
  try {
    execFileSync('git', ['rev-parse', '--quiet', '--verify', `${name}^{commit}`], { cwd: root, stdio: 'pipe' });
    return true;
  } catch {
    return false;
  }
}

/** The verify job's document: it lays the change on the base and names the tree, by git's own reckoning. */
function verified(root: string, run: string, diff: WorkDiff): Uint8Array {
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  git('add', '--all');
  const change = { sha256: diff.sha256, tree: git('write-tree') };
  const found = { is: 'nothing' as const, files: [...diff.files], total: 1 };
  return writeArtifact({ format: 1, run, head: diff.base, base: diff.base, change, found });
}
