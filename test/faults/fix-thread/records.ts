// What a fix may speak from, read off its journal by somebody who was not there; and off git, where git knows it, too.
import { endOf, type Journal, leftIn } from '../../../src/core/journal.js';
import { viewOf } from '../../../src/core/view.js';
import type { DiffRecord, FixRecords } from '../../../src/workflows/fix/rules/records.js';
import { asksOf, recordsIn as readFrom } from '../../workflows/fix/records-in.js';
import type { Run, Scene } from './scene.js';
import { REPO } from './shop.js';
import { gitIn } from './stands.js';

/** Of a run that worked once. */
export function recordsIn(scene: Scene, run: Run): FixRecords {
  const view = viewOf(run.journal);
  if (!view) throw new Error(`${run.name} holds nothing`);
  const left = leftIn(run.journal) ?? outcomeIn(run.journal);
  const words = wordsIn(run.journal);
  // Before anybody edits, it is crew itself that asks.
  const who = words || turnsIn(run.journal).length > 0 ? {} : { role: 'crew', own: true };
  const asks = left ? asksOf({ run: run.name, outcome: left }, { place: 'thread', ...who }) : {};
  const proposed = scene.runs.map(({ journal }) => wordsIn(journal)).find((each) => each !== undefined);
  const read = readFrom(run.journal, view, { asked: askedOf(scene, run), words: words ?? proposed, ...asks });
  return { ...read, place: 'thread', repo: REPO, diff: read.diff && seenIn(scene, run, read.diff) };
}

function outcomeIn(journal: Journal) {
  const end = endOf(journal);
  return end && { ...end, name: end.outcome };
}

/** In the words of whoever asked first; where these are none, in those of the issue. */
function askedOf({ shop, runs }: Scene, { thread, words }: Run): string {
  const own = /^\/crew fix/.test(words) ? words : (runs.find((each) => each.thread === thread)?.words ?? '');
  const typed = own
    .replace(/^\/crew fix/, '')
    .replace(/ --(?:dry-run|budget \S+)/g, '')
    .trim();
  return typed === '' ? (shop.embedded.repository(REPO).numbered.get(thread)?.title ?? '') : typed;
}

/** The change as git has it, where it is a commit; where that is another one than was written down, nothing may be said of it. */
function seenIn({ shop }: Scene, { commit }: Run, diff: DiffRecord): DiffRecord | undefined {
  const { base, files, text } = diff;
  if (!commit) return diff;
  const names = gitIn(shop, '-c', 'core.quotePath=off', 'diff', '--no-renames', '--name-only', base, commit).split(
    '\n',
  );
  const lines = (of: string) => of.split('\n').filter((line) => /^[+-](?![+-]{2} )|^(?:old|new|deleted) /.test(line));
  const seen = lines(gitIn(shop, 'diff', '--binary', '--no-renames', base, commit));
  const isSame = seen.join('\n') === lines(text).join('\n');
  return isSame && [...names].sort().join('\n') === [...files].sort().join('\n') ? diff : undefined;
}

interface Turn {
  readonly turn?: { readonly blocks: readonly { readonly tool?: string; readonly input?: unknown }[] };
}

const turnsIn = ({ entries }: Journal): readonly Turn[] =>
  entries.flatMap((each) => (each.kind === 'step' && each.name.startsWith('editor turn ') ? [each.value as Turn] : []));

/** The Editor's last answer. Who gives up says why, which is a guess as well. */
function wordsIn(journal: Journal): FixRecords['words'] {
  const blocks = turnsIn(journal).flatMap(({ turn }) => turn?.blocks ?? []);
  return blocks.findLast(({ tool }) => tool === 'answer')?.input as FixRecords['words'];
}
