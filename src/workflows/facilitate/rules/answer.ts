// The answers of the decision table's conditions: `yes` with evidence, `no`, or `unread` with the data that is missing. One `no` makes
// `all` a `no`, and one `yes` makes `any` a `yes`, even if other data could not be read. Used by the other rules and by the messages of
// facilitate.

/** A piece of evidence: what was found, where, by whom and when. */
export interface EvidenceItem {
  /** English words such as `is a draft`. The messages translate them. */
  readonly what: string;
  /** A reference (`owner/name#12`), a commit's sha, a run id or a path. */
  readonly ref?: string | undefined;
  readonly by?: string | undefined;
  readonly at?: string | undefined;
}

export type Answer =
  | { readonly is: 'yes'; readonly evidence: readonly EvidenceItem[] }
  | { readonly is: 'no' }
  | { readonly is: 'unread'; readonly missing: readonly string[] };

export const no: Answer = { is: 'no' };
export const yes = (...evidence: readonly EvidenceItem[]): Answer => ({ is: 'yes', evidence });
export const unread = (...missing: readonly string[]): Answer => ({ is: 'unread', missing });

/** `yes` with this evidence, or `no`. */
export const whether = (holds: boolean, ...evidence: readonly EvidenceItem[]): Answer =>
  holds ? yes(...evidence) : no;

export function all(answers: readonly Answer[]): Answer {
  if (answers.some(({ is }) => is === 'no')) return no;
  const missing = answers.flatMap((each) => (each.is === 'unread' ? each.missing : []));
  if (missing.length > 0) return unread(...new Set(missing));
  return yes(...answers.flatMap((each) => (each.is === 'yes' ? each.evidence : [])));
}

export function any(answers: readonly Answer[]): Answer {
  const evidence = answers.flatMap((each) => (each.is === 'yes' ? each.evidence : []));
  if (answers.some(({ is }) => is === 'yes')) return yes(...evidence);
  const missing = answers.flatMap((each) => (each.is === 'unread' ? each.missing : []));
  return missing.length > 0 ? unread(...new Set(missing)) : no;
}
