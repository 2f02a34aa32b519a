// Files of the work folder from the journal: every write of an agent stands there. For a run that goes on where its folder is not.
// Pure.
import type { Step } from '../../../ports/run.js';

interface Written {
  readonly path: string;
  readonly content: string;
}

/** What agents wrote, by file: the last content of each. `name` is the folder as agents call it. */
export function writtenFiles(steps: readonly Step[], name: string): ReadonlyMap<string, string> {
  const turns = new Map(steps.flatMap((step) => turnOf(step)));
  const files = new Map<string, string>();
  for (const step of steps) {
    const [, who, turn, number] = /^(\S+) call (\d+)\.(\d+)$/.exec(step.name) ?? [];
    if (who === undefined || !isDone(step.value)) continue;
    const call = turns.get(`${who} ${turn}`)?.[Number(number) - 1];
    if (call?.path.startsWith(name)) files.set(call.path.slice(name.length), call.content);
  }
  return files;
}

/** The calls of a turn, in order; others than writes are null. */
function turnOf({ name, value }: Step): readonly (readonly [string, readonly (Written | null)[]])[] {
  const [, who, turn] = /^(\S+) turn (\d+)\b/.exec(name) ?? [];
  const told = value as { readonly is?: unknown; readonly turn?: { readonly blocks?: unknown } } | null;
  if (who === undefined || told?.is !== 'told' || !Array.isArray(told.turn?.blocks)) return [];
  const calls = told.turn.blocks.filter((block: { kind?: unknown }) => block.kind === 'call');
  return [[`${who} ${turn}`, calls.map(writtenBy)]];
}

function writtenBy({ tool, input }: { readonly tool?: unknown; readonly input?: unknown }): Written | null {
  if (tool !== 'work-write' || typeof input !== 'object' || input === null) return null;
  const { path, content } = input as Readonly<Record<string, unknown>>;
  return typeof path === 'string' && typeof content === 'string' ? { path: path.replace(/^\.\//, ''), content } : null;
}

const isDone = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !('failed' in value && value.failed === true);
