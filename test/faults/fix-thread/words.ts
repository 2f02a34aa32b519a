// Which sentences are true of a run, said to whoever asked for it, as it came out. Those of its page are told by the records.
import type { OutcomeName } from '../../../src/core/outcome.js';
import type { EndOf } from '../../../src/text/lang/fix/messages.js';
import type { Messages } from '../../../src/text/lang/messages.js';
import { endedCheck } from '../../../src/view/check/index.js';
import { vagueIn } from '../../../src/workflows/fix/rules/vague.js';
import { inItsWay, isCalledOff, pullsIn, type Run, ruledOut, type Scene, stepOf, unheldIn, whyNot } from './scene.js';
import { DETAILS, REPO } from './shop.js';
import { suggestedIn } from './suggested.js';

/** Whole paragraphs. */
export function wordsFor(scene: Scene, run: Run, came: OutcomeName): readonly string[] {
  const { say } = scene;
  const { thread } = say.fix;
  const of = { run: run.name };
  switch (came) {
    case 'done':
      return doneWords(scene, run);
    case 'cancelled':
      return isCalledOff(run) ? [say.agent.cancelled(of)] : [];
    case 'refused':
      return refusedWords(scene, run);
    case 'awaiting':
      return askedAtOnce(scene, run);
    case 'stuck':
      return run.document ? [thread.redAgain, thread.unheld(unheldIn(run)), ...checkWords(scene, run)] : [];
    case 'infra_error':
      if (!run.journal.entries.some((each) => each.kind === 'rest' && each.left))
        return [thread.nothingCame({ ...of, how: 'failure' }), thread.lost({ ...of, how: 'failure' })];
      return [thread.unableAgain, ...checkWords(scene, run)];
    default:
      return [];
  }
}

/** What is to be known before anything is begun, by the words that there are. */
function askedAtOnce({ shop, say }: Scene, { thread }: Run): readonly string[] {
  const { title = '', body = '' } = shop.embedded.repository(REPO).numbered.get(thread) ?? {};
  const why = vagueIn(`${title}\n\n${body}`);
  return why === null ? [] : [say.fix.question({ is: 'vague', why })];
}

/** What the job that verified once more has to say, with its heading. */
function checkWords({ lang }: Scene, { document }: Run): readonly string[] {
  const ending = document ? ({ is: 'told', document } as const) : ({ is: 'died' } as const);
  const { title, summary } = endedCheck(ending, { lang, details: DETAILS });
  return [`### ${title}`, ...summary.trim().split(/\n{2,}/)];
}

function doneWords(scene: Scene, run: Run): readonly string[] {
  const { thread } = scene.say.fix;
  const { target, commit } = run;
  if (target?.how !== 'branch') {
    const { count, left } = suggestedIn(scene, run);
    return [
      ...(count > 0 ? [thread.suggests({ count, left })] : []),
      ...(count === 0 || left.length > 0 ? [thread.patch] : []),
    ];
  }
  const pull = pullsIn(scene).find(({ head }) => head.ref === target.branch);
  if (!pull || !commit) return [];
  const where = target.pull
    ? thread.added({ pull: pull.number, sha: commit })
    : thread.ready({ pull: pull.number, draft: pull.draft });
  return [where, thread.noChecks];
}

function refusedWords(scene: Scene, run: Run): readonly string[] {
  const { thread } = scene.say.fix;
  const { branch = '', pull } = run.target ?? {};
  const path = ruledOut(run);
  if (path !== undefined) return [thread.notAdmitted({ is: 'rules', path })];
  const why = inItsWay(scene, run);
  if (stepOf(run.journal, 'allowance 0') === undefined || why === null) return whyNot(scene, run);
  if (why === 'moved' || why === 'deleted') return [thread[why]({ branch })];
  return [thread.gone({ pull: pull?.number ?? 0, state: why, isCrews: pull?.isCrews === true })];
}

const ENDS: readonly EndOf[] = [
  ...[true, false].flatMap((yes): readonly EndOf[] => [
    { is: 'done', shown: yes },
    ...(['unable', 'partial', 'cancelled'] as const).map((is) => ({ is, changed: yes })),
  ]),
  ...(['planned', 'stuck', 'no-change'] as const).map((is) => ({ is })),
];

const ALLOWED: { readonly [Came in OutcomeName]?: readonly EndOf['is'][] } = {
  done: ['done'],
  planned: ['planned', 'no-change'],
  stuck: ['stuck', 'no-change'],
  partial: ['partial'],
  cancelled: ['cancelled'],
  infra_error: ['unable'],
};

/** Whether a sentence says how something ended; and those that may stand where it came out so. */
export const isEndOf = ({ fix }: Messages, sentence: string): boolean =>
  ENDS.some((each) => fix.end(each) === sentence);
export const endsFor = ({ fix }: Messages, came: OutcomeName): readonly string[] =>
  ENDS.filter(({ is }) => ALLOWED[came]?.includes(is)).map(fix.end);
