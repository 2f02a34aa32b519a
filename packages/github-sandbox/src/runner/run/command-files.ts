// Creates and reads the files in which steps set outputs, variables, paths and summaries. Used by perform-node for every process of a step.

import { randomUUID } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mask } from '../protocol/mask.js';
import { annotate, type JobFrame, type StepFrame } from './job-frame.js';

const KINDS = { output: 'OUTPUT', env: 'ENV', path: 'PATH', state: 'STATE', summary: 'STEP_SUMMARY' } as const;

type Kind = keyof typeof KINDS;

/** Longer summaries are not shown, as on GitHub. */
const MAX_SUMMARY_LENGTH = 1_024 * 1_024;

interface CommandFiles {
  paths: Record<Kind, string>;
  env: Record<string, string>;
}

/** Creates the empty command files of a step. */
export async function openCommandFiles(temp: string): Promise<CommandFiles> {
  const id = randomUUID();
  const place = (kind: Kind): string => join(temp, '_runner_file_commands', `${kind}_${id}`);
  const paths = {
    output: place('output'),
    env: place('env'),
    path: place('path'),
    state: place('state'),
    summary: place('summary'),
  };
  for (const path of Object.values(paths)) await writeFile(path, '');
  const env = Object.fromEntries(
    Object.entries(KINDS).map(([kind, name]) => [
      `GITHUB_${name}`,
      Object.entries(paths).find(([key]) => key === kind)?.[1] ?? '',
    ]),
  );
  return { paths, env };
}

/** Reads what the step wrote and removes the files. */
export async function applyCommandFiles(
  running: StepFrame,
  { files, state }: { files: CommandFiles; state: Record<string, string> },
): Promise<void> {
  const { frame } = running;
  const read = (kind: Kind): Promise<string> => readFile(files.paths[kind], 'utf8').catch(() => '');
  const pairs = async (kind: Kind): Promise<[string, string][]> => {
    try {
      return parseFileCommands(await read(kind));
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new Error(`Unable to process file command '${kind}' successfully. ${reason}`, { cause });
    }
  };
  try {
    publishSummary(frame, await read('summary'));
    Object.assign(state, Object.fromEntries(await pairs('state')));
    Object.assign(running.outputs, Object.fromEntries(await pairs('output')));
    for (const [name, value] of await pairs('env')) setEnv(frame, { name, value });
    for (const line of (await read('path')).split(/\r?\n/)) if (line.trim() !== '') frame.path.unshift(line.trim());
  } finally {
    for (const path of Object.values(files.paths)) await rm(path, { force: true });
  }
}

function setEnv(frame: JobFrame, { name, value }: { name: string; value: string }): void {
  if (isForbiddenEnv(name)) throw new Error(`Can't store ${name} output parameter using '$GITHUB_ENV' command.`);
  if (maySetEnv(name)) frame.env[name] = value;
}

function publishSummary(frame: JobFrame, markdown: string): void {
  if (markdown.trim() === '') return;
  const size = new TextEncoder().encode(markdown).length;
  if (size > MAX_SUMMARY_LENGTH) {
    const kilobytes = Math.ceil(size / 1_024);
    const message = `$GITHUB_STEP_SUMMARY upload aborted, supports content up to a size of 1024k, got ${kilobytes}k.`;
    annotate(frame, { level: 'error', message });
    return;
  }
  const { machine, scope, liveJob } = frame.input;
  machine.host.summary({ runId: scope.live.run.id, job: liveJob.record.name, markdown: mask(markdown, frame.masks) });
}

/** Parses GITHUB_OUTPUT, GITHUB_ENV or GITHUB_STATE: `name=value` lines and `name<<DELIMITER` blocks. */
export function parseFileCommands(content: string): [string, string][] {
  const lines = content.split(/\r?\n/);
  const found: [string, string][] = [];
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? '';
    if (line === '') continue;
    const block = heredocOf(line);
    if (block === undefined) {
      found.push(pairOf(line));
      continue;
    }
    const end = lines.indexOf(block.delimiter, index + 1);
    if (end < 0) throw new Error(`Invalid value. Matching delimiter not found '${block.delimiter}'`);
    found.push([block.name, lines.slice(index + 1, end).join('\n')]);
    index = end;
  }
  return found;
}

/** The name and delimiter of a line `name<<DELIMITER`; undefined for a `name=value` line, in which `=` comes before any `<<`. */
function heredocOf(line: string): { name: string; delimiter: string } | undefined {
  const arrow = line.indexOf('<<');
  const equals = line.indexOf('=');
  if (arrow < 0 || (equals >= 0 && equals < arrow)) return undefined;
  const name = line.slice(0, arrow);
  const delimiter = line.slice(arrow + 2);
  if (name === '' || delimiter === '')
    throw new Error(`Invalid format '${line}'. Name and delimiter must not be empty`);
  return { name, delimiter };
}

function pairOf(line: string): [string, string] {
  const equals = line.indexOf('=');
  if (equals <= 0) throw new Error(`Invalid format '${line}'`);
  return [line.slice(0, equals), line.slice(equals + 1)];
}

/** Whether a step may set this variable for later steps; the runner's own are protected. */
export function maySetEnv(name: string): boolean {
  return !/^(GITHUB|RUNNER)_/i.test(name) && name.toUpperCase() !== 'CI';
}

/** GitHub refuses NODE_OPTIONS, because it would run code in later steps. */
export function isForbiddenEnv(name: string): boolean {
  return name.toUpperCase() === 'NODE_OPTIONS';
}
