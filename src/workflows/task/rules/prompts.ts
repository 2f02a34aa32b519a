// The prompts of a task's agents: classifier, selector, designer and watcher; and the note that an executing workflow gets. Pure. Used by
// ../work.ts and ../executors.ts.
import { inertCodeBlock } from '../../../text/quote.js';
import { sanitize } from '../../../text/sanitize.js';
import type { ExecuteInput, WatchInput } from '../components.js';
import { TASK_TYPES } from './contract.js';
import type { Persona } from './personas.js';
import type { Session } from './session.js';

/** The most characters of a change or document in the watcher's prompt. */
const MAX_TEXT_CHARACTERS = 60_000;

/** Text without invisible characters. */
const plain = (text: string): string => sanitize(text).text.trim();
const items = (lines: readonly string[]): string => lines.map((line) => `- ${plain(line)}`).join('\n');
const section = (title: string, text: string): string => (text === '' ? '' : `## ${title}\n\n${text}\n`);
const joined = (...sections: readonly string[]): string => sections.filter((each) => each !== '').join('\n');
const clipped = (text: string): string =>
  text.length > MAX_TEXT_CHARACTERS ? `${text.slice(0, MAX_TEXT_CHARACTERS)}\n… (${text.length} characters)` : text;

/** The prompt text of a persona. */
export const personaText = ({ name, strengths, questions }: Persona): string =>
  `Work as ${name} would. Strong in: ${strengths.join(', ')}. Ask yourself: ${questions.join(' ')}`;

/** What each task type means. */
const KINDS: Readonly<Record<(typeof TASK_TYPES)[number], string>> = {
  implement: 'add code or fix a bug',
  design: 'propose a decision or a design',
  investigate: 'find a cause or an answer, without a change',
  review: 'judge existing code or a document',
  document: 'write or change documentation',
  refactor: 'change code without changing its behaviour',
  test: 'write or change tests',
};

export const classifierPrompt = (request: string): string =>
  joined(
    section('Request', inertCodeBlock(plain(request))),
    section('Task types', items(TASK_TYPES.map((type) => `${type}: ${KINDS[type]}`))),
  );

export const selectorPrompt = (request: string, sessions: readonly Session[]): string =>
  joined(
    section('Request', inertCodeBlock(plain(request))),
    section('Session types', items(sessions.map(({ name, description }) => `${name}: ${description}`))),
    section('Perspectives', items(sessions.flatMap(({ name, axes }) => `${name}: ${axes.join(', ')}`))),
  );

/** What an executor is told besides the request: point of view, perspectives, and the watcher's issues. May be empty. */
export function executorNote({ persona, axes, issues, iteration }: ExecuteInput): string {
  if (!persona && issues.length === 0) return '';
  return joined(
    persona ? section('Point of view', personaText(persona)) : '',
    persona ? section('Perspectives', items(axes)) : '',
    section(`Issues that the watcher found in execution ${iteration - 1}`, items(issues)),
  );
}

export const designerPrompt = (input: ExecuteInput): string =>
  joined(
    section('Request', inertCodeBlock(plain(input.context))),
    section('Task type', `${input.type}: ${KINDS[input.type]}`),
    executorNote(input),
  );

export function watcherPrompt({ request, type, axes, persona, blindSpots, result }: WatchInput): string {
  const { change, documents, artifacts } = result;
  return joined(
    section('Request', inertCodeBlock(plain(request))),
    section('Task type', `${type}: ${KINDS[type]}`),
    persona ? section('Point of view', personaText(persona)) : '',
    section('Perspectives', items(axes)),
    section("The executor's blind spots", items(blindSpots)),
    section('Files of the result', items(artifacts)),
    change ? section('The change', inertCodeBlock(clipped(change.text))) : '',
    ...documents.map(({ name, text }) => section(`Document ${name}`, inertCodeBlock(clipped(plain(text))))),
  );
}
