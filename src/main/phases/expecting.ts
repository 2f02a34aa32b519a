// What the phase publish will want to know, by the journal that the work left. It is only read ahead: nothing of it is believed.
import * as z from 'zod';
import type { Expecting } from '../../adapters/github/index.js';
import { placeOf } from '../../adapters/store/refs.js';
import { beginOf, type Journal } from '../../core/journal.js';
import { logOf } from '../../core/kept.js';
import { lastOf } from '../../core/recorded.js';
import { TEMPLATES } from '../../workflows/fix/rules/templates.js';

/** So many files go into one question with the rest. */
const FEW = 40;

const SHA = /^[0-9a-f]{40}$/;

const asked = z.object({ event: z.object({ actor: z.object({ login: z.string() }) }) });

/** The run's journal, the files that its change is about, and the thread that it is told in. */
export function expecting(
  run: string,
  brought: Journal | null,
): Pick<Expecting, 'kept' | 'commit' | 'login' | 'thread'> {
  const kept = placeOf(logOf(run));
  if (brought === null) return { kept };
  const begin = beginOf(brought);
  const { issue } = begin ?? {};
  return {
    kept,
    commit: commitIn(brought),
    login: asked.safeParse(begin?.input).data?.event.actor.login,
    thread: Number.isSafeInteger(issue) ? issue : undefined,
  };
}

function commitIn(journal: Journal): Expecting['commit'] {
  const diff = lastOf(journal, 'diff');
  if (!diff || !SHA.test(diff.base)) return undefined;
  const paths = [...new Set([...diff.files, ...TEMPLATES])];
  return paths.length > FEW ? undefined : { sha: diff.base, paths };
}
