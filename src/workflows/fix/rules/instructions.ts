// What a repository tells those who work on it: AGENTS.md and its like, and what CONTRIBUTING says of tests. Pure.
import { sanitize } from '../../../text/sanitize.js';
import { fenced } from './fence.js';

/** In this order, as long as there is room. */
export const INSTRUCTION_FILES: readonly string[] = [
  'AGENTS.md',
  'CLAUDE.md',
  '.github/copilot-instructions.md',
  'CONTRIBUTING.md',
  '.github/CONTRIBUTING.md',
  'docs/CONTRIBUTING.md',
];

/** 8,000 tokens, at four characters each. */
const MOST = 32_000;

export interface InstructionFile {
  readonly path: string;
  readonly text: string;
}

/** The instructions with the file that each comes from; empty where there are none. */
export function instructionsText(files: readonly InstructionFile[]): string {
  const parts: string[] = [];
  const seen = new Set<string>();
  let left = MOST;
  for (const { path, text } of files) {
    const own = /CONTRIBUTING/i.test(path) ? testSections(text) : text;
    const words = sanitize(own).text.trim();
    // A file that only points at another one, or repeats it, says nothing new.
    if (words === '' || seen.has(words) || /^@?(?:\.\/)?AGENTS\.md\.?$/i.test(words)) continue;
    seen.add(words);
    const head = `Instructions of this repository (${path}, from the default branch)`;
    const room = left - fenced(head, '').length - CUT.length;
    if (room < 200) break;
    const part = fenced(head, words.length > room ? `${words.slice(0, room)}${CUT}` : words);
    parts.push(part);
    left -= part.length + 2;
  }
  return parts.join('\n\n');
}

const CUT = '\n[The rest was left out.]';

const ABOUT_TESTS = /\btests?\b|\btesting\b|\btest[- ]suite\b|テスト|試験/i;

/** The sections whose heading speaks of tests, with what stands below them. */
export function testSections(text: string): string {
  const taken: string[] = [];
  let depth = 0;
  let isCode = false;
  for (const line of text.split('\n')) {
    if (/^\s*(?:```|~~~)/.test(line)) isCode = !isCode;
    const [, marks = '', title = ''] = (isCode ? null : /^(#{1,6})\s+(.*)$/.exec(line)) ?? [];
    if (marks !== '' && (depth === 0 || marks.length <= depth)) depth = ABOUT_TESTS.test(title) ? marks.length : 0;
    if (depth > 0) taken.push(line);
  }
  return taken.join('\n');
}
