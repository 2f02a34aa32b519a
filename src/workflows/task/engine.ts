// Runs the components of a task in the order of the state machine (specs task-orchestrator) and records every transition. Never throws: an
// error of a component becomes a status. Called by work.ts.

import { EndWork } from '../../ports/errors.js';
import type { Outcome } from '../../ports/run.js';
import type { WorkDiff } from '../../ports/workflow.js';
import {
  type Components,
  type EngineContext,
  EXECUTE_STEP,
  type ExecuteInput,
  type Execution,
  type InitResult,
  type TaskEnd,
} from './components.js';
import { CLASSIFIER_FALLBACK } from './rules/classify.js';
import {
  type Classification,
  type Document,
  NO_FINDINGS,
  type SessionInit,
  type Verdict,
  type WatcherVerdict,
} from './rules/contract.js';
import { taskDocumentOf } from './rules/page.js';
import { defaultPair, type Persona, type PersonaPair } from './rules/personas.js';
import { DEFAULT_SESSION, type Session, selectionOf } from './rules/session.js';
import { isFinal, type Machine, nextState, type Output, START } from './rules/states.js';
import { errorText, TaskRecord } from './task-record.js';
import { executeInTime } from './time-limit.js';

/** Runs a task to its end. */
export async function runTask(request: string, components: Components, ctx: EngineContext): Promise<TaskEnd> {
  const task = new Task(request, components, ctx);
  try {
    while (!isFinal(task.machine.state)) await task.advance();
  } catch (error) {
    task.endByError(error);
  }
  return task.end();
}

/** A running task: its state, and the results of its components so far. */
class Task {
  machine: Machine = START;
  readonly #request: string;
  readonly #components: Components;
  readonly #ctx: EngineContext;
  readonly #record: TaskRecord;
  #session: Session = DEFAULT_SESSION;
  #findings: SessionInit = NO_FINDINGS;
  #axes: readonly string[] = DEFAULT_SESSION.axes;
  #classification: Classification = CLASSIFIER_FALLBACK;
  #pair: PersonaPair | undefined;
  #execution: Execution | undefined;
  #verdict: WatcherVerdict | undefined;
  #change: WorkDiff | undefined;
  #documents: readonly Document[] = [];
  #stopOutcome: Outcome | undefined;
  #issues: readonly string[] = [];

  constructor(request: string, components: Components, ctx: EngineContext) {
    this.#request = request;
    this.#components = components;
    this.#ctx = ctx;
    this.#record = new TaskRecord(components.record, ctx);
  }

  /** Runs the component of the current state and moves to the next state. */
  async advance(): Promise<void> {
    if (this.#ctx.stop.aborted) throw new EndWork({ name: 'cancelled' });
    switch (this.machine.state) {
      case 'idle':
        return this.#advanceTo({ from: 'user' }, 'TaskOrchestrator', 'request received');
      case 'session_selecting':
        return this.#selectSession();
      case 'session_initializing':
        return this.#initialize();
      case 'classifying':
        return this.#classify();
      case 'selecting_personas':
        return this.#choosePersonas();
      case 'executing':
        return this.#execute();
      case 'watching':
        return this.#watch();
      case 'learning':
        return this.#learn();
      case 'completed':
      case 'escalated':
      case 'failed':
        return;
    }
  }

  async #selectSession(): Promise<void> {
    const { selection, session } = await this.#record.stepWithFallback(
      'select',
      () => this.#components.selectSession(this.#request),
      (why) => ({
        selection: selectionOf(DEFAULT_SESSION, why),
        session: DEFAULT_SESSION,
      }),
    );
    this.#session = session;
    this.#axes = selection.recommended_axes;
    await this.#record.append(
      'SessionSelector',
      'decision',
      `session_type = ${selection.session_type}`,
      selection.rationale,
    );
    this.#advanceTo(
      { from: 'SessionSelector', maxIterations: session.max_iterations },
      'SessionSelector',
      session.name,
    );
  }

  async #initialize(): Promise<void> {
    const result = await this.#record.stepWithFallback(
      'init',
      () => this.#components.init(this.#session),
      (why): InitResult => {
        const what = this.#ctx.say.alertUnreadable('start', why);
        const findings = { ...NO_FINDINGS, debt_alerts: [{ kind: 'unreadable' as const, what, serious: false }] };
        return { init: findings, axes: this.#axes, asks: null, measure: '' };
      },
    );
    this.#findings = result.init;
    this.#axes = result.axes;
    this.#ctx.showFindings(result);
    const { debt_alerts: alerts, related_learnings: learnings } = result.init;
    if (result.measure !== '')
      await this.#record.append('SessionInit', 'measure', result.measure, `${alerts.length} alerts`);
    const answer = result.asks ? this.#ctx.startAnswer() : 'yes';
    const outcome = `${answer === 'yes' ? 'ready' : 'not ready'}, ${alerts.length} alerts, ${learnings.length} learnings`;
    this.#advanceTo({ from: 'SessionInit', ready: answer === 'yes' }, 'SessionInit', outcome);
    if (answer === 'no') throw new EndWork({ name: 'refused', says: this.#ctx.say.declined });
    if (answer === undefined && result.asks)
      throw new EndWork({ name: 'awaiting', says: result.asks.question, awaits: result.asks });
  }

  async #classify(): Promise<void> {
    this.#classification = await this.#record.stepWithFallback(
      'classify',
      () => this.#components.classify(this.#request),
      (why) => ({
        ...CLASSIFIER_FALLBACK,
        rationale: `${CLASSIFIER_FALLBACK.rationale}: ${why}`,
      }),
    );
    const { task_type: type, requires_persona: persona, rationale } = this.#classification;
    await this.#record.append(
      'TaskClassifier',
      'decision',
      `task_type = ${type}, requires_persona = ${persona}`,
      rationale,
    );
    const outcome = `${type}, ${persona ? 'persona required' : 'no persona'}`;
    this.#advanceTo({ from: 'TaskClassifier', task_type: type, requires_persona: persona }, 'TaskClassifier', outcome);
  }

  async #choosePersonas(): Promise<void> {
    const pair = await this.#record.stepWithFallback(
      'task personas',
      () => this.#components.choosePersonas(this.#classification.task_type, this.#request),
      (why) => defaultPair([], why),
    );
    this.#pair = pair;
    const { executor_persona: executor, watcher_persona: watcher, rationale } = pair;
    await this.#record.append(
      'PersonaStrategy',
      'decision',
      `executor = ${executor.name}, watcher = ${watcher.name}`,
      rationale,
    );
    this.#advanceTo({ from: 'PersonaStrategy' }, 'PersonaStrategy', `${executor.name} + ${watcher.name}`);
  }

  async #execute(): Promise<void> {
    const { iteration } = this.machine;
    const persona = this.#pair?.executor_persona ?? null;
    const { task_type: type } = this.#classification;
    const input: ExecuteInput = {
      type,
      persona,
      iteration,
      session: this.#session,
      axes: this.#axes,
      context: this.#request,
      issues: this.#issues,
    };
    // There is no fallback, so an error of the executor ends the task.
    const execution = await this.#record.step(`${EXECUTE_STEP}${iteration}`, () =>
      executeInTime(this.#components.execute, input, this.#ctx),
    );
    this.#execution = execution;
    this.#change = execution.change ?? this.#change;
    if (execution.documents.length > 0) this.#documents = execution.documents;
    const { status, artifacts, execution_log: log } = execution;
    await this.#record.append(
      'executor',
      'outcome',
      `status = ${status}, artifacts = ${nameList(artifacts)}`,
      summary(log),
    );
    const outcome = [status, ...(persona ? [persona.name] : artifacts)].join(', ');
    this.#advanceTo({ from: 'executor' }, 'executor', outcome);
  }

  async #watch(): Promise<void> {
    const { iteration } = this.machine;
    const persona = this.#pair?.watcher_persona ?? null;
    const verdict = await this.#record.stepWithFallback(
      `watch-${iteration}`,
      () => this.#judge(persona),
      (why) => ({
        ...UNDECIDED,
        issues: [this.#ctx.say.undecided],
        inspection_log: [why],
      }),
    );
    this.#verdict = { ...verdict, persona_applied: persona?.name ?? null };
    this.#issues = verdict.issues;
    const { pass, inspection_log: log } = verdict;
    await this.#record.append('watcher', 'decision', `pass = ${pass}, iteration = ${iteration}`, summary(log));
    if (verdict.misclassification_detected) {
      const content = `misclassification_detected = true, task_type = ${this.#classification.task_type}`;
      await this.#record.append('watcher', 'decision', content, summary(verdict.issues));
    }
    const outcome = [pass ? 'pass' : `fail, iteration ${iteration}`, ...(persona ? [persona.name] : [])].join(', ');
    this.#advanceTo({ from: 'watcher', pass }, 'watcher', outcome);
  }

  /** The watcher's verdict. A blocked execution without a result is judged without a model. */
  async #judge(persona: Persona | null): Promise<Verdict> {
    const { artifacts = [], documents = [], status } = this.#execution ?? {};
    if (status === 'blocked' && artifacts.length === 0 && !this.#change) {
      const { say } = this.#ctx;
      return { ...UNDECIDED, issues: [say.blockedWork], inspection_log: [say.blockedWork] };
    }
    return this.#components.watch({
      request: this.#request,
      type: this.#classification.task_type,
      axes: this.#axes,
      persona,
      iteration: this.machine.iteration,
      blindSpots: this.#pair?.executor_persona.blind_spots ?? [],
      result: { artifacts, documents, change: this.#change },
    });
  }

  async #learn(): Promise<void> {
    const artifacts = nameList(this.#execution?.artifacts ?? []);
    const content = `status = completed, artifacts = ${artifacts}`;
    const recorded = await this.#record.append(
      ...(['TaskOrchestrator', 'outcome', content, `全フロー完了。iteration = ${this.machine.iteration}`] as const),
    );
    this.#advanceTo(
      { from: 'LearningLedger' },
      'LearningLedger',
      recorded ? 'recorded' : 'not recorded, see standard error',
    );
  }

  #advanceTo(output: Output, component: string, outcome: string): void {
    const previous = this.machine;
    this.machine = nextState(previous, output);
    this.#record.addTransition(previous.state, component, outcome);
    if (isFinal(this.machine.state))
      this.#record.addTransition(this.machine.state, 'TaskOrchestrator', this.machine.state);
  }

  /** Ends the task in its current state. */
  endByError(error: unknown): void {
    if (error instanceof EndWork) this.#stopOutcome = error.outcome;
    else if (this.#ctx.stop.aborted) this.#stopOutcome = { name: 'cancelled' };
    else this.#issues = [...this.#issues, this.#ctx.say.faulty(this.machine.state, errorText(error))];
    if (this.#stopOutcome?.name === 'awaiting') return;
    this.#advanceTo(
      { from: 'fault' },
      'TaskOrchestrator',
      this.#stopOutcome ? this.#stopOutcome.name : errorText(error),
    );
  }

  /** The result of the ended task. */
  end(): TaskEnd {
    const { state, iteration } = this.machine;
    const document = taskDocumentOf(
      {
        state,
        iteration,
        session: this.#session,
        classification: this.#classification,
        init: this.#findings,
        artifacts: this.#execution?.artifacts ?? [],
        issues: this.#issues,
        pass: this.#verdict?.pass === true,
        trace: this.#record.trace,
        ledgerEntries: this.#record.ledgerEntries,
      },
      this.#ctx.say,
    );
    const personas = this.#pair ? [this.#pair.executor_persona.name, this.#pair.watcher_persona.name] : [];
    const accepted = { change: this.#change, documents: this.#documents };
    return { document, iterations: iteration, personas, ...accepted, stopOutcome: this.#stopOutcome };
  }
}

/** The verdict if the watcher gives none. */
const UNDECIDED: Verdict = {
  pass: false,
  issues: [],
  inspection_log: [],
  blindspots_covered: [],
  misclassification_detected: false,
};

const nameList = (names: readonly string[]): string => `[${names.join(', ')}]`;
const summary = (lines: readonly string[]): string => lines.join(' · ').slice(0, 500);
