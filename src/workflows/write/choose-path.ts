// Phases 0 to 2 (specs folio-editor): intake, three paths, the selection, and the character sheets.

import { EndWork } from '../../ports/errors.js';
import type { Outcome } from '../../ports/run.js';
import { sanitize } from '../../text/sanitize.js';
import { askWriter, awaitId, type WriteContext } from './context.js';
import { showState } from './progress.js';
import { files, named } from './rules/files.js';
import {
  CHOICES,
  charactersAnswer,
  choiceIn,
  comparison,
  DIRECTION_HINTS,
  hasWords,
  type Idea,
  ideaAnswer,
  languageIn,
  type Path,
  pathAnswer,
  pathId,
  type Selection,
  userInputOf,
} from './rules/paths.js';
import { charactersPrompt, filesText, type PromptFile, type PromptLanguage, pathPrompt } from './rules/prompts.js';

/** The request, as `gate` passes it to `work`. */
export interface WriteOrder {
  readonly what: string;
  /** The issue of the request. */
  readonly issue?: { readonly number: number; readonly title: string; readonly body: string } | undefined;
  readonly requester?: { readonly login: string; readonly id: number } | undefined;
  readonly at: string;
  readonly dryRun: boolean;
  /** Review this file, without a loop. */
  readonly review?: string | undefined;
}

/** A run whose path is chosen. */
export interface ChosenPath {
  readonly idea: Idea;
  readonly path: Path;
  readonly remark: string | null;
  readonly characters: readonly { readonly name: string; readonly sheet: string }[];
}

const empty = { average: null, previous: null, agents: {} } as const;

/** The language of the prompts: Japanese if the content is Japanese, else English. */
export const promptsIn = ({ language }: Pick<Idea, 'language'>): PromptLanguage => (language === 'ja' ? 'ja' : 'en');

/** Phases 0, 1 and 2. Ends the work with a question if no path is selected yet. */
export async function choosePath(
  context: WriteContext,
  order: WriteOrder,
  repository: readonly PromptFile[],
): Promise<ChosenPath> {
  const at = { chapter: 0, round: 0, path: null, completed: [], time: context.time() } as const;
  await showState(context, { ...empty, at: { ...at, phase: 0, status: 'intake', active: ['Plotter'] } });
  const idea = await intake(context, order, repository);
  await context.files.json(files.idea, idea);
  await showState(context, { ...empty, at: { ...at, phase: 1, status: 'writing_paths', active: ['Plotter'] } });
  const paths = await writePaths(context, idea, repository);
  const selection = validSelection(context);
  const summaries = paths.map(({ id, title, summary }) => ({ id, title, summary }));
  if (!selection) {
    const waiting = { ...at, phase: 2, status: 'awaiting_selection', active: [] } as const;
    const message = context.say.progress.choosePath;
    await showState(context, { ...empty, at: waiting, message, awaiting: true, paths: summaries });
    throw new EndWork(awaitSelection(context, paths));
  }
  const path = paths.find(({ id }) => id === selection.input.selected_path);
  if (!path) throw new Error(`no path ${selection.input.selected_path}`);
  await context.files.json(files.userInput, selection.input);
  await context.files.json(files.selectedPath, path);
  const after = { ...at, phase: 2, path: path.id, status: 'path_selected', active: ['Plotter'] } as const;
  await showState(context, { ...empty, at: after, paths: summaries });
  const remark = selection.input.user_comment === null ? null : sanitize(selection.input.user_comment).text;
  return { idea, path, remark, characters: await writeSheets(context, { idea, path, remark }) };
}

async function intake(context: WriteContext, order: WriteOrder, repository: readonly PromptFile[]): Promise<Idea> {
  const { settings, ctx, say } = context;
  const request = requestText(order);
  const task = [
    'Intake: structure this request as workspace/current/idea.json (genre, tone, scale, core_theme).',
    filesText([{ path: 'request', text: request }, ...repository]),
  ].join('\n\n');
  const answered = await askWriter(context, { who: 'intake', task, answer: ideaAnswer }, 'fiction', say.what.idea);
  const language = languageIn(request) ?? (hasWords(request) ? answered.language : ctx.settings.lang);
  return { ...answered, language, profile: settings.profile ?? answered.profile };
}

export function requestText({ what, issue }: Pick<WriteOrder, 'what' | 'issue'>): string {
  const parts = [what, ...(issue ? [`# ${issue.title}`, issue.body] : [])];
  return sanitize(parts.filter((part) => part.trim() !== '').join('\n\n')).text;
}

/** Writes the paths in order. Each prompt contains the earlier paths, so that the new one differs. */
async function writePaths(
  context: WriteContext,
  idea: Idea,
  repository: readonly PromptFile[],
): Promise<readonly Path[]> {
  const paths: Path[] = [];
  const hints = DIRECTION_HINTS[idea.profile];
  for (const choice of CHOICES) {
    const given = [
      { path: named(files.idea), text: JSON.stringify(idea, null, 2) },
      ...paths.map((path) => ({ path: named(`paths/${path.id}.json`), text: JSON.stringify(path, null, 2) })),
    ];
    const task = `${filesText([...given, ...repository])}\n\n${pathPrompt(promptsIn(idea), choice, hints[choice])}`;
    const asked = { who: pathId(choice), task, answer: pathAnswer };
    const answer = await askWriter(context, asked, idea.profile, context.say.what.path(choice));
    const path = { id: pathId(choice), direction_hint: hints[choice], ...answer };
    await context.files.json(files.path(choice), path);
    paths.push(path);
  }
  return paths;
}

const selections = ({ ctx }: WriteContext): readonly Selection[] =>
  ctx.signals.flatMap((signal) =>
    signal.is === 'select' ? [{ choice: signal.choice, remark: signal.remark, at: signal.at }] : [],
  );

/** The first valid selection counts. */
function validSelection(context: WriteContext) {
  for (const each of selections(context)) {
    const choice = choiceIn(each);
    if (choice) return { input: userInputOf(choice, each) };
  }
  return null;
}

function awaitSelection(context: WriteContext, paths: readonly Path[]): Outcome {
  const { say } = context;
  const wrong = selections(context).at(-1);
  const says = [...(wrong ? [say.noSuchPath(wrong.choice)] : []), say.select(comparison(paths, say.comparison))].join(
    '\n\n',
  );
  const awaits = {
    id: awaitId('path', context.ctx.run),
    kind: 'selection',
    question: say.question,
    choices: CHOICES,
  } as const;
  return { name: 'awaiting', says, awaits, result: { paths } };
}

async function writeSheets(
  context: WriteContext,
  { idea, path, remark }: Omit<ChosenPath, 'characters'>,
): Promise<ChosenPath['characters']> {
  const given = [
    { path: named(files.idea), text: JSON.stringify(idea, null, 2) },
    { path: named(files.selectedPath), text: JSON.stringify(path, null, 2) },
    ...(remark === null ? [] : [{ path: named(files.userInput), text: remark }]),
  ];
  const task = `${filesText(given)}\n\n${charactersPrompt(promptsIn(idea), idea.profile)}`;
  const asked = { who: 'characters', task, answer: charactersAnswer };
  const { characters } = await askWriter(context, asked, idea.profile, context.say.what.characters);
  for (const each of characters) await context.files.json(files.character(each.name), each);
  return characters;
}
