// Statements about issues, as data. The rules create them; messages.*.ts and advice.*.ts turn them into sentences. References are already in
// the form that readers see (`#9`, `owner/name#9`). `parts` are sub-issues.
import type { State } from '../../../ports/report.js';
import type { EvidenceItem } from './answer.js';

/** Where a blocker is named: as GitHub's dependency, in the description, by a label, or by a label of the parent. */
export type BlockerSource = 'dependency' | 'text' | 'label' | 'parent';

/** A blocker: an issue, a pull request, or something external. The title is absent if readers may not see it. */
export interface NamedBlocker {
  readonly ref?: string | undefined;
  readonly title?: string | undefined;
  readonly external?: string | undefined;
  readonly since?: string | undefined;
  /** Where an external blocker is named. */
  readonly source?: BlockerSource | undefined;
}

/** The state of an issue and its next step. Comments, recommendations and actions use the same list. */
export type Advice =
  | { readonly is: 'closed'; readonly reason: string }
  /** The work is merged: by these pull requests or commits, the last of them at `mergedAt`. */
  | { readonly is: 'close-due'; readonly by: readonly string[]; readonly mergedAt: string | undefined }
  | { readonly is: 'parts-done'; readonly parts: readonly string[] }
  /** `isAutomatic`: auto-merge or the merge queue merges it. */
  | { readonly is: 'merge-due'; readonly pull: string; readonly isAutomatic: boolean }
  | { readonly is: 'changes-requested'; readonly pull: string; readonly by: readonly string[] }
  | {
      readonly is: 'checks-failing';
      readonly pull: string;
      readonly checks: readonly string[];
      readonly conflicts: boolean;
    }
  /** `basePull` is the open pull request that one of these is based on. */
  | { readonly is: 'review'; readonly pulls: readonly string[]; readonly basePull: string | undefined }
  /** Several ready pull requests solve the same issue. */
  | { readonly is: 'compete'; readonly pulls: readonly string[] }
  /** `parts` are the sub-issues that are done, `started` those with work in progress or in review, `all` the number of wanted sub-issues. */
  | {
      readonly is: 'parts-started';
      readonly parts: readonly string[];
      readonly started: readonly string[];
      readonly all: number;
    }
  | {
      readonly is: 'blocked';
      readonly waits: readonly NamedBlocker[];
      readonly roots: readonly Root[];
      readonly cycle: readonly string[];
      /** Who commented after an external blocker appeared, and when. crew then does not ask about it. */
      readonly answer?: { readonly by: string; readonly at: string } | undefined;
    }
  | { readonly is: 'started'; readonly evidence: readonly EvidenceItem[] }
  | { readonly is: 'interrupted'; readonly evidence: readonly EvidenceItem[]; readonly start: Start }
  | { readonly is: 'untouched'; readonly start: Start }
  | { readonly is: 'unknown'; readonly missing: readonly string[] };

/** Whether an open issue without work can be started, or what is missing. The label `crew:ready` and all sentences follow it. */
export type Start =
  | { readonly is: 'now' }
  /** It has sub-issues, and the work happens there. */
  | { readonly is: 'sub-issues' }
  /** The description is empty. */
  | { readonly is: 'undescribed' }
  /** crew's last run found nothing to change, and the issue has had no comment and no reopening since. */
  | { readonly is: 'nothing-to-change' }
  /** A maintainer (`askedBy`) asked the author (`asked`) a question, and the author has not answered. */
  | { readonly is: 'answer'; readonly asked: string; readonly askedBy: string; readonly since: string };

/** A root blocker, with the number of issues that wait for it, in all and directly. */
export interface Root {
  readonly ref: string;
  readonly frees: number;
  readonly direct: number;
}

/** A question to a maintainer, in addition to the advice. */
export type Question =
  /** All sub-issues were closed as not planned. */
  | { readonly is: 'parts-dropped' }
  /** The blocker was closed as not planned. */
  | { readonly is: 'blocker-dropped'; readonly ref: string }
  | { readonly is: 'external'; readonly what: string; readonly source: BlockerSource };

/** An issue that waits for another one: directly, or only through the issue `through`. */
export interface WaitingIssue {
  readonly ref: string;
  readonly through: string | undefined;
}

/** The text of crew's comment on an issue. */
export interface CommentContent {
  readonly state: State;
  readonly advice: Advice;
  readonly questions: readonly Question[];
  readonly waiting: readonly WaitingIssue[];
  /** Other issues that wait for the same pull request. They get no comment of their own. */
  readonly also: readonly string[];
  /** The logins of the people who must act. */
  readonly who: readonly string[];
  /** Proposed completion criteria. */
  readonly criteria: readonly Criterion[];
}

/** One criterion for the completion of an issue. */
export type Criterion =
  | { readonly is: 'parts'; readonly refs: readonly string[] }
  | { readonly is: 'pull'; readonly ref: string }
  /** A draft pull request is marked as ready for review, reviewed and merged. */
  | { readonly is: 'ready'; readonly ref: string }
  /** A pull request that names the issue with `Closes` is reviewed and merged. */
  | { readonly is: 'closes'; readonly issue: string }
  /** The checkboxes of the description; `open` is the number of unticked ones. */
  | { readonly is: 'boxes'; readonly open: number };

/** One step that would lead to another state. */
export type Step =
  /** A blocker is done. */
  | { readonly is: 'over'; readonly ref: string }
  /** An external blocker ends. */
  | { readonly is: 'external'; readonly what: string }
  | { readonly is: 'approve'; readonly pull: string }
  /** A commit makes the requested changes. */
  | { readonly is: 'answer'; readonly pull: string }
  /** These checks pass. */
  | { readonly is: 'green'; readonly pull: string; readonly checks: readonly string[] }
  /** The pull request no longer conflicts with its base. */
  | { readonly is: 'resolve'; readonly pull: string }
  /** The branch rules allow the merge. */
  | { readonly is: 'allow'; readonly pull: string }
  | { readonly is: 'retarget'; readonly pull: string; readonly base: string }
  /** The pull request names the issue with a closing keyword. */
  | { readonly is: 'say-closes'; readonly pull: string; readonly issue: string }
  /** A draft is marked as ready for review. */
  | { readonly is: 'ready'; readonly pull: string }
  /** All of these pull requests but one are closed. */
  | { readonly is: 'choose'; readonly pulls: readonly string[] }
  | { readonly is: 'open-pull'; readonly issue: string }
  /** A first commit is pushed. */
  | { readonly is: 'begin'; readonly branch: string }
  | { readonly is: 'part-begins'; readonly parts: readonly string[] }
  | { readonly is: 'parts-end'; readonly parts: readonly string[] };

/** The meanings of the labels that crew sets. */
export type LabelMeaning = 'ready' | 'review' | 'stale' | 'close-due' | 'merge-due' | 'blocked' | 'attention';

/** What a suggestion proposes. `board`: an agent works through the whole board. */
export type Proposal = 'review' | 'continue' | 'start' | 'close' | 'merge' | 'unblock' | 'scan-again' | 'board';

/** The headline of a suggestion. */
export interface ProposalContent {
  readonly proposal: Proposal;
  /** The issue. There are several only if crew itself should scan again. */
  readonly issues: readonly string[];
  readonly pull?: string | undefined;
  /** Meaningful only for `close`. */
  readonly closeReason: CloseReason;
}

/** Why an open issue can be closed: its pull request is merged, a commit on the default branch closes it, or its sub-issues are done. */
export type CloseReason = 'merged' | 'landed' | 'sub-issues';

/** The reasons for a suggestion. */
export interface RationaleContent {
  readonly proposal: Proposal;
  readonly closeReason: CloseReason;
  readonly state: State;
  readonly band: 'now' | 'recommended' | 'possible' | 'later';
  readonly waiting: readonly WaitingIssue[];
  readonly capability?: { readonly name: string; readonly inferred: boolean } | undefined;
  readonly due?: string | undefined;
}

/** The suggestion of an agent for the whole board, when no single issue needs that agent. */
export interface IdleContent {
  readonly needs: 'review' | 'work';
  readonly band: RationaleContent['band'];
}

/** Why `nextAgent` is this agent, or none. */
export type Reason =
  | {
      readonly is: 'agent';
      readonly agent: string;
      /** The command to crew that calls the agent, if it is called by one. */
      readonly command?: string | undefined;
      /** `pull` is the pull request to review, on which `command` is written. */
      readonly issues: readonly {
        readonly ref: string;
        readonly state: State;
        readonly pull?: string | undefined;
      }[];
    }
  /** A maintainer has to decide about these issues. */
  | { readonly is: 'person'; readonly issues: readonly string[] }
  | { readonly is: 'scan-again'; readonly issues: readonly string[] }
  | { readonly is: 'all-done' }
  /** No issue could be read. */
  | { readonly is: 'nothing-seen' }
  | { readonly is: 'no-issues'; readonly label: string | undefined }
  /** The people who must act, and the issues. All other work waits for them. */
  | {
      readonly is: 'waits';
      readonly people: readonly {
        readonly who: readonly string[];
        readonly ref: string;
        readonly why: 'work' | 'answer' | 'unblock' | 'cycle' | 'describe' | 'say-or-close';
      }[];
    }
  /** No agent has these capabilities. */
  | { readonly is: 'nobody-can'; readonly capabilities: readonly string[] }
  /** All open issues are assigned or blocked. */
  | { readonly is: 'all-taken' };

/** A label that is added or removed. */
export interface LabelContent {
  readonly label: string;
  readonly meaning: LabelMeaning;
  readonly action: 'add' | 'remove';
  /** For `blocked`: what the issue waits for. */
  readonly waitsFor: readonly string[];
}

/** An issue whose last blocker ended. */
export interface UnblockedContent {
  readonly who: readonly string[];
  readonly ended: readonly string[];
  /** Whether work on it has begun. */
  readonly isStarted: boolean;
}

/** Why the label `needs-attention` is set. */
export interface AttentionContent {
  readonly advice: Advice;
  readonly questions: readonly Question[];
  readonly who: readonly string[];
}
