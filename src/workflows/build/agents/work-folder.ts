// The work folder of a build (specs parent-session, `work/cmd_NNN/`). The program writes metadata there and reads only what the
// specification allows; `reads` counts the bytes, so that a test can check it. Used by run-role.ts, ../open-build.ts and
// src/workflows/retrospect/work.ts.
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Step } from '../../../ports/run.js';
import type { Persona } from '../rules/plan.js';
import {
  type FrontMatter,
  HEAD_LINES,
  NO_FILE,
  readFrontMatter,
  type Scan,
  Scanner,
  type ValidateResult,
  validateResult,
} from '../rules/result.js';

/** The work folder. Paths are relative to it. */
export interface WorkFolder {
  /** The absolute path. */
  readonly root: string;
  /** The path that agents use: `work/cmd_007/`. */
  readonly name: string;
  /** Bytes that the program read, by file. */
  readonly reads: ReadonlyMap<string, number>;
  /** A whole metadata file: plan.md, wave_plan.json, report_summary.md. Null if it does not exist. */
  text(file: string): Promise<string | null>;
  /** The first lines of a file. */
  head(file: string, lines?: number): Promise<string | null>;
  /** The last bytes of a file, starting at a whole line. */
  tail(file: string, bytes: number): Promise<string | null>;
  /** validate_result: scans the file as a stream and keeps only its first 20 lines. */
  validate(file: string, persona: Persona): Promise<{ readonly result: ValidateResult; readonly front: FrontMatter }>;
  exists(file: string): Promise<boolean>;
  list(folder: string): Promise<readonly string[]>;
  write(file: string, text: string): Promise<void>;
  /** Deletes a file, or what an agent put in its place; nothing if it does not exist. */
  remove(file: string): Promise<void>;
}

/** Bytes that are read at a time. */
const CHUNK = 512;

/** Opens the folder of a command, `work/cmd_NNN` below the folder of the run. */
export async function openWorkFolder(runFolder: string, cmd: string): Promise<WorkFolder> {
  const root = path.join(runFolder, 'work', cmd);
  const pathOf = (file: string) => path.join(root, file);
  for (const folder of ['tasks', 'results']) await mkdir(pathOf(folder), { recursive: true });
  const reads = new Map<string, number>();
  const counted = (file: string, text: string): string => {
    reads.set(file, (reads.get(file) ?? 0) + Buffer.byteLength(text));
    return text;
  };
  const head = async (file: string, lines = HEAD_LINES) => {
    const text = await firstLines(pathOf(file), lines);
    return text === null ? null : counted(file, text);
  };
  return {
    root,
    name: `work/${cmd}/`,
    reads,
    head,
    async text(file) {
      const text = await readFile(pathOf(file), 'utf8').catch(nullIfMissing);
      return text === null ? null : counted(file, text);
    },
    async tail(file, bytes) {
      const text = await lastBytes(pathOf(file), bytes);
      return text === null ? null : counted(file, text);
    },
    async validate(file, persona) {
      const front = readFrontMatter((await head(file)) ?? '');
      return { result: validateResult(await scan(pathOf(file)), front, persona), front };
    },
    exists: (file) =>
      open(pathOf(file))
        .then((handle) => handle.close().then(() => true), nullIfMissing)
        .then((is) => is ?? false),
    list: async (folder) => (await readdir(pathOf(folder)).catch(nullIfMissing)) ?? [],
    async write(file, text) {
      await mkdir(path.dirname(pathOf(file)), { recursive: true });
      // A reader never sees a half-written file.
      const temporary = pathOf(`.${file.replaceAll('/', '-')}`);
      await writeFile(temporary, text);
      await rename(temporary, pathOf(file));
    },
    remove: (file) => rm(pathOf(file), { recursive: true, force: true }),
  };
}

/** Null if the error says that there is no such file; otherwise throws it. */
function nullIfMissing(error: unknown): null {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT' || code === 'EISDIR' || code === 'ENOTDIR') return null;
  throw error;
}

/** The first lines of a file; null if it does not exist. */
async function firstLines(file: string, lines: number): Promise<string | null> {
  const handle = await open(file).catch(nullIfMissing);
  if (!handle) return null;
  try {
    let text = Buffer.alloc(0);
    for (let complete = 0; complete < lines; ) {
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(CHUNK), 0, CHUNK, text.length);
      if (bytesRead === 0) break;
      text = Buffer.concat([text, buffer.subarray(0, bytesRead)]);
      complete = text.toString('latin1').split('\n').length - 1;
    }
    return text.toString('utf8').split('\n').slice(0, lines).join('\n');
  } finally {
    await handle.close();
  }
}

/** The last bytes of a file, starting at a whole line; null if it does not exist. */
async function lastBytes(file: string, bytes: number): Promise<string | null> {
  const handle = await open(file).catch(nullIfMissing);
  if (!handle) return null;
  try {
    const { size } = await handle.stat();
    const from = Math.max(0, size - bytes);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(bytes), 0, bytes, from);
    const text = buffer.subarray(0, bytesRead).toString('utf8');
    return from === 0 ? text : text.slice(text.indexOf('\n') + 1);
  } finally {
    await handle.close();
  }
}

/** Scans a result file as a stream. */
async function scan(file: string): Promise<Scan> {
  const scanner = new Scanner();
  try {
    for await (const piece of createReadStream(file, 'utf8')) scanner.add(String(piece));
    return scanner.end();
  } catch (error) {
    nullIfMissing(error);
    return NO_FILE;
  }
}

interface WrittenFile {
  readonly path: string;
  readonly content: string;
}

/** The result of a task. */
export const resultFile = (task: number): string => `results/result_${task}.md`;

/**
 * The files that agents wrote, from the journal: the last content of each. A task's result is that of its latest attempt, because every
 * attempt begins without one. For a run that continues on a machine without its folder.
 */
export function writtenFiles(steps: readonly Step[], name: string): ReadonlyMap<string, string> {
  const turns = new Map(steps.flatMap((step) => turnOf(step)));
  const files = new Map<string, string>();
  const latestAttempts = new Map<string, string>();
  for (const step of steps) {
    // `task_<id>.<attempt>` or `task_<id>-merge.<attempt>`; see task.ts.
    const [, attempt, task] = /^(task_(\d+)\S*) (?:turn \d|ended$)/.exec(step.name) ?? [];
    if (attempt !== undefined && task !== undefined && latestAttempts.get(task) !== attempt) {
      latestAttempts.set(task, attempt);
      files.delete(resultFile(Number(task)));
    }
    // `<agent> call <turn>.<number of the call>`
    const [, who, turn, number] = /^(\S+) call (\d+)\.(\d+)$/.exec(step.name) ?? [];
    if (who === undefined || !isSuccessful(step.value)) continue;
    const call = turns.get(`${who} ${turn}`)?.[Number(number) - 1];
    if (call?.path.startsWith(name)) files.set(call.path.slice(name.length), call.content);
  }
  return files;
}

/** The files written by the tool calls of a turn, in order, by the name `<agent> <turn>`. Calls of other tools are null. */
function turnOf({ name, value }: Step): readonly (readonly [string, readonly (WrittenFile | null)[]])[] {
  const [, who, turn] = /^(\S+) turn (\d+)\b/.exec(name) ?? [];
  const recorded = value as { readonly is?: unknown; readonly turn?: { readonly blocks?: unknown } } | null;
  if (who === undefined || recorded?.is !== 'told' || !Array.isArray(recorded.turn?.blocks)) return [];
  const calls = recorded.turn.blocks.filter((block: { kind?: unknown }) => block.kind === 'call');
  return [[`${who} ${turn}`, calls.map(fileWrittenBy)]];
}

/** The file that a tool call writes; null if it is no `work-write`. */
function fileWrittenBy({ tool, input }: { readonly tool?: unknown; readonly input?: unknown }): WrittenFile | null {
  if (tool !== 'work-write' || typeof input !== 'object' || input === null) return null;
  const { path, content } = input as Readonly<Record<string, unknown>>;
  return typeof path === 'string' && typeof content === 'string' ? { path: path.replace(/^\.\//, ''), content } : null;
}

/** Whether a recorded tool call did not fail. */
const isSuccessful = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !('failed' in value && value.failed === true);
