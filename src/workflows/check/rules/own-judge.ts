/** What GitHub runs for a pull request is read from the pull request itself. */
const JUDGES = /^\.github\/(?:workflows|actions)\//;

/**
 * Of a pull request from elsewhere: the files in it that decide how it is checked. With one of them changed, whatever its run
 * left may be its author's own invention. Null: it cannot be told.
 */
export function ownJudges(changed: readonly string[] | null): readonly string[] | null {
  return changed && [...new Set(changed)].filter((path) => JUDGES.test(path)).sort();
}

/** Whether what such a run left may be read at all. */
export const isJudged = (judges: readonly string[] | null): boolean => judges !== null && judges.length === 0;
