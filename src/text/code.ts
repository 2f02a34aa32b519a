/** Somebody's words as inline code: whatever they hold, they stay one harmless piece. */
export function code(words: string): string {
  const plain = words.replace(/[\s`]+/g, (gap) => (gap.includes('`') ? "'" : ' ')).slice(0, 60);
  return `\`${plain.trim() || ' '}\``;
}

/** An issue or pull request, as GitHub links it. */
const ISSUE = /^(?:[\w.-]+\/[\w.-]+)?#\d+$/;
const SHA = /^[0-9a-f]{12,40}$/;

/** Whether GitHub links the text to an issue or a pull request: `#12`, `owner/name#12`. */
export const isIssueRef = (ref: string | undefined): boolean => ref !== undefined && ISSUE.test(ref);

/** A reference as it is shown: issues as GitHub links them, commits shortened, anything else as code. */
export function shownRef(ref: string): string {
  if (isIssueRef(ref)) return ref;
  return SHA.test(ref) ? ref.slice(0, 7) : code(ref);
}
