// How a fix ends, as a run does; and what there is to say about it. Everything is said from the records.
import { type Ended, isDay } from '../../agent/ended.js';
import type { Outcome } from '../../core/outcome.js';
import type { Ctx } from '../../core/workflow.js';
import { Unproven } from '../../verify/prove/index.js';
import { OtherBase } from '../../verify/runs-tree.js';
import { CalledOff } from '../../verify/verifier.js';
import type { EditorAnswer, PlanAnswer } from './answers.js';
import {
  alreadyText,
  cancelledText,
  dryRunText,
  infraText,
  partialText,
  questionText,
  refusalText,
} from './endings.js';
import { plainWords } from './own-words.js';
import { inQuote } from './page.js';
import type { FixRecords } from './records.js';
import type { Site } from './site.js';
import { stuckReportOf, stuckText } from './stuck-report.js';
import { summary } from './summary.js';
import { askedText } from './task-text.js';
import type { Workable } from './workable.js';

type Of = Pick<Site, 'ctx' | 'job' | 'course' | 'allowance'>;

/** All that may be spoken from, as it stands. */
export function recordsOf({ ctx, job, course, allowance: { purse } }: Of): FixRecords {
  const asked = askedText(job.task);
  return course.records({ run: ctx.run.id, asked, spentUsd: purse.spentUsd(), limitUsd: purse.limitUsd });
}

/** The outcome of the Editor's work. */
export function endOf(of: Of, ended: Ended<EditorAnswer>): Outcome {
  const { ctx, job, course, allowance } = of;
  const records = recordsOf(of);
  const say = ctx.say.fix;
  const spent = { usd: allowance.purse.spentUsd(), turns: ended.turns };
  if (ended.ended === 'cancelled') return { name: 'cancelled', says: cancelledText(records, say), result: spent };
  if (course.isStopped) return stuck(of, spent);
  switch (ended.ended) {
    case 'answered':
      return answered(of, ended.answer, spent);
    case 'asked': {
      const { id, kind, text, choices } = ended.question;
      const awaits = { id, kind, question: text, ...(choices ? { choices } : {}) };
      return {
        name: 'awaiting',
        says: ctx.say.agent.asks({ role: EDITOR, run: ctx.run.id, ...awaits }),
        awaits,
        result: spent,
      };
    }
    case 'budget': {
      if (records.diff && records.diff.text !== '' && !job.dryRun)
        return { name: 'partial', says: partialText(records, say), result: { why: ended.why, ...spent } };
      const question = ctx.say.agent.budget({ why: ended.why, usd: spent.usd, limitUsd: allowance.purse.limitUsd });
      const awaits = { id: 'b-1', kind: 'budget', question } as const;
      return {
        name: 'awaiting',
        says: ctx.say.agent.asks({ role: EDITOR, run: ctx.run.id, day: isDay(ended.why), ...awaits }),
        awaits,
        result: spent,
      };
    }
    case 'failed':
      if (ended.why === 'service') {
        const { detail } = ended;
        const says = ctx.say.agent.failed({ role: EDITOR, why: ended.why, detail });
        return { name: 'infra_error', says: `${says}\n\n${infraText(records, say)}`, result: { detail, ...spent } };
      }
      return stuck(of, { ...spent, why: ended.why });
    case 'stuck':
      return stuck(of, { ...spent, why: ended.why });
  }
}

const EDITOR = 'Editor';

function answered(of: Of, answer: EditorAnswer, spent: object): Outcome {
  const { ctx, job } = of;
  const records = recordsOf(of);
  const say = ctx.say.fix;
  if (answer.result === 'cannot') return stuck(of, spent);
  if (answer.result === 'already-so')
    return {
      name: 'refused',
      says: alreadyText({ ...records, diff: undefined }, say),
      result: { already: true, ...spent },
    };
  const result = { sha256: records.diff?.sha256, files: records.diff?.files, ...spent };
  if (job.dryRun) return { name: 'planned', says: dryRunText(records, say), result: { ...result, answer } };
  const run_id = records.verifications.at(-1)?.run_id;
  const applied = job.proposal ? { applied: job.proposal.diff.sha256 } : {};
  return { name: 'done', says: summary(records, say), result: { ...result, run_id, ...applied } };
}

function stuck(of: Of, spent: object): Outcome {
  const records = recordsOf(of);
  const applied = of.job.proposal ? { applied: of.job.proposal.diff.sha256 } : {};
  const report = stuckReportOf(records);
  return { name: 'stuck', says: stuckText(records, of.ctx.say.fix), result: { report, ...applied, ...spent } };
}

/** What was thrown out of the middle of it, where that is no fault of crew's; else null. */
export function brokenOff(of: Of, error: unknown): Outcome | null {
  const records = recordsOf(of);
  const { say, run } = of.ctx;
  const spent = { usd: of.allowance.purse.spentUsd() };
  if (error instanceof CalledOff) return { name: 'cancelled', says: cancelledText(records, say.fix), result: spent };
  if (error instanceof Unproven) {
    const { expected, found, remedy } = error;
    const says = `${say.mishap({ expected, found, remedy })}\n\n${infraText(records, say.fix)}`;
    return { name: 'infra_error', says, result: { error: { expected, found, remedy }, ...spent } };
  }
  if (error instanceof OtherBase) {
    const { expected, found, remedy } = error;
    const question = say.mishap({ expected, found, remedy });
    const awaits = { id: 'p-1', kind: 'pause', question } as const;
    return { name: 'awaiting', says: `${question}\n\n\`crew continue --run ${run.id}\``, awaits, result: spent };
  }
  return null;
}

/** Nothing was begun: why not, or what has to be known first. */
export function notNow(fit: Exclude<Workable, { is: 'go' }>, { ctx, id }: { ctx: Ctx; id: string }): Outcome {
  const say = ctx.say.fix;
  if (fit.is === 'refused') return { name: 'refused', says: refusalText(fit.why, say), result: { why: fit.why } };
  const awaits = { id, kind: 'question', question: questionText(fit.question, say) } as const;
  return { name: 'awaiting', says: ctx.say.agent.asks({ role: 'crew', run: ctx.run.id, ...awaits }), awaits };
}

/** A plan and what it may cost, for a person to approve. */
export function planOf(of: Of, plan: PlanAnswer, { id, usd }: { id: string; usd: readonly [number, number] }): Outcome {
  const { ctx } = of;
  const files = plan.slices.flatMap(({ paths }) => paths);
  const lines = [plan.approach, '', ...plan.steps.map((step) => `- ${step}`)].join('\n');
  const within = files.length > 0 ? [files.map((file) => `\`${file.replaceAll('`', "'")}\``).join(', ')] : [];
  const price = `$${usd[0].toFixed(2)}–$${usd[1].toFixed(2)}`;
  const question = [inQuote(plainWords(lines)), ...within, `**${price}**`].join('\n\n');
  const awaits = { id, kind: 'approval', question } as const;
  const says = ctx.say.agent.asks({ role: 'Scout A', run: ctx.run.id, ...awaits });
  return { name: 'awaiting', says, awaits, result: { plan, estimateUsd: usd } };
}
