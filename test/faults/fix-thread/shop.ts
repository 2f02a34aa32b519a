// A repository with a bug, on an embedded GitHub; and the jobs of a `/crew fix` there, each as a life of its own.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll } from '@jest/globals';
import { type GitHub as Embedded, noLimits, type Permissions, type RepositorySeed, startGitHub } from 'github-sandbox';
import { fromAction } from '../../../src/event.js';
import { readEnv } from '../../../src/services/env.js';
import { proceeding } from '../../../src/main/phases/proceed.js';
import { publishLost } from '../../../src/main/phases/publish-lost.js';
import { beforeOf, type Machine, publishRun } from '../../../src/main/phases/publish-run.js';
import type { StepProcess } from '../../../src/action/step.js';
import { hubCrew } from '../../../src/services/wire.js';
import { road } from '../../../src/road.js';
import { newFolder } from '../../build/folder.js';
import { type IdleClock, idleClock } from '../../build/idle-clock.js';
import type { Files } from '../../verify/pipeline/projects.js';

export const REPO = 'ann/shop';
export const RUN_ID = '77';
/** For people; the same wherever the embedded one listens, so that a run says the same of itself in all of them. */
const SERVER = 'https://github.example';

/** What the jobs gate and publish get in crew.yml. */
export const WRITES = {
  contents: 'write',
  issues: 'write',
  pull_requests: 'write',
  checks: 'write',
  actions: 'write',
} as const satisfies Permissions;

export interface FixShop {
  readonly embedded: Embedded;
  readonly clock: IdleClock;
  /** Maya asks; gives what GitHub tells of it. */
  ask(of?: Words): Promise<GitHubEvent>;
  /** What a person does with the API; gives what it answers. */
  as(user: string, method: string, to: string, body?: object): Promise<Json>;
}

/** What somebody answered. */
export type Json = Readonly<Record<string, unknown>>;

/** What is asked, and in which thread. */
export interface Words {
  readonly words?: string;
  readonly on?: number;
}

export interface ShopOf {
  readonly files: Files;
  readonly issue: NonNullable<RepositorySeed['issues']>[number];
  /** What stands there besides. */
  readonly repository?: Partial<RepositorySeed>;
  readonly stays?: boolean;
}

export interface GitHubEvent {
  readonly name: string;
  readonly payload: unknown;
}

const opened: Embedded[] = [];
afterAll(() => Promise.all(opened.splice(0).map((embedded) => embedded.close())));

/** Opens it, until the next one is opened or, where it is to stay, the tests are over; the same one every time, down to the commit. */
export async function openFixShop({ files, issue, repository: more = {}, stays = false }: ShopOf): Promise<FixShop> {
  // Of hundreds of them each is looked at alone.
  if (!stays) await Promise.all(opened.splice(0).map((embedded) => embedded.close()));
  const clock = idleClock();
  const embedded = await startGitHub({ dir: await newFolder(), now: clock.now, limits: noLimits });
  opened.push(embedded);
  await embedded.seed({
    users: ['ann', 'maya', 'sam'],
    repositories: [
      {
        owner: 'ann',
        name: 'shop',
        files,
        collaborators: { maya: 'write' },
        actionsMayOpenPulls: true,
        ...more,
        issues: [{ author: 'sam', ...issue }, ...(more.issues ?? [])],
      },
    ],
  });
  const shop = { embedded, clock, as: (...of: Parameters<FixShop['as']>) => ask(embedded, of) };
  return { ...shop, ask: (of) => asked(shop, of) };
}

async function ask({ apiUrl, tokenFor }: Embedded, [user, method, to, body]: Parameters<FixShop['as']>): Promise<Json> {
  const headers = { authorization: `token ${tokenFor({ user })}` };
  const sent = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) };
  const answer = await fetch(`${apiUrl}/repos/${to}`, sent);
  const said = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${to}: ${answer.status} ${said}`);
  return said === '' ? {} : (JSON.parse(said) as Json);
}

async function asked({ as }: Pick<FixShop, 'as'>, { words = '/crew fix', on = 1 }: Words = {}): Promise<GitHubEvent> {
  const at = `${REPO}/issues/${on}`;
  const comment = await as('maya', 'POST', `${at}/comments`, { body: words });
  const issue = await as('maya', 'GET', at);
  const payload = { action: 'created', issue, comment, repository, sender: comment.user };
  return { name: 'issue_comment', payload };
}

/** What a run of Actions is told that was started for a run whose turn it is. */
export const turnOf = (run: string): GitHubEvent => ({
  name: 'workflow_dispatch',
  payload: {
    inputs: { run, command: 'status', nonce: run },
    sender: { login: 'github-actions[bot]', type: 'Bot' },
    repository,
  },
});

const repository = { full_name: REPO, default_branch: 'main' };

/** A runner of a job, with nothing on it but what it was told. */
export async function runnerOf(
  { embedded }: FixShop,
  of: { event: GitHubEvent; may?: Permissions; more?: Readonly<Record<string, string>> },
): Promise<StepProcess & { readonly at: string; outputs(): Promise<Readonly<Record<string, string>>> }> {
  const at = await newFolder();
  for (const folder of ['work', 'temp', 'home']) await mkdir(path.join(at, folder));
  for (const file of ['output', 'summary']) await writeFile(path.join(at, file), '');
  await writeFile(path.join(at, 'event.json'), JSON.stringify(of.event.payload));
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: path.join(at, 'home'),
    GITHUB_API_URL: embedded.apiUrl,
    GITHUB_GRAPHQL_URL: embedded.graphqlUrl,
    GITHUB_SERVER_URL: SERVER,
    GITHUB_EVENT_NAME: of.event.name,
    GITHUB_EVENT_PATH: path.join(at, 'event.json'),
    GITHUB_REPOSITORY: REPO,
    GITHUB_RUN_ID: RUN_ID,
    GITHUB_RUN_ATTEMPT: '1',
    GITHUB_WORKSPACE: path.join(at, 'work'),
    GITHUB_OUTPUT: path.join(at, 'output'),
    GITHUB_STEP_SUMMARY: path.join(at, 'summary'),
    RUNNER_TEMP: path.join(at, 'temp'),
    INPUT_TOKEN: embedded.tokenFor({ workflow: REPO, permissions: of.may ?? WRITES }),
    ...of.more,
  };
  const quiet = (): void => undefined;
  return { at, env, out: quiet, err: quiet, outputs: async () => outputsIn(await readFile(env.GITHUB_OUTPUT, 'utf8')) };
}

/** As GitHub reads them: a name, a word of its own, the value, that word again. */
const outputsIn = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries([...text.matchAll(/^(\S+)<<(\S+)\n([\s\S]*?)\n\2$/gm)].map(([, name, , value]) => [name, value]));

export const DETAILS = `${SERVER}/${REPO}/actions/runs/${RUN_ID}`;

/** The job gate: what its step does, on a machine of its own. */
export async function gate(
  shop: FixShop,
  { event, machine }: { event: GitHubEvent; machine: Machine },
): Promise<Readonly<Record<string, string>>> {
  const { env } = await runnerOf(shop, { event });
  const heard = fromAction(event.name, event.payload, { repo: REPO, id: RUN_ID, command: '' });
  if (!heard) throw new Error('that says nothing to crew');
  const { clock, holder } = machine;
  const token = async () => env.INPUT_TOKEN ?? null;
  const hub = hubCrew({ env: readEnv(env), door: 'gate', repo: REPO, token, clock, log: () => undefined });
  const crew = { ...hub, desk: { ...hub.desk, holder }, job: 'turn' as const, details: DETAILS };
  return proceeding(await road(heard, crew), crew);
}

/** What goes from job to job. */
export interface Brought {
  /** Below it lie the files that were downloaded. */
  readonly temp: string;
  /** What is said of the jobs before. */
  readonly needs: Readonly<Record<string, { readonly result: string; readonly outputs: object }>>;
}

/** The job publish. */
export async function publish(
  shop: FixShop,
  { event, machine, brought }: { event: GitHubEvent; machine: Machine; brought: Brought },
): Promise<number> {
  const more = { RUNNER_TEMP: brought.temp, NEEDS: JSON.stringify(brought.needs) };
  const step = await runnerOf(shop, { event, more });
  const before = beforeOf(step.env);
  if (!before) throw new Error('the gate began nothing');
  return publishRun(step, before, machine);
}

/** crew-publish.yml, when the run of Actions is over. */
export async function settleLost(
  shop: FixShop,
  { machine, brought }: { machine: Machine; brought?: Brought },
): Promise<boolean> {
  const payload = { action: 'completed', repository, workflow_run: { id: Number(RUN_ID), conclusion: 'failure' } };
  const more = brought ? { RUNNER_TEMP: brought.temp } : {};
  return publishLost(await runnerOf(shop, { event: { name: 'workflow_run', payload }, more }), machine);
}
