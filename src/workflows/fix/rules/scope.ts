// Where a fix may write. The person's scope is theirs and never grows; the slices are Scout A's, and asking again can widen them.
import type { Guard } from '../../../ports/guard.js';
import { fitsAny } from './globs.js';
import { testsSlice } from './slice-tests.js';

export interface Scope {
  /** Globs that the person gave with --scope; none is everywhere. */
  readonly scope: readonly string[];
  /** Globs that Scout A marked as the smallest safe slices; none yet is everywhere. */
  readonly slices: readonly string[];
  /** Files that slices name: by them a glob's tests are told from others'. */
  readonly files?: readonly string[] | undefined;
}

/** Why a path is outside, or null. */
export type Outside = 'scope' | 'slices' | null;

/** Whether a path, relative to the root, may be changed. */
export const inScope = (path: string, of: Scope): boolean => outsideOf(path, of) === null;

/** Which of the two a path is outside of. */
export function outsideOf(path: string, { scope, slices, files = [] }: Scope): Outside {
  const plain = plainOf(path);
  if (plain === null || !fitsAny(plain, scope)) return 'scope';
  return fitsAny(plain, slices) || testsSlice(plain, { slices, files }) ? null : 'slices';
}

/** The gate, with the scope before what writes files. What it denies already stays denied, for its own reason. */
export function scopeGate(gate: Guard, at: { readonly root: string; readonly of: () => Scope }): Guard {
  return (request) => {
    const decision = gate(request);
    if (decision.verdict === 'deny' || !WRITES.includes(request.tool)) return decision;
    const path = relativeTo(at.root, request.command, request.cwd ?? at.root);
    const of = at.of();
    const outside = path === null ? 'scope' : outsideOf(path, of);
    return outside === null
      ? decision
      : { verdict: 'deny', phase: 'rules', why: whyNot(path ?? request.command, outside, of) };
  };
}

const WRITES = ['Edit', 'Write'];

function whyNot(path: string, outside: 'scope' | 'slices', { scope, slices }: Scope): string {
  const file = JSON.stringify(path.slice(0, 200));
  const given = (globs: readonly string[]) => globs.map((glob) => JSON.stringify(glob)).join(', ');
  return outside === 'scope'
    ? `${file} is outside the scope that the person gave (${given(scope) || 'the project'}), and only they can widen it: with ask-person, or by --scope.`
    : `${file} is outside the slices that Scout A marked as safe (${given(slices)}): ask Scout A with the tool scout why the change needs that file, and it can widen them.`;
}

/** How many lines a change may add and remove. By default too many are only worth a warning (decisions B). */
export function lengthOf(
  lines: number,
  limits: { readonly slice?: number | undefined; readonly max?: number | undefined },
) {
  if (limits.max !== undefined && lines > limits.max) return 'refused' as const;
  return limits.slice !== undefined && lines > limits.slice ? ('long' as const) : ('fine' as const);
}

/** A relative path in its plain spelling, or null for one that leads out. */
function plainOf(path: string): string | null {
  const steps: string[] = [];
  for (const step of path.normalize('NFC').split('/')) {
    if (step === '' || step === '.') continue;
    if (step !== '..') steps.push(step);
    else if (steps.pop() === undefined) return null;
  }
  return path.startsWith('/') || path.includes('\0') || steps.length === 0 ? null : steps.join('/');
}

/** Where a path of a request lies below the root; null when it does not. */
function relativeTo(root: string, path: string, cwd: string): string | null {
  const full = path.startsWith('/') ? path : `${cwd}/${path}`;
  const plain = plainOf(full.replace(/^\/+/, ''));
  const top = plainOf(root.replace(/^\/+/, '')) ?? '';
  if (plain === null) return null;
  if (top === '') return plain;
  return plain.startsWith(`${top}/`) ? plain.slice(top.length + 1) : null;
}
