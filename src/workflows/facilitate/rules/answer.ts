// Three-valued logic: `yes` with evidence, `no`, or `unread` with what is missing. One `no` makes `all` a `no`, and one `yes` makes
// `any` a `yes`, even if other parts could not be read.

/** A piece of evidence: what was found, where, by whom and when. */
export interface Sign {
  readonly what: string;
  readonly ref?: string | undefined;
  readonly by?: string | undefined;
  readonly at?: string | undefined;
}

export type Answer =
  | { readonly is: 'yes'; readonly signs: readonly Sign[] }
  | { readonly is: 'no' }
  | { readonly is: 'unread'; readonly missing: readonly string[] };

export const no: Answer = { is: 'no' };
export const yes = (...signs: readonly Sign[]): Answer => ({ is: 'yes', signs });
export const unread = (...missing: readonly string[]): Answer => ({ is: 'unread', missing });

export const whether = (holds: boolean, ...signs: readonly Sign[]): Answer => (holds ? yes(...signs) : no);

export function all(answers: readonly Answer[]): Answer {
  if (answers.some(({ is }) => is === 'no')) return no;
  const missing = answers.flatMap((each) => (each.is === 'unread' ? each.missing : []));
  if (missing.length > 0) return unread(...new Set(missing));
  return yes(...answers.flatMap((each) => (each.is === 'yes' ? each.signs : [])));
}

export function any(answers: readonly Answer[]): Answer {
  const signs = answers.flatMap((each) => (each.is === 'yes' ? each.signs : []));
  if (answers.some(({ is }) => is === 'yes')) return yes(...signs);
  const missing = answers.flatMap((each) => (each.is === 'unread' ? each.missing : []));
  return missing.length > 0 ? unread(...new Set(missing)) : no;
}
