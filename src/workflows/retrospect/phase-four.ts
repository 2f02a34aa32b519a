// Phase 4 (specs parent-session): reviews a run with the retrospector, or only collects preference signals (LP flush). The Secretary may
// format the proposals. Called by work.ts and build/work.ts; build/conclude.ts uses the type of its result.
import type { Role } from '../../agent/role.js';
import type { Config } from '../../config/index.js';
import { checkedSignals } from '../../memory/preferences/check-signal.js';
import { applySignals } from '../../memory/preferences/rules.js';
import {
  type ClaimedSignal,
  NOTHING_LEARNED as NO_PREFERENCES,
  type SignalSource,
} from '../../memory/preferences/state.js';
import { EndWork } from '../../ports/errors.js';
import type { Workspace } from '../../ports/index.js';
import { type AgentContext, type AgentResult, type AgentTask, runRole } from '../build/agents/run-role.js';
import { flushText, type LogEvent, type LpFlush, localTime } from '../build/rules/execution-log.js';
import { promptText } from '../build/rules/phases.js';
import {
  isOperationDelegated,
  isSuccessResponse,
  RESPONSE_LINES,
  reactionToFailure,
  requestText,
} from '../build/rules/secretary.js';
import type { Learning } from './learning.js';
import { acceptedCandidates, candidatesIn, mergeCandidates, REPORT_SECTION } from './rules/candidates.js';
import { type Item, withIds } from './rules/list.js';
import {
  flushAnswer,
  formattedIn,
  type Learned,
  type Mode,
  messagesText,
  type RetrospectorAnswer,
  retrospectorAnswer,
} from './rules/phase-four.js';
import { retrospectiveText } from './rules/proposal-text.js';
import { adopt, type Knowledge } from './rules/proposals.js';

/** The context of phase 4. */
export interface PhaseContext extends AgentContext {
  readonly config: Config['build'];
  readonly roles: (name: string) => Role;
  log(name: string, ...events: readonly LogEvent[]): Promise<void>;
  say(line: string): Promise<void>;
}

/** What phase 4 reviews. */
export interface PhaseInput {
  readonly mode: Mode;
  /** The work folder, such as `cmd_007`. */
  readonly cmd: string;
  /** The run that learns. */
  readonly run: string;
  /** The kind of the reviewed work. */
  readonly taskKind: string;
  /** The texts of people in the reviewed run. */
  readonly sources: readonly SignalSource[];
  readonly learning: Learning | null;
}

/** The result of phase 4. */
export interface PhaseResult {
  readonly learned: Learned;
  /** For execution_log.yaml. */
  readonly lpFlush?: LpFlush | undefined;
  /** Set if the Secretary failed and `fallback_on_failure` is false: the run is then partial, with this message. */
  readonly failure?: string | undefined;
}

/** Runs phase 4. Its errors never change the result of the run; only cancellation is passed on. */
export async function retrospectPhase(context: PhaseContext, input: PhaseInput): Promise<PhaseResult> {
  const { mode } = input;
  if (mode === 'none') return { learned: { mode, status: 'success', items: [], signals: [] } };
  await context.folder.write('messages.md', messagesText(input.sources));
  return mode === 'flush' ? flushPreferences(context, input) : runRetrospector(context, { ...input, mode });
}

/** Prefix of the retrospector's steps. */
const STEP = 'retrospector';

/** Full and light mode: has the run reviewed, writes retrospective.md, and returns the items for approval. */
async function runRetrospector(
  context: PhaseContext,
  input: PhaseInput & { readonly mode: 'full' | 'light' },
): Promise<PhaseResult> {
  const { folder, config, ctx } = context;
  const { mode, learning, cmd } = input;
  const { model } = config.retrospect;
  await context.log(`${STEP} started`, {
    is: 'started',
    key: STEP,
    role: 'retrospector',
    task: null,
    model,
    at: ctx.clock.now(),
  });
  const end = await tryRole(context, {
    who: STEP,
    role: context.roles('retrospector'),
    model,
    task: promptText({
      instructions: config.phase_instructions.retrospect,
      fields: {
        WORK_DIR: folder.name,
        REPORT_PATH: `${folder.name}report.md`,
        RETROSPECTIVE_PATH: `${folder.name}retrospective.md`,
        MESSAGES_PATH: `${folder.name}messages.md`,
        MODE: mode,
        KNOWN_TOPICS: await knownTopics(learning),
      },
    }),
    outputs: [],
    tree: context.environment.workspace,
    tasksLeft: 0,
    answer: retrospectorAnswer,
  });
  const read = retrospectorAnswer.safeParse(end.answer);
  const failed = end.ended === 'timeout' ? 'timeout' : 'failure';
  const status = read.success ? 'success' : failed;
  await context.log(`${STEP} finished`, {
    is: 'finished',
    key: STEP,
    at: ctx.clock.now(),
    status,
    metadata_issues: [],
    error: read.success ? null : (end.error ?? 'no usable answer'),
  });
  if (!read.success) return { learned: { mode, status: 'failure', items: [], signals: [] } };
  const { items, dropped } = await ctx.step('retrospective', () =>
    adoptedItems(context, read.data, { ...input, mode }),
  );
  const { failures, successes, signals } = read.data;
  const date = localTime(ctx.clock.now()).slice(0, 10);
  const document = { cmd, date, mode, items, dropped, failures, successes, signals: signals.length };
  await folder.write('retrospective.md', retrospectiveText(document));
  const learned: Learned = { mode, status: 'success', items: [...items], signals };
  if (!isOperationDelegated(config.secretary, 'phase4_approval_format', 0) || items.length === 0) return { learned };
  return formatApprovals(context, learned);
}

/** The items for approval: adopted proposals and merged knowledge candidates, with ids. */
async function adoptedItems(
  { folder, config, ctx, environment }: PhaseContext,
  answer: RetrospectorAnswer,
  { mode, learning }: PhaseInput & { readonly mode: 'full' | 'light' },
) {
  const filter = config.retrospect;
  const rejected = (await learning?.rejected().catch(() => [])) ?? [];
  const { improvements, skills, dropped } = adopt(answer, { filter, mode, rejected });
  const fromReport = candidatesIn((await folder.text('report.md')) ?? '', REPORT_SECTION);
  const texts = await configurationIn(environment.workspace, ctx.settings.configFile);
  const accepted = (candidates: readonly Knowledge[]) => acceptedCandidates(candidates, texts);
  const fromAnswer = accepted(answer.knowledge).slice(0, filter.memory.max_candidates_per_cmd);
  const merged = mergeCandidates([accepted(fromReport), fromAnswer]);
  const earlier = await ctx.history.list();
  const unnamed = [
    ...improvements.map((each) => ({ kind: 'improvement' as const, of: each })),
    ...skills.map((each) => ({ kind: 'skill' as const, of: each })),
    ...merged.map((each) => ({ kind: 'knowledge' as const, of: each })),
  ];
  return { items: withIds(unnamed, earlier), dropped };
}

/** The texts that every agent reads: instructions and configuration. Knowledge that repeats them is not proposed. */
async function configurationIn(tree: Workspace, configFile: string): Promise<readonly string[]> {
  const files = await Promise.all(
    ['AGENTS.md', 'CLAUDE.md', configFile].map((file) => tree.read(file).catch(() => null)),
  );
  return files.flatMap((bytes) => (bytes ? [new TextDecoder().decode(bytes)] : []));
}

/** The topics that the memory has, so that an agent uses the same names. */
async function knownTopics(learning: Learning | null): Promise<string> {
  const state = (await learning?.preferences.read().catch(() => null)) ?? NO_PREFERENCES;
  const names = [...state.signals, ...state.preferences].map(({ cluster, topic }) => `${cluster}:${topic}`);
  return [...new Set(names)].slice(-100).join(', ') || '(none)';
}

/** Runs an agent. If it cannot work, its result is `failed`; only cancellation ends the run. */
async function tryRole(context: PhaseContext, task: AgentTask): Promise<AgentResult> {
  try {
    return await runRole(context, task);
  } catch (error) {
    if (!(error instanceof EndWork) || error.outcome.name === 'cancelled') throw error;
    return { ended: 'failed', error: error.outcome.name, answer: null, usd: 0 };
  }
}

const FLUSH_MODEL = 'haiku';
const FLUSH_TURNS = 15;

/** Flush mode: collects signals only, and writes lp_flush_output.md. */
async function flushPreferences(context: PhaseContext, input: PhaseInput): Promise<PhaseResult> {
  const { folder } = context;
  const end = await tryRole(context, {
    who: 'lp-flush',
    role: context.roles('lp-flush'),
    model: FLUSH_MODEL,
    turns: FLUSH_TURNS,
    task: promptText({
      fields: {
        WORK_DIR: folder.name,
        RESULTS_DIR: `${folder.name}results/`,
        MESSAGES_PATH: `${folder.name}messages.md`,
        KNOWN_TOPICS: await knownTopics(input.learning),
      },
    }),
    outputs: [],
    tree: context.environment.workspace,
    tasksLeft: 0,
    answer: flushAnswer,
  });
  const read = flushAnswer.safeParse(end.answer);
  const signals = read.success ? read.data.signals : [];
  const counted = await flushCounts(input, signals);
  const lpFlush: LpFlush = { triggered: true, source: 'phase4_skip', ...counted };
  await folder.write('lp_flush_output.md', flushText(lpFlush));
  return { learned: { mode: 'flush', status: read.success ? 'success' : 'failure', items: [], signals }, lpFlush };
}

/** How many signals count and how many proposals they would make, for the log. The end of the run applies them. */
async function flushCounts(
  input: PhaseInput,
  signals: readonly ClaimedSignal[],
): Promise<Omit<LpFlush, 'triggered' | 'source'>> {
  const checked = checkedSignals(signals, input.sources, input);
  const state = (await input.learning?.preferences.read().catch(() => null)) ?? NO_PREFERENCES;
  const { proposals } = applySignals(state, checked, input);
  return { candidates_generated: proposals.length, signal_updates: checked.length };
}

/** Lets the Secretary format the proposals. If its text is not usable, the program formats them, or the phase fails. */
async function formatApprovals(context: PhaseContext, learned: Learned): Promise<PhaseResult> {
  const { folder, config, ctx } = context;
  const { model, max_turns: turns } = config.secretary;
  const who = 'secretary-approvals';
  await folder.write('secretary_request.md', requestText('phase4_approval_format', folder.name));
  await context.log(`${who} started`, {
    is: 'started',
    key: who,
    role: 'secretary',
    task: null,
    model,
    at: ctx.clock.now(),
  });
  const end = await tryRole(context, {
    who,
    role: context.roles('secretary'),
    model,
    turns,
    tasksLeft: 0,
    tree: context.environment.workspace,
    task: promptText({
      inputs: [`${folder.name}secretary_request.md`],
      outputs: [`${folder.name}secretary_response.md`],
    }),
    outputs: ['secretary_response.md'],
  });
  const head = (await folder.head('secretary_response.md', RESPONSE_LINES)) ?? '';
  const isUsable = end.ended === 'answered' && isSuccessResponse('phase4_approval_format', head);
  const formatted = isUsable
    ? formattedIn((await folder.text('secretary_response.md')) ?? '', evidenceOf(learned.items))
    : null;
  await context.log(`${who} finished`, {
    is: 'finished',
    key: who,
    at: ctx.clock.now(),
    metadata_issues: [],
    status: formatted === null ? 'failure' : 'success',
    error: formatted === null ? (end.error ?? 'no usable response') : null,
  });
  if (formatted !== null) return { learned: { ...learned, formatted } };
  const { is, message } = reactionToFailure('phase4_approval_format', config.secretary);
  await context.say(message);
  return is === 'fallback' ? { learned } : { learned: { ...learned, items: [], status: 'failure' }, failure: message };
}

const evidenceOf = (items: readonly Item[]): readonly string[] =>
  items.flatMap((each) => (each.kind === 'knowledge' ? [] : [each.of.evidence]));
