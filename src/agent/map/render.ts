// Writes the repository map as text within a number of tokens.

import { pathOnOneLine } from '../tools/visible-text.js';
import { languageOf } from './languages.js';
import { type RepositoryFacts, rankFiles } from './rank.js';
import { isTest } from './tests-of.js';

/** An estimate of a text's tokens, more often too high than too low. */
export const tokensOf = (text: string): number => Math.ceil(Buffer.byteLength(text) / 3.5);

/** The map as text: the most relevant files by folder, as many as fit. The others are counted. */
export function render(facts: RepositoryFacts, { task, tokens }: { task: string; tokens: number }): string {
  const head = headOf(facts);
  const order = rankFiles(facts, task);
  let low = 0;
  let high = order.length;
  // Binary search for the most files that fit; more files hardly ever make the text shorter, because only the line "Not shown: …" shrinks.
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (tokensOf(pageOf(facts, { head, shown: order.slice(0, middle), rest: order.slice(middle) })) <= tokens)
      low = middle;
    else high = middle - 1;
  }
  const page = pageOf(facts, { head, shown: order.slice(0, low), rest: order.slice(low) });
  return tokensOf(page) <= tokens ? page : clipped(head, tokens);
}

function clipped(text: string, tokens: number): string {
  let head = text;
  while (head !== '' && tokensOf(head) > tokens) head = head.slice(0, -Math.max(1, Math.floor(head.length / 8)));
  return head;
}

function pageOf(
  facts: RepositoryFacts,
  parts: { head: string; shown: readonly string[]; rest: readonly string[] },
): string {
  const folders = new Map<string, string[]>();
  for (const file of [...parts.shown].sort()) {
    const at = file.lastIndexOf('/') + 1;
    const lines = folders.get(file.slice(0, at));
    const line = lineOf(facts, { file, name: file.slice(at) });
    if (lines) lines.push(line);
    else folders.set(file.slice(0, at), [line]);
  }
  const inOrder = [...folders].sort(([one], [other]) => (one < other ? -1 : 1));
  const blocks = inOrder.flatMap(([folder, lines]) => [folder === '' ? './' : pathOnOneLine(folder), ...lines]);
  return [parts.head, ...blocks, ...restOf(parts.rest)].join('\n');
}

const MAX_NAMES = 12;

/** The line of a file: exported names, number of importers, test. Example: `  run.ts: runAgent, Ended · needed by 12 · test/agent/run.test.ts` */
function lineOf({ outlines, links, tests }: RepositoryFacts, { file, name }: { file: string; name: string }): string {
  const names = outlines.get(file)?.exports ?? [];
  const more = names.length > MAX_NAMES ? `, +${names.length - MAX_NAMES}` : '';
  const importers = [...(links.importedBy.get(file) ?? [])].filter((importer) => !isTest(importer)).length;
  const test = tests.get(file);
  const exportsText = names.length === 0 ? '' : `: ${names.slice(0, MAX_NAMES).join(', ')}${more}`;
  const facts = [
    ...(importers > 1 ? [`needed by ${importers}`] : []),
    ...(test === undefined ? [] : [pathOnOneLine(test)]),
  ];
  return `  ${[pathOnOneLine(name) + exportsText, ...facts].join(' · ')}`;
}

const formatCount = (count: number): string => count.toLocaleString('en');

function headOf({ files, entryPoints }: RepositoryFacts): string {
  const languages = countsOf(files.map((file) => languageOf(file)?.name ?? 'other'));
  const tests = files.filter(isTest).length;
  const kinds = languages.map(([name, count]) => `${formatCount(count)} ${name}`).join(', ');
  const starts = [...entryPoints].sort().slice(0, 8).map(pathOnOneLine);
  return [
    files.length === 0 ? 'No files.' : `${formatCount(files.length)} files: ${kinds}; ${formatCount(tests)} are tests.`,
    ...(starts.length === 0 ? [] : [`Programs begin in ${starts.join(', ')}.`]),
  ].join('\n');
}

function restOf(rest: readonly string[]): readonly string[] {
  if (rest.length === 0) return [];
  const folders = countsOf(rest.map((file) => (file.includes('/') ? `${file.slice(0, file.indexOf('/'))}/` : './')));
  const where = folders.slice(0, 8).map(([folder, count]) => `${pathOnOneLine(folder)} ${formatCount(count)}`);
  return [`Not shown: ${formatCount(rest.length)} files (${where.join(', ')}${folders.length > 8 ? ', …' : ''}).`];
}

/** The number of each value, the most frequent first. */
function countsOf(all: readonly string[]): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const each of all) counts.set(each, (counts.get(each) ?? 0) + 1);
  return [...counts].sort(([one, less], [other, more]) => more - less || (one < other ? -1 : 1));
}
