// Three-valued logic: yes with its evidence, no, or unread with what is missing. `all` is no as soon as one part is no, and `any` is
// yes as soon as one part is yes, whatever else could not be read.

/** One piece of evidence: what, where, by whom and when. */
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

/** A boolean as an answer. */
export const whether = (holds: boolean, ...signs: readonly Sign[]): Answer => (holds ? yes(...signs) : no);

/** Whether all hold. */
export function all(answers: readonly Answer[]): Answer {
  if (answers.some(({ is }) => is === 'no')) return no;
  const missing = answers.flatMap((each) => (each.is === 'unread' ? each.missing : []));
  if (missing.length > 0) return unread(...new Set(missing));
  return yes(...answers.flatMap((each) => (each.is === 'yes' ? each.signs : [])));
}

/** Whether any holds. */
export function any(answers: readonly Answer[]): Answer {
  const signs = answers.flatMap((each) => (each.is === 'yes' ? each.signs : []));
  if (answers.some(({ is }) => is === 'yes')) return yes(...signs);
  const missing = answers.flatMap((each) => (each.is === 'unread' ? each.missing : []));
  return missing.length > 0 ? unread(...new Set(missing)) : no;
}
