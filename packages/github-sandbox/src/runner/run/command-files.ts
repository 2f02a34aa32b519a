import { randomUUID } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isForbiddenEnv, maySetEnv, parseFileCommands } from '../protocol/file-commands.js';
import { mask } from '../protocol/mask.js';
import { annotate, type JobFrame, type StepFrame } from './job-frame.js';

const KINDS = { output: 'OUTPUT', env: 'ENV', path: 'PATH', state: 'STATE', summary: 'STEP_SUMMARY' } as const;

type Kind = keyof typeof KINDS;

/** A longer summary is not shown at all, on GitHub as here. */
const LONGEST_SUMMARY = 1_024 * 1_024;

interface CommandFiles {
  paths: Record<Kind, string>;
  env: Record<string, string>;
}

/** Fresh, empty files through which one step speaks to the runner. */
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

/** Takes in what the step wrote, and removes the files so that the next step cannot read them. */
export async function absorbFiles(
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
  if (size > LONGEST_SUMMARY) {
    const kilobytes = Math.ceil(size / 1_024);
    const message = `$GITHUB_STEP_SUMMARY upload aborted, supports content up to a size of 1024k, got ${kilobytes}k.`;
    annotate(frame, { level: 'error', message });
    return;
  }
  const { machine, scope, task } = frame.order;
  machine.host.summary({ runId: scope.live.run.id, job: task.record.name, markdown: mask(markdown, frame.masks) });
}
