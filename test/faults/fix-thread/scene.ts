// What there is to hold crew's words against: its runs as their journals have them, and what git and GitHub know of each.

import type { PullRequest } from 'github-sandbox';
import { parse } from 'yaml';
import { beginOf, endOf, type Journal, lastHeld, wordsOf } from '../../../src/core/journal.js';
import type { OutcomeName } from '../../../src/core/outcome.js';
import { lastOf } from '../../../src/core/recorded.js';
import type { WrittenInput } from '../../../src/core/workflow.js';
import { type Language, messages } from '../../../src/text/lang/index.js';
import type { Messages } from '../../../src/text/lang/messages.js';
import type { VerifyDocument } from '../../../src/verify/artifact.js';
import { saidInLine } from '../../../src/verify/results/said.js';
import type { Target } from '../../../src/workflows/fix/aim.js';
import { outcomeOf } from '../../../src/workflows/check/rules/conclude.js';
import { type FixShop, REPO } from './shop.js';
import { fixesIn, gitIn, journalIn } from './stands.js';

export interface Run {
  readonly name: string;
  /** Without the number of its round. */
  readonly root: string;
  readonly journal: Journal;
  readonly document: VerifyDocument | undefined;
  /** Who asked, where, and in which words. */
  readonly login: string;
  readonly thread: number;
  readonly words: string;
  readonly target: Target | undefined;
  /** Its commit, on whatever branch that is. */
  readonly commit: string | undefined;
}

export interface Scene {
  readonly shop: FixShop;
  readonly lang: Language;
  readonly say: Messages;
  /** In order. */
  readonly runs: readonly Run[];
}

/** What was verified once more, by run. */
export type Documents = ReadonlyMap<string, VerifyDocument>;

export function sceneOf(shop: FixShop, documents: Documents): Scene {
  const { lang = 'en' } = parse(gitIn(shop, 'show', 'main:.github/crew.yml')) as { lang?: Language };
  const commits = gitIn(shop, 'log', '--branches', '--format=%H%x00%B%x01').split('\u0001');
  const runs = fixesIn(shop).map((name): Run => {
    const journal = journalIn(shop, name);
    const event = (beginOf(journal)?.input as WrittenInput | undefined)?.event;
    if (event?.kind !== 'comment') throw new Error(`nobody asked for ${name}`);
    const own = commits.find((each) => each.split('\n').includes(`Crew-Run: ${name}`));
    return {
      ...{ name, root: name.replace(/\.r\d+$/, ''), journal, document: documents.get(name) },
      ...{ login: event.actor.login, thread: event.at.issue, words: event.comment.body },
      ...{ target: stepOf<Target>(journal, 'target'), commit: own?.split('\u0000')[0]?.trim() },
    };
  });
  const beganAt = ({ journal }: Run) => journal.entries[0]?.at ?? 0;
  return { shop, lang, say: messages(lang), runs: [...runs].sort((a, b) => beganAt(a) - beganAt(b)) };
}

export function stepOf<T>({ entries }: Journal, name: string): T | undefined {
  const found = entries.findLast((each) => each.kind === 'step' && each.name === name);
  return found?.kind === 'step' ? (found.value as T) : undefined;
}

/** The next round of a run, where there is one. */
export const roundAfter = ({ runs }: Scene, { name }: Run): Run | undefined =>
  runs.find(({ journal }) => (beginOf(journal)?.input as WrittenInput | undefined)?.follows?.run === name);

export const pullsIn = ({ shop }: Pick<Scene, 'shop'>): readonly PullRequest[] => shop.embedded.repository(REPO).pulls;

/** How the work of a run came out, as the job that did it wrote it down. */
const leftBy = ({ entries }: Journal) => {
  const rest = entries.findLast((each) => each.kind === 'rest' && each.left !== undefined);
  return rest?.kind === 'rest' ? rest.left : undefined;
};

export const isCalledOff = ({ journal }: Run): boolean => wordsOf(journal).some(({ is }) => is === 'cancel');

/** What passed with the change where it was made, and fails with it where it was verified once more. */
export function unheldIn({ journal, document }: Run): readonly string[] {
  if (document?.found.is !== 'verified') return [];
  const { before } = document.found.comparison.lists;
  return (lastOf(journal, 'comparison')?.fixed ?? [])
    .map((name) => saidInLine(name))
    .filter((name) => before.names.includes(name));
}

/** A file that would decide over the next change. */
export const ruledOut = ({ journal }: Run): string | undefined =>
  lastOf(journal, 'diff')?.files.find((file) => /^(?:\.agent\/|\.github\/workflows\/|CODEOWNERS$)/.test(file));

/** Why a commit of it could not go where it was to go; null where nothing is in its way. */
export function inItsWay(scene: Scene, { target }: Run): 'moved' | 'deleted' | 'closed' | 'merged' | null {
  if (!target) return null;
  const pull = pullsIn(scene).find(({ number }) => number === target.pull?.number);
  if (pull && pull.state !== 'open') return pull.merge ? 'merged' : 'closed';
  const [head = ''] = gitIn(scene.shop, 'for-each-ref', '--format=%(objectname)', `refs/heads/${target.branch}`).split(
    '\n',
  );
  if (target.how !== 'branch' || head === (target.at ?? '')) return null;
  return head === '' ? 'deleted' : 'moved';
}

/** How a run came out, by all that can be seen and without its own last word; null: that is not known yet. */
export function cameTo(scene: Scene, run: Run): OutcomeName | null {
  const { journal, document, commit, target } = run;
  const left = leftBy(journal);
  const rest = journal.entries.findLast(({ kind }) => kind === 'rest');
  if (!left) {
    if (rest?.kind === 'rest' && rest.for === 'turn') return null;
    if (rest?.kind === 'rest') return isCalledOff(run) ? 'cancelled' : 'infra_error';
    return whyNot(scene, run).length > 0 ? 'refused' : 'awaiting';
  }
  if (commit) return 'done';
  if (isCalledOff(run)) return 'cancelled';
  if (left.name !== 'done') return left.name;
  if (ruledOut(run) !== undefined) return 'refused';
  if (!document) return 'infra_error';
  const outcome = outcomeOf({ is: 'told', document });
  if (unheldIn(run).length > 0 || outcome === 'failed') return roundAfter(scene, run) ? 'failed' : 'stuck';
  if (target?.how !== 'branch') return 'done';
  return inItsWay(scene, run) ? 'refused' : null;
}

/** Whether it is over, and whether its work is. */
export const isOver = ({ journal }: Run): boolean => endOf(journal) !== undefined;
export const isPutDown = ({ journal }: Run): boolean => lastHeld(journal)?.kind === 'rest';

/** Why an issue is not to be worked on, by GitHub itself, in the words for it. */
export function whyNot({ shop, say }: Scene, { thread, login }: Run): readonly string[] {
  const issue = shop.embedded.repository(REPO).issues.find(({ number }) => number === thread);
  if (!issue) return [];
  const ref = (number: number) => `${REPO}#${number}`;
  const first = issue.blockedBy.filter(({ state }) => state === 'open').map(({ number }) => ref(number));
  const others = issue.assignees.filter((each) => each.login !== login);
  const of = { issue: ref(thread) };
  return [
    ...(first.length > 0 ? [say.fix.refused({ is: 'blocked', ...of, blockers: first, roots: first })] : []),
    ...others.map((each) => say.fix.refused({ is: 'claimed', ...of, claim: { by: 'person', login: each.login } })),
  ];
}
