// The answer of `crew verify`: a table for people, and the document of `crew show` for --json.
import { randomUUID } from 'node:crypto';
import type { OutcomeName } from '../../ports/run.js';
import { outcomes } from '../../runs/outcome.js';
import type { Language } from '../../text/lang/index.js';
import { verifyWords } from '../../text/lang/verify/index.js';
import { checkResultOf, OUTCOMES } from '../../verify/check-result.js';
import { type Against, rerunsOf, shownIn } from '../../verify/compare/index.js';
import type { Detected } from '../../verify/detect/index.js';
import type { TamperFinding, VerificationRecord } from '../../verify/records.js';
import { verificationTable } from '../../view/verification.js';
import { plannedSteps } from '../../view/verification-plan.js';
import type { Call, Said } from './call.js';

export interface Verified {
  readonly record: VerificationRecord;
  /** Only with a base. */
  readonly change?: Change | undefined;
}

export interface Change {
  readonly against: Against;
  readonly tamper: readonly TamperFinding[];
}

export interface About {
  readonly call: Call;
  readonly lang: Language;
  readonly detected: Detected;
}

/** The answer at the end. */
export function saidOf({ record, change }: Verified, { call, lang, detected }: About): Said {
  const because = detected.steps.map(({ name, why }) => ({ name, why }));
  const comparison = change?.against.comparison;
  const shown = comparison && shownIn(comparison, lang);
  const { unaffected, unread } = detected;
  const text = verificationTable(
    { record, because, unaffected, unread, comparison: shown, tamper: change?.tamper },
    screenOf(call, lang),
  );
  const { status, exit } = outcomes[endOf(record, change)];
  const verification = change ? [record, change.against.base] : [record];
  const compared = change && { comparison, again: rerunsOf(change.against.again), tamper: change.tamper };
  const { run_id: run, startedAt, ms } = record;
  const endedAt = new Date(Date.parse(startedAt) + ms).toISOString();
  const document = { run, ...documentOf(detected), startedAt, endedAt, status, verification, ...compared };
  return { text, json: document, exit };
}

/** The answer to a dry run: what would run, and why. */
export function plannedSaid({ call, lang, detected }: About): Said {
  const { status, exit } = outcomes.planned;
  return { text: plannedSteps(detected, screenOf(call, lang)), json: { ...documentOf(detected), status }, exit };
}

/** The answer when it was stopped. */
export function stoppedSaid({ lang, detected }: About): Said {
  const { status, exit } = outcomes.cancelled;
  return { text: verifyWords(lang).stopped, json: { ...documentOf(detected), status }, exit };
}

/** No model is asked, so there are no steps of a model and no cost. */
const documentOf = ({ steps, unaffected, unread }: Detected) => ({
  workflow: 'verify',
  steps: [],
  budget: { limitUsd: 0, spentUsd: 0, estimateUsd: [0, 0] },
  detected: steps,
  unaffected,
  unread,
});

const screenOf = ({ paint, env, flags }: Call, lang: Language) => ({
  lang,
  paint,
  columns: process.stdout.columns ?? 100,
  fence: env.inActions && !flags.json ? randomUUID() : undefined,
});

/** The outcome. With a base, only what the change broke counts as failed. */
function endOf({ status }: VerificationRecord, change: Change | undefined): OutcomeName {
  if (!change) return ({ PASS: 'done', FAIL: 'failed', INFRA_ERROR: 'infra_error' } as const)[status];
  const { against, tamper } = change;
  return OUTCOMES[checkResultOf({ ...against, tamper: { total: tamper.length, found: tamper } })];
}
