// What stands in a shop: read off its git and off what GitHub shows, by nothing that crew itself reads with.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { endOf, type Journal, readJournal } from '../../../src/core/journal.js';
import { readArtifact, type VerifyDocument } from '../../../src/verify/artifact.js';
import { type Brought, DETAILS, type FixShop, REPO } from './shop.js';

const BOT = 'github-actions[bot]';

/** Git in the repository as GitHub has it. */
export const gitIn = ({ embedded }: FixShop, ...args: readonly string[]): string =>
  execFileSync('git', args, { cwd: embedded.repository(REPO).gitDir, encoding: 'utf8', stdio: 'pipe' }).trimEnd();

/** Refs below a prefix, by what comes after it. */
export const refsIn = (shop: FixShop, prefix: string): readonly string[] =>
  gitIn(shop, 'for-each-ref', '--format=%(refname)', prefix)
    .split('\n')
    .filter(Boolean)
    .map((name) => name.slice(prefix.length));

/** The fixes whose journals are there. */
export const fixesIn = (shop: FixShop): readonly string[] =>
  refsIn(shop, 'refs/crew/runs/').filter((name) => name.startsWith('fix-'));

const logIn = (shop: FixShop, log: string): string => gitIn(shop, 'show', `refs/crew/${log}:log.jsonl`);

export function journalIn(shop: FixShop, run: string): Journal {
  const journal = readJournal(`${logIn(shop, `runs/${run}`)}\n`);
  if ('damage' in journal) throw new Error(`${run} is damaged in line ${journal.damage.line}`);
  return journal;
}

/** Who holds the issue now, by the last line of its lease; null: nobody. What was put down for a run, its end gives back. */
export function holderIn(shop: FixShop, issue = 1): string | null {
  const last = logIn(shop, `lease/issue-${issue}`).split('\n').at(-1) ?? '';
  const { holder, run, until } = JSON.parse(last) as { holder: string; run?: string; until: number };
  const isOver = run !== undefined && run === holder && endOf(journalIn(shop, run)) !== undefined;
  return until > shop.clock.now() && !isOver ? holder : null;
}

/** What crew said below the issue, oldest first, without its markers. */
export const saidIn = ({ embedded }: FixShop): readonly string[] =>
  (embedded.repository(REPO).issues[0]?.comments ?? [])
    .filter(({ author }) => author.login === BOT)
    .map(({ body }) => body.replace(/\n*<!-- crew:[^>]*-->$/, ''));

export const checksIn = ({ embedded }: FixShop) =>
  [...embedded.repository(REPO).checks.suites.values()].flat().flatMap(({ runs }) => runs);

export const documentOf = ({ temp, needs }: Brought, run: string): VerifyDocument => {
  const bytes = readFileSync(path.join(temp, 'crew-verify/verify.json'));
  const { digest } = (needs.verify?.outputs ?? {}) as { readonly digest?: string };
  const diff = JSON.parse(bytes.toString()).change.sha256 as string;
  const read = readArtifact(bytes, { run, head: { diff }, digest });
  if ('flaw' in read) throw new Error(read.flaw);
  return read.document;
};

/** All that a fix may leave, each as often as it is there. */
export function standsIn(shop: FixShop, run: string) {
  const { pulls } = shop.embedded.repository(REPO);
  const branches = refsIn(shop, 'refs/heads/').filter((name) => name !== 'main');
  return {
    branches,
    commits: branches.map((name) => gitIn(shop, 'log', '--format=%T', `main..refs/heads/${name}`)),
    pulls: pulls.map(({ state, head }) => `${head.ref} ${state}`),
    checks: checksIn(shop).map(({ name, conclusion }) => `${name} ${conclusion}`),
    words: saidIn(shop).filter((text) => text.startsWith('@maya')).length,
    progress: saidIn(shop)
      .filter((text) => !text.startsWith('@maya'))
      .map((text) => text.split('\n\n<details>')[0] ?? ''),
    runs: refsIn(shop, 'refs/crew/runs/'),
    end: endOf(journalIn(shop, run))?.outcome ?? null,
    holder: holderIn(shop),
  };
}

export type Standing = ReturnType<typeof standsIn>;

/** As it is when everything went well, and as it has to be in the end whatever went wrong. */
export const wholeOf = (run: string, { change }: VerifyDocument): Standing => ({
  branches: ['crew/issue-1'],
  commits: [change?.tree ?? ''],
  pulls: ['crew/issue-1 open'],
  checks: ['crew/verify success'],
  words: 1,
  progress: [`\`${run}\` is over: done. [Its log](${DETAILS}).`],
  runs: [run],
  end: 'done',
  holder: null,
});
