// The events that can start a workflow here, and those that are refused. Used by the parser and by decide/.

/**
 * The ref at which a workflow is read and run: the default branch, the ref that the event gives (push, dispatch), the merge commit of the
 * pull request, or the merge group.
 */
type RefSource = 'default' | 'given' | 'pull' | 'group';

interface EventRule {
  /** Where the ref and commit of the event come from. */
  at: RefSource;
  /** The default activity types; undefined means all. */
  types?: readonly string[];
}

/** The supported events. */
export const SUPPORTED_EVENTS: Readonly<Record<string, EventRule>> = {
  check_run: { at: 'default' },
  check_suite: { at: 'default' },
  issue_comment: { at: 'default' },
  issues: { at: 'default' },
  label: { at: 'default' },
  merge_group: { at: 'group' },
  milestone: { at: 'default' },
  pull_request: { at: 'pull', types: ['opened', 'synchronize', 'reopened'] },
  pull_request_review: { at: 'pull' },
  pull_request_review_comment: { at: 'pull' },
  push: { at: 'given' },
  repository_dispatch: { at: 'default' },
  schedule: { at: 'default' },
  workflow_call: { at: 'given' },
  workflow_dispatch: { at: 'given' },
  workflow_run: { at: 'default', types: ['completed'] },
};

/** Unsupported events with the reason. */
export const REFUSED_EVENTS: Readonly<Record<string, string>> = {
  pull_request_target:
    'pull_request_target is not supported: it hands write tokens to the code of strangers; use pull_request and workflow_run',
};
