// The jobs work and verify of one fix, done once for real: the model is scripted, the tree, the tests and the files are not.
import { execFileSync } from 'node:child_process';
import { copyFile, cp, mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { verifyPhase } from '../../../src/action/verify.js';
import { workPhase } from '../../../src/main/phases/work.js';
import { parseScript, startModel } from '../../../src/sample/model/index.js';
import { START } from '../../build/clock.js';
import { newFolder } from '../../build/folder.js';
import { lifeOf } from './life.js';
import { type Brought, type FixShop, type GitHubEvent, gate, REPO, runnerOf, WRITES } from './shop.js';

const READS = { contents: 'read' } as const;

export interface Made extends Brought {
  readonly run: string;
  /** Brings another shop of the same kind to where the gate left this one, without telling it all again. */
  begunIn(other: FixShop): Promise<GitHubEvent>;
}

/** Works and verifies after a gate; what they leave is what they would leave in every other shop of the same kind. */
export async function madeIn(shop: FixShop, turns: readonly unknown[]): Promise<Made> {
  const event = await shop.ask();
  const began = await gate(shop, { event, machine: lifeOf(shop, { name: 'gate' }).machine });
  const begunIn = await keptFrom(shop);
  return { ...(await workedIn(shop, { event, began, turns })), begunIn };
}

export interface Work {
  readonly event: GitHubEvent;
  /** What the gate says. */
  readonly began: Readonly<Record<string, string>>;
  /** What the model says to whoever edits. */
  readonly turns: readonly unknown[];
  /** Nothing comes of it. */
  readonly isLost?: boolean;
}

export interface Worked extends Brought {
  readonly run: string;
}

/** The jobs work and verify, as far as they come. */
export async function workedIn(shop: FixShop, { event, began, turns, isLost = false }: Work): Promise<Worked> {
  const run = began['run-id'] ?? '';
  const temp = await newFolder();
  await mkdir(path.join(temp, 'crew-verify'));
  const gated = { gate: { result: 'success', outputs: began } };
  if (isLost) return { temp, run, needs: { ...gated, work: lost, verify: skipped } };
  const parts = [{ name: 'editor', when: { system: 'You are the Editor' }, turns }];
  const model = await startModel({ script: parseScript(JSON.stringify({ parts })) });
  const at = { shop, event, commit: began.base ?? '' };
  const asks = { 'INPUT_ANTHROPIC-API-KEY': 'a-key', ANTHROPIC_BASE_URL: model.url };
  const work = await jobIn({ ...at, needs: gated, more: asks }, workPhase).finally(() => model.close());
  const left = work.left('crew-run/run.journal');
  await copyFile(left, path.join(temp, 'crew-verify/run.journal'));
  const needs = { ...gated, work: { result: 'success', outputs: work.outputs } };
  if (work.outputs.change !== 'true') return { temp, run, needs: { ...needs, verify: skipped } };
  const verified = await jobIn({ ...at, needs, brings: [[left, 'crew-run/run.journal']] }, verifyPhase);
  await copyFile(verified.left('crew-verify/verify.json'), path.join(temp, 'crew-verify/verify.json'));
  return { temp, run, needs: { ...needs, verify: { result: 'success', outputs: verified.outputs } } };
}

/** The same where the job that verifies died. */
export async function withoutVerify({ temp, needs, run }: Worked): Promise<Worked> {
  const left = await newFolder();
  await cp(temp, left, { recursive: true });
  await rm(path.join(left, 'crew-verify/verify.json'));
  return { temp: left, run, needs: { ...needs, verify: lost } };
}

const lost = { result: 'failure', outputs: {} };
const skipped = { result: 'skipped', outputs: {} };

/** What a gate wrote: refs of its own, and a word in the thread. */
async function keptFrom({ embedded }: FixShop): Promise<Made['begunIn']> {
  const kept = await newFolder();
  execFileSync('git', ['clone', '--quiet', '--mirror', embedded.repository(REPO).gitDir, kept]);
  const [, word] = embedded.repository(REPO).issues[0]?.comments ?? [];
  return async (other) => {
    const event = await other.ask();
    const { gitDir } = other.embedded.repository(REPO);
    execFileSync('git', ['fetch', '--quiet', kept, '+refs/crew/*:refs/crew/*'], { cwd: gitDir });
    const token = other.embedded.tokenFor({ workflow: REPO, permissions: WRITES });
    await fetch(`${other.embedded.apiUrl}/repos/${REPO}/issues/1/comments`, {
      method: 'POST',
      headers: { authorization: `token ${token}` },
      body: JSON.stringify({ body: word?.body }),
    });
    return event;
  };
}

interface JobOf {
  readonly shop: FixShop;
  readonly event: GitHubEvent;
  readonly commit: string;
  readonly needs: Brought['needs'];
  readonly more?: Readonly<Record<string, string>>;
  /** Files of the jobs before: from where, to where below the runner's temporary folder. */
  readonly brings?: readonly (readonly [string, string])[];
}

async function jobIn(
  { shop, event, needs, commit, more = {}, brings = [] }: JobOf,
  phase: typeof workPhase,
): Promise<{ readonly outputs: Readonly<Record<string, string>>; left(file: string): string }> {
  // Time goes on where the gate left it, so that nobody waits for what is long over.
  const now = new Date(START + 1000).toISOString();
  const step = await runnerOf(shop, {
    event,
    may: READS,
    more: { NEEDS: JSON.stringify(needs), CREW_NOW: now, ...more },
  });
  const tree = path.join(step.at, 'work/tree');
  execFileSync('git', ['clone', '--quiet', shop.embedded.repository(REPO).gitDir, tree]);
  execFileSync('git', ['checkout', '--quiet', '--detach', commit], { cwd: tree });
  const left = (file: string) => path.join(step.at, 'temp', file);
  for (const [from, to] of brings) {
    await mkdir(path.dirname(left(to)), { recursive: true });
    await copyFile(from, left(to));
  }
  const exit = await phase(step);
  if (exit !== 0) throw new Error(`it ended with ${exit}`);
  return { outputs: await step.outputs(), left };
}
