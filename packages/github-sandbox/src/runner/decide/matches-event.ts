// Decides whether an event starts a workflow, by its triggers and filters. Used when the runs of an event are created (run/begin-run).

import { type Template, valueAt, wordsOf } from '../expressions/template.js';
import { type Json, textAt } from '../json.js';
import type { RunnerEvent } from '../model.js';
import { SUPPORTED_EVENTS } from '../parse/events.js';

/** Whether an event starts a workflow with these triggers. */
export function matchesEvent(on: Record<string, Template>, event: RunnerEvent): boolean {
  const trigger = on[event.name];
  if (trigger === undefined) return false;
  return matchesType(trigger, event) && matchesRef(trigger, event) && matchesWorkflow(trigger, event);
}

function matchesType(trigger: Template, event: RunnerEvent): boolean {
  const listed = wordsOf(valueAt(trigger, 'types'));
  const wanted = listed.length > 0 ? listed : SUPPORTED_EVENTS[event.name]?.types;
  // For repository_dispatch the type is in `action`, as for other events.
  return wanted === undefined || wanted.includes(textAt(event.payload, 'action'));
}

function matchesRef(trigger: Template, event: RunnerEvent): boolean {
  const kind = event.ref?.startsWith('refs/tags/') === true ? 'tags' : 'branches';
  const name = branchOf(event);
  if (name === undefined) return true;
  const only = wordsOf(valueAt(trigger, kind));
  const not = wordsOf(valueAt(trigger, `${kind}-ignore`));
  if (only.length > 0) return matchesFilter(only, name);
  if (not.length > 0) return !matchesFilter(not, name);
  // A workflow that filters branches only does not run for tags, and the reverse.
  const other = kind === 'tags' ? 'branches' : 'tags';
  return event.name !== 'push' || (wordsOf(valueAt(trigger, other)).length === 0 && !hasIgnored(trigger, other));
}

function hasIgnored(trigger: Template, kind: string): boolean {
  return wordsOf(valueAt(trigger, `${kind}-ignore`)).length > 0;
}

/** The branch that filters apply to: pushed branch, base branch, or the head branch of a finished run. */
function branchOf({ name, ref, payload }: RunnerEvent): string | undefined {
  const short = (full: string): string => full.replace(/^refs\/(heads|tags)\//, '');
  if (name === 'push') return short(ref ?? textAt(payload, 'ref'));
  if (name === 'pull_request') return textAt(payload, 'pull_request', 'base', 'ref');
  if (name === 'merge_group') return short(textAt(payload, 'merge_group', 'base_ref'));
  return name === 'workflow_run' ? textAt(payload, 'workflow_run', 'head_branch') : undefined;
}

function matchesWorkflow(trigger: Template, event: RunnerEvent): boolean {
  if (event.name !== 'workflow_run') return true;
  const finished: Json = event.payload;
  return matchesFilter(wordsOf(valueAt(trigger, 'workflows')), textAt(finished, 'workflow', 'name'));
}

/** GitHub's filter patterns: the last match decides, `!` excludes. */
export function matchesFilter(patterns: string[], name: string): boolean {
  let matched = false;
  for (const pattern of patterns) {
    const negative = pattern.startsWith('!');
    if (toExpression(negative ? pattern.slice(1) : pattern).test(name)) matched = !negative;
  }
  return matched;
}

/** `*` does not match `/`, `**` does; `?` and `+` apply to the preceding character. */
function toExpression(pattern: string): RegExp {
  const source = pattern.replace(/\*\*\/?|\*|\\.|[.(){}|^$\\/]/g, (part) => {
    if (part.startsWith('**')) return '.*';
    if (part === '*') return '[^/]*';
    return part.length === 2 ? part : `\\${part}`;
  });
  try {
    return new RegExp(`^${source}$`);
  } catch {
    // An invalid pattern matches its own text only.
    return new RegExp(`^${pattern.replace(/[^\w/-]/g, '\\$&')}$`);
  }
}
