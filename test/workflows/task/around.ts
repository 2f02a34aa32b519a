// A task without a world: components that say what a test says, and a journal in memory.
import type { WorkDiff } from '../../../src/ports/workflow.js';
import type {
  Components,
  EngineContext,
  ExecuteInput,
  Execution,
  InitResult,
  LedgerDraft,
  WatchInput,
} from '../../../src/workflows/task/components.js';
import { ja } from '../../../src/workflows/task/messages.ja.js';
import { classify } from '../../../src/workflows/task/rules/classify.js';
import { type Classification, NO_FINDINGS, type Verdict } from '../../../src/workflows/task/rules/contract.js';
import { choosePersonas } from '../../../src/workflows/task/rules/personas.js';
import { DEFAULT_SESSION, type Session, selectionOf } from '../../../src/workflows/task/rules/session.js';
import { handClock } from '../../build/clock.js';

export const SESSION: Session = { ...DEFAULT_SESSION, name: 'implement', timeout_s: 30 };

export const done = (more: Partial<Execution> = {}): Execution => ({
  status: 'done',
  artifacts: ['fizzbuzz.py'],
  execution_log: ['wrote fizzbuzz.py'],
  persona_applied: null,
  documents: [],
  ...more,
});

export const verdict = (pass: boolean, issues: readonly string[] = []): Verdict => ({
  pass,
  issues: [...issues],
  inspection_log: ['read what was made'],
  blindspots_covered: [],
  misclassification_detected: false,
});

export const ready: InitResult = {
  init: NO_FINDINGS,
  axes: ['correctness'],
  asks: null,
  measure: 'skipped_tests = 0, todos = 0, axes = correctness',
};

export const diffOf = (text: string): WorkDiff => ({
  base: 'a'.repeat(40),
  sha256: 'b'.repeat(64),
  files: ['a.ts'],
  text,
});

export interface Scene {
  readonly components: Components;
  readonly around: EngineContext;
  readonly drafts: LedgerDraft[];
  readonly asked: { readonly execute: ExecuteInput[]; readonly watch: WatchInput[] };
  readonly complaints: string[];
  readonly reports: InitResult[];
  readonly journal: Map<string, unknown>;
}

export interface Says {
  readonly components?: Partial<Components>;
  readonly around?: Partial<EngineContext>;
  readonly session?: Partial<Session>;
  readonly classified?: Classification;
  readonly executions?: readonly Execution[];
  readonly verdicts?: readonly Verdict[];
  readonly journal?: Map<string, unknown>;
}

/** Components that work, and whatever a test says instead. */
export function sceneOf(says: Says = {}): Scene {
  const session = { ...SESSION, ...says.session };
  const [drafts, complaints, reports]: [LedgerDraft[], string[], InitResult[]] = [[], [], []];
  const asked: Scene['asked'] = { execute: [], watch: [] };
  const journal = says.journal ?? new Map<string, unknown>();
  const components: Components = {
    selectSession: async () => ({ session, selection: selectionOf(session, 'a test says so') }),
    init: async () => ready,
    classify: async (request) => {
      const classified = says.classified ?? classify(request);
      if (!classified) throw new Error('no rule decides');
      return classified;
    },
    choosePersonas: async (task_type, context) => choosePersonas([], { task_type, context }),
    execute: async (ask) => {
      asked.execute.push(ask);
      return says.executions?.[ask.iteration - 1] ?? done({ persona_applied: ask.persona?.name ?? null });
    },
    watch: async (ask) => {
      asked.watch.push(ask);
      return says.verdicts?.[ask.iteration - 1] ?? verdict(true);
    },
    record: async (draft) => {
      drafts.push(draft);
      return `LEDGER-20261118-${String(drafts.length).padStart(3, '0')}`;
    },
    ...says.components,
  };
  const around: EngineContext = {
    clock: handClock(),
    say: ja,
    stop: new AbortController().signal,
    async step<T>(name: string, work: () => Promise<T>): Promise<T> {
      if (!journal.has(name)) journal.set(name, JSON.parse(JSON.stringify(await work())));
      return journal.get(name) as T;
    },
    startAnswer: () => undefined,
    showFindings: (found) => reports.push(found),
    complain: (line) => complaints.push(line),
    ...says.around,
  };
  return { components, around, drafts, asked, complaints, reports, journal };
}
