// Search without ripgrep and git: file by file, in a worker thread that can be ended if the expression takes too long.
import { Worker } from 'node:worker_threads';
import { UserError } from '../../../errors.js';
import type { Found } from '../../../ports.js';
import { filesOf } from '../files.js';
import { readBytes } from '../read.js';
import {
  badPattern,
  collectLimit,
  type FolderSearch,
  type Hits,
  type Searcher,
  tooSlow,
  windowOf,
} from './searcher.js';

/** Plain JavaScript as a string, because a worker in a bundle has no file of its own. */
const THREAD = `
const { parentPort, workerData } = require('node:worker_threads');
const sought = new RegExp(workerData.source, workerData.flags);
parentPort.on('message', ({ text }) => {
  const hits = [];
  for (const [n, line] of text.split('\\n').entries()) {
    const match = sought.exec(line);
    if (match) hits.push({ n, at: Buffer.byteLength(line.slice(0, match.index)) });
  }
  parentPort.postMessage(hits);
});
`;

const TIMEOUT_MS = 30_000;
/** Longer files are skipped. */
const LONGEST = 8 * 1024 * 1024;

interface Hit {
  readonly n: number;
  readonly at: number;
}

/** Reads every file. */
export const byWalking: Searcher = {
  name: 'walking',
  async search(ask) {
    const thread = new Worker(THREAD, { eval: true, workerData: expressionOf(ask) });
    const end = () => void thread.terminate();
    ask.signal?.addEventListener('abort', end);
    const timer = setTimeout(end, TIMEOUT_MS);
    try {
      return await walk(thread, ask);
    } finally {
      clearTimeout(timer);
      ask.signal?.removeEventListener('abort', end);
      end();
    }
  },
};

function expressionOf({ pattern, literal, ignoreCase }: FolderSearch): { source: string; flags: string } {
  const source = literal ? pattern.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&') : pattern;
  const flags = ignoreCase ? 'i' : '';
  try {
    return { source: new RegExp(source, flags).source, flags };
  } catch (error) {
    throw badPattern(error instanceof Error ? error.message : String(error));
  }
}

async function walk(thread: Worker, ask: FolderSearch): Promise<Hits> {
  const found: Found[] = [];
  let matched = 0;
  for (const file of await filesOf(ask.root, { under: ask.folder === '' ? '.' : ask.folder, globs: ask.globs })) {
    ask.signal?.throwIfAborted();
    const text = textOf(ask.root, file);
    if (text === null) continue;
    const hits = await answerOf(thread, text);
    matched += hits.length;
    found.push(...linesAround(file, { hits, text, context: ask.context ?? 0 }));
    if (matched > collectLimit(ask)) return { found, missed: true };
  }
  return { found, missed: false };
}

/** Null for binary files and for entries that are no file of the tree. */
function textOf(root: string, file: string): string | null {
  try {
    const bytes = readBytes(root, file);
    if (bytes === null || bytes.length > LONGEST || bytes.includes(0)) return null;
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  } catch (error) {
    if (error instanceof UserError) return null;
    throw error;
  }
}

function answerOf(thread: Worker, text: string): Promise<readonly Hit[]> {
  return new Promise((resolve, reject) => {
    const settle = () => {
      thread.off('message', received).off('exit', gone).off('error', failed);
    };
    const received = (hits: readonly Hit[]) => {
      settle();
      resolve(hits);
    };
    const gone = () => {
      settle();
      reject(tooSlow());
    };
    const failed = (error: unknown) => {
      settle();
      reject(error);
    };
    thread.on('message', received).on('exit', gone).on('error', failed);
    thread.postMessage({ text });
  });
}

function linesAround(
  file: string,
  { hits, text, context }: { hits: readonly Hit[]; text: string; context: number },
): readonly Found[] {
  if (hits.length === 0) return [];
  const lines = text.split('\n');
  const matches = new Map(hits.map(({ n, at }) => [n, at]));
  const wanted = new Set<number>();
  for (const { n } of hits)
    for (let at = Math.max(0, n - context); at <= Math.min(lines.length - 1, n + context); at += 1) wanted.add(at);
  return [...wanted].map((n) => ({
    file,
    line: n + 1,
    text: windowOf(lines[n] ?? '', matches.get(n)),
    matched: matches.has(n),
  }));
}
