// The end of a task: its document (task.json), its outcome and its page. Also the lines that are shown before the work starts. Pure. Used by
// ../engine.ts and ../work.ts.
import type { Outcome } from '../../../ports/run.js';
import { code, quotedDocument } from '../../../text/quote.js';
import { redact } from '../../../text/redact.js';
import type { InitResult, TaskEnd } from '../components.js';
import type { TaskMessages } from '../messages.en.js';
import type { Classification, Document, SessionInit, State, TaskDocument, TraceEntry } from './contract.js';
import type { Session } from './session.js';

const list = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join('\n');
const listSection = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [`**${title}**\n${list(lines)}`];

export const folded = (title: string, text: string): string =>
  `<details><summary>${title}</summary>\n\n${text}\n\n</details>`;

/** A document with more characters is folded. */
const MAX_UNFOLDED = 1500;

/** A task in its final state. */
interface EndedTask {
  readonly state: State;
  readonly iteration: number;
  readonly session: Session;
  readonly classification: Classification;
  readonly init: SessionInit;
  readonly artifacts: readonly string[];
  /** The watcher's issues and errors of components. */
  readonly issues: readonly string[];
  /** Whether the watcher accepted the last execution. */
  readonly pass: boolean;
  readonly trace: readonly TraceEntry[];
  readonly ledgerEntries: readonly string[];
}

/** task.json. A task in any other state than completed or escalated has failed. */
export function taskDocumentOf(endedTask: EndedTask, say: TaskMessages): TaskDocument {
  const { state, iteration, classification } = endedTask;
  const status = state === 'completed' || state === 'escalated' ? state : 'failed';
  const isEscalated = status === 'escalated';
  return {
    status,
    result: {
      session_type: endedTask.session.name,
      task_type: classification.task_type,
      requires_persona: classification.requires_persona,
      artifacts: [...endedTask.artifacts],
      pass: status === 'completed' && endedTask.pass,
      issues: isEscalated ? [...endedTask.issues, say.noAgreement(iteration)] : [...endedTask.issues],
    },
    session_init: endedTask.init,
    execution_trace: [...endedTask.trace],
    ledger_entries: [...endedTask.ledgerEntries],
    ...(isEscalated ? { message: say.escalated(iteration) } : {}),
  };
}

/** What the page needs besides the task's end. */
export interface PageInput {
  readonly say: TaskMessages;
  readonly run: string;
  readonly dryRun: boolean;
  /** The digest of the document for `/crew apply`. */
  readonly proposal?: string | undefined;
}

/** Whether `/crew apply` can add the result, a document, or nothing was to be written at all. */
const isDryRun = ({ dryRun, proposal }: PageInput): boolean => dryRun || proposal !== undefined;

/** The outcome of a task: the one that stopped it, or the one of its status. A document that `/crew apply` can add is `planned`. */
export function outcomeOf(ended: TaskEnd, input: PageInput): Outcome {
  const { stopOutcome, document } = ended;
  if (stopOutcome?.name === 'awaiting') return stopOutcome;
  const says = pageOf(ended, input);
  if (stopOutcome) return { ...stopOutcome, says: stopOutcome.says ?? says };
  if (document.status === 'escalated') return { name: 'escalated', says };
  if (document.status === 'failed') return { name: 'failed', says };
  return { name: isDryRun(input) ? 'planned' : 'done', says };
}

/** The page of a task, as Markdown. */
function pageOf(ended: TaskEnd, input: PageInput): string {
  const { document, iterations, documents } = ended;
  const { say, proposal } = input;
  const { status, result, message } = document;
  const [first] = documents;
  // The message of an escalated task is one of its issues.
  const issues = result.issues.filter((issue) => issue !== say.noAgreement(iterations));
  return [
    headOf(ended, input),
    ...(message === undefined ? [] : [`${message} ${say.howToAnswer}`]),
    ...initText(document, say),
    ...listSection(say.artifacts, result.artifacts.map(code)),
    ...listSection(status === 'failed' ? say.problems : say.issues, issues),
    ...documents.map((each) => foldedDocument(each)),
    ...(first && proposal ? [say.documentIsFile(`docs/${first.name}`)] : []),
  ].join('\n\n');
}

/** The first line: how the task ended. Of a change, the workflow that publishes it says so. */
function headOf({ document: { status }, iterations, documents, change }: TaskEnd, input: PageInput): string {
  const { say } = input;
  if (status !== 'completed') return say.ended[status];
  const state = documents.length > 0 && !change ? 'document' : 'planned';
  const ended = isDryRun(input) ? [say.ended[state]] : [];
  return [...ended, say.accepted(iterations)].join(' ');
}

/** A document as a quotation, folded if it is long. Mentions, closing keywords and commands in it have no effect. */
function foldedDocument({ name, text }: Document): string {
  const quoted = quotedDocument(redact(text, { secrets: [] }).text);
  return text.length > MAX_UNFOLDED ? folded(name, quoted) : quoted;
}

/** The sections about alerts and earlier learnings. */
function initText(
  { session_init: { debt_alerts: alerts, related_learnings: learnings } }: TaskDocument,
  say: TaskMessages,
): string[] {
  return [
    ...listSection(
      say.reportAlerts,
      alerts.map(({ what }) => what),
    ),
    ...(alerts.some(({ serious }) => serious) ? [say.recommendRetrospective] : []),
    ...listSection(
      say.reportLearnings,
      learnings.map(({ entry_id, content }) => `${code(entry_id)} ${content}`),
    ),
  ];
}

/** The findings of SessionInit as progress lines; empty if there is no alert and no learning. */
export function reportLines({ init, axes }: InitResult, say: TaskMessages): readonly string[] {
  const { debt_alerts: alerts, related_learnings: learnings } = init;
  if (alerts.length === 0 && learnings.length === 0) return [];
  return [
    ...alerts.map(({ what }) => `${say.reportAlerts}: ${what}`),
    ...(alerts.some(({ serious }) => serious) ? [say.recommendRetrospective] : []),
    `${say.reportAxes}: ${axes.join(', ')}`,
    ...learnings.map(({ content }) => `${say.reportLearnings}: ${content}`),
  ];
}
